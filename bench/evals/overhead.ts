import { join } from 'node:path';
import { evaluate } from '../../runtime/evals/evaluate.ts';
import { TrialStore } from '../../runtime/evals/trials/trial-store.ts';
import { HEADLESS } from '../../runtime/loop/interfaces/host.ts';
import { simulatedModel } from '../../runtime/models/simulated/simulated.ts';
import { startRun } from '../../runtime/run/start.ts';
import { type MadeUpSkill, makeUpSkill, templateFor } from './made-up-skill.ts';

/** The number of cases. */
export const CASES = 100;

/** Returns eval items that are judged from the journal. */
export function itemsOf(cases: number): readonly object[] {
  return Array.from({ length: cases }, (_, index) => ({
    prompt: `Write note ${index}.`,
    assertions: [{ check: 'loaded' }, { check: 'max_misses', limit: 0 }],
  }));
}

/** Highest processor time that an eval may add to a trial, in milliseconds. */
const MAX_OVERHEAD_MS = 5;

/** Prints the processor time that an eval adds to its runs, in milliseconds for each trial, and its memory. Returns true if it is low. */
export async function measureOverhead(trials: number): Promise<boolean> {
  const made = makeUpSkill(itemsOf(CASES));
  try {
    // Compiles everything that both use.
    await bareLoop(made, 100);
    const before = process.memoryUsage.rss();
    const { milliseconds, count } = await wholeEval(made, Math.max(1, Math.round(trials / CASES / 2)));
    const grown = process.memoryUsage.rss() - before;
    const bare = await bareLoop(made, count);
    const overhead = milliseconds / count - bare / count;
    console.log(
      `Processor time of a trial: ${(milliseconds / count).toFixed(2)} ms; of its run alone: ${(bare / count).toFixed(2)} ms; overhead ${overhead.toFixed(2)} ms (${count} trials). Memory: ${megabytes(grown)} more than before, ${megabytes(process.resourceUsage().maxRSS * 1024)} at most.`,
    );
    return overhead <= MAX_OVERHEAD_MS;
  } finally {
    made.remove();
  }
}

/** Returns the processor time of the same runs without an eval, half of them without the skill, in milliseconds. */
export async function bareLoop(made: MadeUpSkill, runs: number): Promise<number> {
  const { spec } = await templateFor(made, 'adk');
  const start = process.cpuUsage();
  for (let number = 0; number < runs; number++) {
    const prompt = `Write note ${Math.floor(number / 2) % CASES}.`;
    const seed = Math.floor(number / 2 / CASES) + 1;
    const model = simulatedModel({ mode: 'weak', seed, delayMs: [0, 0] });
    const skills = number % 2 === 0 ? [made.skill] : [];
    const started = startRun(
      { ...spec, prompt, skills, model: { ...spec.model, model } },
      { host: HEADLESS, signal: new AbortController().signal, onEvent: () => undefined },
    );
    if (started.kind === 'failed') throw new Error(started.message);
    await started.finished;
  }
  return processorTime(start);
}

async function wholeEval(made: MadeUpSkill, trials: number) {
  const template = await templateFor(made, 'adk');
  const start = process.cpuUsage();
  const opened = TrialStore.open(join(made.folder, 'out'));
  if (opened.kind === 'failed') throw new Error(opened.message);
  const end = await evaluate({
    skills: [made.skill],
    caseFiles: [],
    templates: [template],
    trials,
    distractors: [],
    settings: {},
    runtimeVersion: '1',
    store: opened.store,
    jobs: 4,
    host: HEADLESS,
    signal: new AbortController().signal,
  });
  opened.store.close();
  if (end.kind === 'failed') throw new Error(JSON.stringify(end));
  return { milliseconds: processorTime(start), count: end.results.completed ?? 0 };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

function processorTime(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
