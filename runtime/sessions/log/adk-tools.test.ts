import { expect, it } from 'vitest';
import { importRecords } from '../../../test/equipment/runtime/session.ts';

const BODY = '# Brewing\n\nFollow the brewing guide before you begin.\n';
const GUIDE = { skill_name: 'brewer', file_path: 'references/brewing_guide.md' };
const MISS = { error: 'Resource not found.', error_code: 'RESOURCE_NOT_FOUND' };

/** Imports a session of ADK with these calls, each with its result. */
function session(calls: readonly (readonly [name: string, args: object, response: object])[]) {
  const event = (number: number, author: string, part: object) => ({
    author,
    invocation_id: 'i',
    id: `e${number}`,
    timestamp: 1_767_600_000 + number,
    content: { role: author === 'user' ? 'user' : 'model', parts: [part] },
  });
  const events = calls.flatMap(([name, args, response], at) => [
    event(2 * at, 'agent', { function_call: { id: `c${at}`, name, args } }),
    event(2 * at + 1, 'agent', { function_response: { id: `c${at}`, name, response } }),
  ]);
  const first = event(-1, 'user', { text: 'Brew.' });
  return importRecords([{ id: 's', app_name: 'tea', user_id: 'ada', state: {}, events: [first, ...events] }]);
}

it("finds skills, files, misses and their words in the results of ADK's tools", async () => {
  const { events, summary } = await session([
    ['load_skill', { skill_name: 'brewer' }, { skill_name: 'brewer', instructions: BODY }],
    ['load_skill_resource', { skill_name: 'brewer', file_path: 'references/leaves.md' }, { content: '# Leaves\n' }],
    ['load_skill_resource', GUIDE, MISS],
    ['run_skill_script', { skill_name: 'brewer', file_path: 'scripts/heat.py' }, { exit_code: 0, stdout: 'hot' }],
    ['load_skill', { skill_name: 'baker' }, { error: 'No such skill.', error_code: 'SKILL_NOT_FOUND' }],
  ]);
  expect(summary.skills).toEqual([{ skill: 'brewer', by: ['tool'] }]);
  expect([...summary.filesRead, ...summary.scriptsRun]).toEqual([
    'brewer/references/leaves.md',
    'brewer/scripts/heat.py',
  ]);
  expect([...summary.misses.values()]).toEqual([
    {
      skill: 'brewer',
      path: 'references/brewing_guide.md',
      kind: 'resource',
      reason: 'guessed',
      asked: 'references/brewing_guide.md',
      count: 1,
      words: 'the brewing guide',
    },
    {
      skill: 'baker',
      path: 'SKILL.md',
      kind: 'skill',
      unloaded: true,
      reason: 'name.unknown',
      asked: 'baker',
      count: 1,
    },
  ]);
  expect(summary.requests).toEqual({ brewer: 4, baker: 1 });
  const cause = events.find((event) => event.cause !== undefined)?.cause;
  expect(cause?.recorded).toMatchObject({ file: 'SKILL.md', line: 3 });
  expect(events.filter((event) => event.type === 'tool_result').map(({ error_code }) => error_code)).toEqual([
    ...[undefined, undefined, 'FILE_NOT_FOUND', undefined, 'TOOL_ERROR'],
  ]);
});

it('says that a path is the example in the description of the tool', async () => {
  const copied = { skill_name: 'brewer', file_path: 'references/my_doc.md' };
  const { summary } = await session([
    ['load_skill', { skill_name: 'brewer' }, { skill_name: 'brewer', instructions: BODY }],
    ['load_skill_resource', copied, MISS],
  ]);
  expect([...summary.misses.values()]).toMatchObject([{ path: 'references/my_doc.md', reason: 'copied' }]);
});

it("says the kind of a path that ADK's tools refuse, which moves no counter of a guard", async () => {
  const refused = { error: 'Invalid resource path.', error_code: 'INVALID_RESOURCE_PATH' };
  const resource = (path: string) => ['load_skill_resource', { skill_name: 'brewer', file_path: path }] as const;
  const steps = { content: 'Then see [the form](../assets/form.md).\n' };
  const { events, summary, finished } = await session([
    ['load_skill', { skill_name: 'brewer' }, { skill_name: 'brewer', instructions: BODY }],
    [...resource('references/steps.md'), steps],
    [...resource('assets/form.md'), { content: 'Form.' }],
    [...resource('../assets/form.md'), refused],
    [...resource('/home/ada/.claude/skills/brewer/assets/form.md'), refused],
    [...resource('form.md'), refused],
    ['run_skill_script', { skill_name: 'brewer', file_path: '../../bin/heat' }, refused],
  ]);
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event] : [])).slice(3);
  expect(results.map(({ miss, error_code }) => [miss?.path, miss?.asked, miss?.reason, error_code])).toEqual([
    ['assets/form.md', '../assets/form.md', 'base.document', 'INVALID_RESOURCE_PATH'],
    [
      'assets/form.md',
      '/home/ada/.claude/skills/brewer/assets/form.md',
      expect.stringMatching(/^root\./),
      'INVALID_RESOURCE_PATH',
    ],
    ['assets/form.md', 'form.md', 'base.document', 'INVALID_RESOURCE_PATH'],
    ['../../bin/heat', '../../bin/heat', undefined, 'INVALID_RESOURCE_PATH'],
  ]);
  // The second and the third place of the form are the same miss.
  expect([...summary.misses.values()].map(({ path, count }) => [path, count])).toEqual([
    ['assets/form.md', 1],
    ['../../bin/heat', 1],
  ]);
  expect(finished.guards?.stops ?? []).toEqual([]);
});

it("finds where Skillwright's guards would have stopped an agent of ADK", async () => {
  const { finished } = await session(Array.from({ length: 6 }, () => ['load_skill_resource', GUIDE, MISS] as const));
  expect(finished.guards?.stops).toMatchObject([{ rule: 'resource_not_found', count: 3, after: { toolCalls: 3 } }]);
});
