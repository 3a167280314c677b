import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifest, skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { type RunOutcome, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { withChangedSkills } from './changed-skills.ts';

const LOAD: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };
const GUIDE: Line = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }]] };
const DONE: Line = { text: 'Done.' };

const skillWithGuide = () =>
  skillOnDisk('demo', { 'SKILL.md': manifest('demo'), 'references/guide.md': 'The guide.\n' });

/** Returns the notes of a further prompt of a run, as it would be prepared. */
async function notesOf({ runs, run }: RunOutcome, skill: RunSpec['skills'][number], more: Partial<RunSpec> = {}) {
  const model = scriptedModel([DONE]);
  const spec: RunSpec = {
    prompt: 'And now?',
    skills: [skill],
    agent: { name: 'agent', instruction: '' },
    maxLlmCalls: 500,
    model: { model, name: 'scripted/model', simulated: false },
    guards: 'default',
    runs,
    secrets: [],
    continues: run,
    ...more,
  };
  return (await withChangedSkills(spec)).notes;
}

test('names the texts that the model received and that are different today', async () => {
  const skill = skillWithGuide();
  const ran = await runOnce({ model: scriptedModel([LOAD, GUIDE, DONE]), skills: [skill] });
  expect(await notesOf(ran, skill)).toBeUndefined();
  writeFileSync(join(skill.root, 'references/guide.md'), 'Another guide.\n');
  expect(await notesOf(ran, skill)).toEqual([
    'The skills have changed since this conversation read them, and the model still has the earlier text of demo/references/guide.md.',
  ]);
});

test('does not name a text that the conversation has received again', async () => {
  const skill = skillWithGuide();
  const ran = await runOnce({ model: scriptedModel([GUIDE, DONE]), skills: [skill] });
  writeFileSync(join(skill.root, 'references/guide.md'), 'Another guide.\n');
  const { runs, run } = ran;
  await runOnce({ model: scriptedModel([GUIDE, DONE]), skills: [skill], runs, continues: run });
  expect(await notesOf(ran, skill)).toBeUndefined();
});

test('names a list of skills with another description', async () => {
  const skill = skillWithGuide();
  const ran = await runOnce({ model: scriptedModel([{ calls: [['list_skills', {}]] }, DONE]), skills: [skill] });
  expect(await notesOf(ran, { ...skill, description: 'Another one.' })).toEqual([
    expect.stringContaining('the earlier text of the list of skills.'),
  ]);
});

test('names nothing for a new run', async () => {
  const skill = skillWithGuide();
  const ran = await runOnce({ model: scriptedModel([GUIDE, DONE]), skills: [skill] });
  writeFileSync(join(skill.root, 'references/guide.md'), 'Another guide.\n');
  expect((await withChangedSkills({ ...ran, notes: [] } as unknown as RunSpec)).notes).toEqual([]);
});

test('names the skills of a client that were written since its last prompt', async () => {
  const skill = skillWithGuide();
  const ran = await runOnce({ model: scriptedModel([DONE]), skills: [skill] });
  const client = {} as NonNullable<RunSpec['client']>;
  const file = join(skill.root, 'SKILL.md');
  const last = Date.parse(ran.finished.time) / 1000;
  utimesSync(file, last - 60, last - 60);
  expect(await notesOf(ran, skill, { client })).toBeUndefined();
  utimesSync(file, last + 60, last + 60);
  expect(await notesOf(ran, skill, { client })).toEqual([expect.stringContaining('earlier text of demo.')]);
});
