import { expect, it } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { importRecords } from '../../test/equipment/runtime/session.ts';

const resource = (path: string): ScriptedCall => ['load_skill_resource', { skill_name: 'brewer', file_path: path }];
const CALLS: readonly ScriptedCall[] = [
  ['load_skill', { skill_name: 'brewer' }],
  ['load_skill', { skill_name: 'baker' }],
  resource('references/leaves.md'),
  ...Array.from({ length: 5 }, () => resource('references/user_guide.md')),
];

async function run(guards: 'default' | 'off') {
  const body = '\nSee the user guide before you begin.\n';
  const skill = skillOnDisk('brewer', { 'references/leaves.md': '# Leaves\n' }, body);
  const lines = [...CALLS.map((call) => ({ calls: [call] })), { text: 'Done.' }];
  const ran = await runOnce({ model: scriptedModel(lines), skills: [skill], host: APPROVES, guards });
  return importRecords(ran.events);
}

it('has the skills, files, misses and words of a run with guards', async () => {
  const { summary, finished } = await run('default');
  expect([...summary.offered]).toEqual(['brewer']);
  expect(summary.skills).toEqual([{ skill: 'brewer', by: ['tool'] }]);
  expect([...summary.filesRead]).toEqual(['brewer/references/leaves.md']);
  expect([...summary.misses.values()]).toEqual([
    {
      skill: 'baker',
      path: 'SKILL.md',
      kind: 'skill',
      unloaded: true,
      reason: 'name.unknown',
      asked: 'baker',
      count: 1,
    },
    {
      skill: 'brewer',
      path: 'references/user_guide.md',
      kind: 'resource',
      reason: 'guessed',
      asked: 'references/user_guide.md',
      count: 3,
      words: 'the user guide',
    },
  ]);
  // What its guards did is in the journal.
  expect(finished.guards).toBeUndefined();
});

it('has the point at which guards would have stopped a run without them', async () => {
  const { summary, finished } = await run('off');
  expect([...summary.misses.values()]).toMatchObject([
    { skill: 'baker' },
    { path: 'references/user_guide.md', count: 5 },
  ]);
  expect(finished.guards?.stops).toMatchObject([{ rule: 'resource_not_found', count: 3, after: { toolCalls: 2 } }]);
});

it('withdraws the miss of a file that the run creates later', async () => {
  const ran = await run('off');
  const events = ran.events.map((event) => ({ ...event, imported: undefined, source: undefined }));
  const result = events.find(
    (event) => event.type === 'tool_result' && event.miss?.path === 'references/user_guide.md',
  );
  const withdrawn = {
    skill: 'brewer',
    path: 'references/user_guide.md',
    kind: 'resource',
    result: result?.seq,
    created: true,
  };
  const last = events.findLast((event) => event.type === 'tool_result');
  const { summary } = await importRecords(
    events.map((event) => (event === last ? { ...event, later: [withdrawn] } : event)),
  );
  expect(summary.misses.get('brewer/references/user_guide.md resource')?.count).toBe(4);
});
