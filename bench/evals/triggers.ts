import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { evaluate } from '../../runtime/evals/evaluate.ts';
import { TrialStore } from '../../runtime/evals/trials/trial-store.ts';
import { readJournal } from '../../runtime/journal/reader.ts';
import { JOURNAL_FILE } from '../../runtime/journal/writer.ts';
import { HEADLESS } from '../../runtime/loop/host.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { createChance } from '../../runtime/random.ts';
import { scriptedModel } from '../../runtime/testing/scripted-model.ts';
import { makeUpSkill, templateFor } from './made-up-skill.ts';

const CASES = 20;
/** The model looks around before it loads the skill in one of so many runs. */
const LOOKS_FIRST = 2;

/** Compares both ways of counting with what the model did. Returns true if ours is exact. */
export async function compareTriggerCounts(): Promise<boolean> {
  console.log('Triggers of a model in Claude Code that lists files first in half of its runs: share of runs.\n');
  console.log('probability  truth  ours   skill-creator');
  let isExact = true;
  for (const probability of [0.2, 0.5, 0.8]) {
    const { truth, ours, first } = await countTriggers(probability);
    isExact &&= truth === ours;
    const [a, b, c] = [truth, ours, first].map((value) => value.toFixed(3));
    console.log(`${`${probability}`.padEnd(11)}  ${a}  ${b}  ${c}`);
  }
  console.log('');
  return isExact;
}

async function countTriggers(probability: number) {
  const made = makeUpSkill(
    Array.from({ length: CASES }, (_, index) => ({ query: `Write note ${index}.`, should_trigger: true })),
  );
  const loads = new Set<string>();
  const opened = TrialStore.open(join(made.folder, 'out'));
  if (opened.kind === 'failed') throw new Error(opened.message);
  try {
    const end = await evaluate({
      ...{
        skills: [made.skill],
        caseFiles: [],
        templates: [await templateFor(made, 'claude-code', model(probability, loads))],
      },
      ...{
        trials: 3,
        distractors: [],
        settings: {},
        runtimeVersion: '1',
        store: opened.store,
        jobs: 4,
        host: HEADLESS,
      },
      signal: new AbortController().signal,
    });
    if (end.kind === 'failed') throw new Error(JSON.stringify(end));
    const { trials } = end.results;
    const journals = trials.map(({ run }) => readJournal(join(opened.store.runs, run, JOURNAL_FILE)).events);
    return {
      truth: loads.size / trials.length,
      ours: trials.filter(({ triggered }) => triggered).length / trials.length,
      first: journals.filter(isFirstToolSkill).length / trials.length,
    };
  } finally {
    opened.store.close();
    made.remove();
  }
}

/** Creates a model that decides by its seed and the prompt, and adds the runs that load the skill to `loads`. */
function model(probability: number, loads: Set<string>): LanguageModelV4 {
  return scriptedModel(({ prompt, seed = 0 }) => {
    const [, note = ''] = /Write note (\d+)/.exec(JSON.stringify(prompt)) ?? [];
    const chance = createChance(Number(note) * 31 + seed);
    const willLoad = chance.int(1000) < probability * 1000;
    const steps = prompt.filter(({ role }) => role === 'assistant').length;
    if (steps === 0 && chance.oneIn(LOOKS_FIRST)) return { calls: [['Glob', { pattern: '*' }]] };
    const hasLoaded = JSON.stringify(prompt.filter(({ role }) => role === 'assistant')).includes('"Skill"');
    if (!willLoad || hasLoaded) return { text: 'Done.' };
    loads.add(`${note} ${seed}`);
    return { calls: [['Skill', { skill: 'notes' }]] };
  });
}

/** Counts as skill-creator's `run_eval.py` does: the first tool call is Skill or Read with the skill's name. */
function isFirstToolSkill(events: readonly RunEvent[]): boolean {
  const first = events.find((event) => event.type === 'tool_call');
  if (first === undefined || typeof first.args !== 'object' || first.args === null) return false;
  const { skill, file_path: path } = first.args as { readonly skill?: unknown; readonly file_path?: unknown };
  if (first.tool === 'Skill') return typeof skill === 'string' && skill.includes('notes');
  return first.tool === 'Read' && typeof path === 'string' && path.includes('notes');
}
