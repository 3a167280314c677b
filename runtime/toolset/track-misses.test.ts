import { expect, it } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';

const FILES = { 'references/guide.md': 'Then read `references/more.md`.\n', 'scripts/heat.py': 'print(1)\n' };
const load = (skill: string): ScriptedCall => ['load_skill', { skill_name: skill }];
const resource = (path: string): ScriptedCall => ['load_skill_resource', { skill_name: 'brewer', file_path: path }];
const script = (path: string): ScriptedCall => ['run_skill_script', { skill_name: 'brewer', file_path: path }];

/** Returns what the results of these calls say about a miss, and the folder of the skill. */
async function missesOf(calls: readonly ScriptedCall[]) {
  const skill = skillOnDisk('brewer', FILES, 'Read `references/boil.md`.\n');
  const lines = [...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }];
  const ran = await runOnce({ model: scriptedModel(lines), skills: [skill], host: APPROVES, guards: 'off' });
  return { misses: ran.of('tool_result').map(({ miss }) => miss), root: skill.root };
}

it('says the kind and the true place of what a tool of ADK did not find', async () => {
  const { misses, root } = await missesOf([
    load('brewer'),
    resource('references/boil.md'),
    resource('./references/gide.md'),
    resource('references/guide.md'),
    resource('references/more.md'),
    resource('assets/x.png'),
    // An example in the description of the tool.
    resource('assets/form.txt'),
    script('heat.js'),
  ]);
  const file = { skill: 'brewer', kind: 'resource' };
  expect(misses).toEqual([
    undefined,
    { ...file, path: 'references/boil.md', reason: 'absent', asked: 'references/boil.md' },
    {
      ...file,
      path: 'references/gide.md',
      reason: 'near-name',
      asked: './references/gide.md',
      place: { at: `${root}/references/guide.md`, exists: true },
    },
    undefined,
    // The file that was read in between writes it.
    { ...file, path: 'references/more.md', reason: 'absent', asked: 'references/more.md' },
    { ...file, path: 'assets/x.png', reason: 'guessed', asked: 'assets/x.png' },
    { ...file, path: 'assets/form.txt', reason: 'copied', asked: 'assets/form.txt' },
    expect.objectContaining({ path: 'scripts/heat.js', kind: 'script', reason: 'near-name', asked: 'heat.js' }),
  ]);
});

it('says it of a skill by a wrong name, and of one that is called as a tool', async () => {
  const { misses, root } = await missesOf([load('tea:brewer'), load('baker'), ['brewer', {}], ['calculate', {}]]);
  const skill = { path: 'SKILL.md', kind: 'skill', unloaded: true };
  expect(misses).toEqual([
    {
      ...skill,
      skill: 'brewer',
      reason: 'name.prefix',
      asked: 'tea:brewer',
      place: { at: 'brewer', exists: true },
    },
    { ...skill, skill: 'baker', reason: 'name.unknown', asked: 'baker' },
    {
      ...skill,
      skill: 'brewer',
      reason: 'name.tool',
      asked: 'brewer',
      place: { at: `${root}/SKILL.md`, exists: true },
      again: true,
    },
    undefined,
  ]);
});

it('keeps the kind when a guard answers the miss', async () => {
  const skill = skillOnDisk('brewer', FILES, 'Read it.\n');
  const calls = [load('brewer'), resource('assets/x.png'), resource('assets/x.png')];
  const lines = [...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }];
  const ran = await runOnce({ model: scriptedModel(lines), skills: [skill], host: APPROVES });
  expect(ran.of('tool_result').at(-1)).toMatchObject({
    error_code: 'RESOURCE_NOT_FOUND_FATAL',
    miss: { reason: 'guessed', asked: 'assets/x.png' },
  });
});

it('says the kind of a path that the tools refuse', async () => {
  const files = {
    ...FILES,
    'references/steps.md': 'Then see `../assets/form.md`.\n',
    'assets/form.md': 'Form.\n',
    'docs/a.md': 'A\n',
  };
  const brewer = skillOnDisk('brewer', files, 'Read `references/steps.md`.\n');
  const baker = skillOnDisk('baker', { 'references/bread.md': 'Bread.\n' }, 'Bake.\n');
  const asked = [
    '../assets/form.md',
    `${baker.root}/references/bread.md`,
    '/home/ada/.claude/skills/brewer/references/guide.md',
    'guide.md',
    '../assets/lid.md',
    // They exist, but the tool opens no such path.
    `${brewer.root}/references/guide.md`,
    'docs/a.md',
  ];
  const calls = [load('brewer'), resource('references/steps.md'), ...asked.map(resource), script('../heat.py')];
  const lines = [...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }];
  const ran = await runOnce({ model: scriptedModel(lines), skills: [brewer, baker], host: APPROVES, guards: 'off' });
  const results = ran.of('tool_result').slice(2);
  const file = { skill: 'brewer', kind: 'resource' };
  const at = (path: string) => ({ at: `${brewer.root}/${path}`, exists: true });
  expect(results.map(({ miss }) => miss)).toEqual([
    { ...file, path: 'assets/form.md', reason: 'base.document', asked: asked[0], place: at('assets/form.md') },
    { ...file, path: asked[1], reason: 'other-skill', asked: asked[1], place: { at: asked[1], exists: true } },
    expect.objectContaining({ path: 'references/guide.md', asked: asked[2], place: at('references/guide.md') }),
    {
      ...file,
      path: 'references/guide.md',
      reason: 'base.document',
      asked: 'guide.md',
      place: at('references/guide.md'),
      again: true,
    },
    { ...file, path: '../assets/lid.md', asked: '../assets/lid.md' },
    { ...file, path: asked[5], asked: asked[5] },
    { ...file, path: 'docs/a.md', asked: 'docs/a.md' },
    expect.objectContaining({ kind: 'script', asked: '../heat.py', path: 'scripts/heat.py' }),
  ]);
});

it('moves no counter of a guard by a path that the tools refuse', async () => {
  const lines = [...['../a.md', '../b.md', '../c.md'].map((path) => ({ calls: [resource(path)] })), { text: 'Done.' }];
  const ran = await runOnce({
    model: scriptedModel([{ calls: [load('brewer')] }, ...lines]),
    skills: [skillOnDisk('brewer', FILES, 'Read it.\n')],
  });
  expect(ran.of('tool_result').at(-1)?.miss).toMatchObject({ path: '../c.md' });
  expect(ran.of('guard').filter(({ rule }) => rule === 'resource_not_found')).toEqual([]);
});
