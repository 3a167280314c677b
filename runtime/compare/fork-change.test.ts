import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { manifest, skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { type RunOnceOptions, type RunOutcome, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import type { ForkEdits } from '../protocol/fork.ts';
import { compareRuns } from './compare-runs.ts';
import { describeFork } from './describe-fork.ts';

const guide = (path: string): Line => ({ calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]] });
const DONE: Line = { text: 'Done.' };
const demoSkill = () =>
  skillOnDisk('demo', {
    'SKILL.md': manifest('demo'),
    'references/guide.md': 'The guide.\n',
    'references/terms.md': 'The terms.\n',
  });

async function comparedFork(edits: ForkEdits, more: Partial<RunOnceOptions> = {}, type = 'tool_call') {
  const skill = demoSkill();
  const first = await runOnce({ model: scriptedModel([guide('references/guide.md'), DONE]), skills: [skill] });
  const at = first.events.find((event) => event.type === type)?.seq ?? 0;
  const { runs, run } = first;
  const model = scriptedModel([DONE]);
  const fork = await runOnce({ model, skills: [skill], runs, forks: { run, at, edits }, ...more });
  return { first, fork, at };
}

const changeOf = (a: RunOutcome, b: RunOutcome) =>
  compareRuns(
    ...([a, b].map(({ run, journal }) => ({
      kind: 'run',
      run,
      folder: dirname(journal),
      events: readJournal(journal).events,
    })) as [never, never]),
  ).forkChange;

test.each<[string, ForkEdits, string]>([
  ['nothing', {}, 'nothing was changed'],
  ['the prompt', { prompt: 'Another one.' }, 'changed: the prompt: “Please do it.” → “Another one.”'],
  ['the instruction', { instruction: 'Be brief.' }, 'changed: the instruction of the agent'],
  [
    'the arguments',
    { args: { skill_name: 'demo', file_path: 'references/terms.md' } },
    'changed: the arguments of load_skill_resource: file_path: references/guide.md → references/terms.md',
  ],
  ['the result', { result: 'No guide.' }, 'changed: the result of load_skill_resource'],
])('a fork says that it changed %s', async (_title, edits, words) => {
  const { first, fork, at } = await comparedFork(edits, defined<Partial<RunOnceOptions>>({ prompt: edits.prompt }));
  const change = changeOf(first, fork);
  expect(change === undefined ? '' : describeFork(change)).toBe(`Run b was forked from a at event ${at}; ${words}.`);
  const reverse = changeOf(fork, first);
  expect(reverse).toMatchObject({ fork: 'a', at, changes: change?.changes });
});

test('a fork says that it changed the model and the guards', async () => {
  const { first, fork } = await comparedFork(
    {},
    {
      guards: 'off',
      model: scriptedModel([DONE]),
    },
    'llm_request',
  );
  expect(changeOf(first, fork)?.changes).toEqual(['the guards: default → off']);
});

test('runs of which neither is a fork of the other have no change', async () => {
  const { first, fork } = await comparedFork({});
  const other = await runOnce({ model: scriptedModel([DONE]), skills: [demoSkill()] });
  expect(changeOf(first, other)).toBeUndefined();
  expect(changeOf(fork, other)).toBeUndefined();
});

test('words of a foreign journal are not shown as changes', async () => {
  const { first, fork } = await comparedFork({ prompt: 'Other.' });
  const text = readJournal(fork.journal).events.map((event) =>
    JSON.stringify(event.type === 'note' ? { ...event, message: 'Edited: <b>, your money.' } : event),
  );
  writeFileSync(fork.journal, `${text.join('\n')}\n`);
  expect(changeOf(first, fork)?.changes).toEqual([]);
});
