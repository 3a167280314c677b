import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { History } from '../../loop/history/history.ts';
import { resumePointOf } from '../../loop/history/resume-point.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { RunSpec } from '../../run/run-spec.ts';
import { startRun } from '../../run/start.ts';
import { forkSpec, readForkPoint } from './fork-spec.ts';
import { rereadSkills } from './todays-skills.ts';

const read = (path: string): Line => ({ calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]] });

/** Plays a run that a guard stops because it reads one file that does not exist, and then creates the files of `fixes`. */
async function playStopped(fixes: readonly string[]) {
  const skill = skillOnDisk('demo', { 'references/guide.md': 'The guide.\n' });
  const ran = await runOnce({ model: scriptedModel([read('references/none.md')]), skills: [skill] });
  expect(ran.finished.reason).toBe('guard');
  for (const path of fixes) {
    mkdirSync(join(skill.root, 'references'), { recursive: true });
    writeFileSync(join(skill.root, path), 'It exists.\n');
  }
  const closing = ran.events.find((event) => event.type === 'llm_request' && event.closing === true);
  const place = { runs: ran.runs, run: ran.run, at: closing?.seq ?? 0 };
  const point = readForkPoint(place);
  if (typeof point === 'string') throw new Error(point);
  const model = scriptedModel([{ text: 'Done.' }]);
  const spec: RunSpec = {
    prompt: 'Please do it.',
    skills: [skill],
    agent: { name: 'agent', instruction: '' },
    maxLlmCalls: 500,
    model: { model, name: 'scripted/model', simulated: false },
    guards: 'default',
    runs: ran.runs,
    secrets: [],
  };
  const today = await rereadSkills(point, spec, join(ran.runs, ran.run));
  const events: RunEvent[] = [];
  const started = startRun(
    { ...spec, fork: forkSpec(place, { ...point, events: today.events }, spec) },
    {
      host: { isInteractive: false, preapproves: () => false, answer: async () => 'unanswered' },
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
    },
  );
  if (started.kind === 'failed') throw new Error(started.message);
  const finished = await started.finished;
  return { ran, point, today, events, finished, model };
}

test('misses that do not happen with the skills of today no longer stop the run', async () => {
  const { today, events, finished, model } = await playStopped(['references/none.md']);
  expect(today.changed.length).toBeGreaterThan(0);
  expect(resumePointOf(new History(today.events)).stopped).toBe(false);
  // The third call is the same as the two before it, and is denied today as well.
  expect(events.flatMap((event) => (event.type === 'guard' ? [[event.rule, event.verdict]] : []))).toEqual([
    ['repeated_call', 'deny'],
  ]);
  expect(finished).toMatchObject({ reason: 'final', text: 'Done.' });
  expect(model.requests[0]?.tools).not.toEqual([]);
});

test('misses that remain stop the run as before', async () => {
  const { ran, today, events, finished } = await playStopped([]);
  expect(today.changed).toEqual([]);
  const rules = (all: readonly RunEvent[]) => all.flatMap((one) => (one.type === 'guard' ? [one.verdict] : []));
  expect(rules(events)).toEqual(rules(ran.events));
  expect(finished.reason).toBe('guard');
});
