import { expect, test } from 'vitest';
import { runCli } from '../run-support.ts';
import { DapClient } from './dap-client.ts';
import { eventsOf, openScripted } from './debugged-run.ts';

const DONE = { text: 'Done.' };
const mark = (mood: string) => ({ calls: [['mark', { mood }]] }) as const;

/** Runs an agent to its end, without a debugger. Returns the project and the run's events. */
async function runOnce(calls: readonly Parameters<typeof openScripted>[0][number][], options: readonly string[] = []) {
  const project = await openScripted(calls);
  const { launch, folder, server } = project;
  const args = ['run', 'Say hello.', '--agent', 'main', '--skills', launch.skills[0] ?? '', '--model', launch.model];
  const run = await runCli([...args, '--base-url', server.url, '--json', ...options], { cwd: folder });
  const id = run.ofType('run_started')[0]?.run ?? '';
  return { ...project, run, id };
}

test('a fork is debugged from its step on, with edits, and goes back into the copied steps', async () => {
  const { client, server, run, id, folder } = await runOnce([mark('a'), mark('b'), DONE]);
  const [first, second] = run.ofType('tool_call');
  const before = server.requests.length;
  const fork = { fork: id, at: second?.seq, edits: { args: { mood: 'c' } }, cwd: folder, stopOnEntry: true };
  await client.begin(fork);
  expect(await client.nextStop()).toMatchObject({ reason: 'entry' });
  expect((await client.frames())[0]?.name).toBe('mark (before)');
  expect(await client.value('args.mood')).toBe('"c"');
  expect(server.requests).toHaveLength(before);
  // Copied steps are not printed again.
  expect(client.output).not.toContain('mark {"mood":"a"}');
  expect(client.output).toContain('not undone: mark');
  await client.customRequest('stepBack', { threadId: 1 });
  await client.nextStop();
  expect((await client.frames())[0]?.name).toBe('Model call 2 (before)');
  await client.customRequest('stepBack', { threadId: 1 });
  await client.nextStop();
  expect((await client.frames())[0]?.name).toBe('mark (before)');
  expect(await client.value('args.mood')).toBe('"a"');
  expect(first?.args).toEqual({ mood: 'a' });
  await client.finish();
  expect(server.requests).toHaveLength(before + 2);
});

test('a run that waits for an approval is debugged from there on, also by a second question', async () => {
  const { client, id, folder, run } = await runOnce([{ calls: [['pay', { n: 7 }]] }, DONE]);
  expect(run.finished?.reason).toBe('paused');
  await client.begin({ continue: id, cwd: folder }, () =>
    client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'pay', condition: 'result != null' }] }),
  );
  await client.printed('approve or deny');
  await client.value('approve');
  expect(await client.nextStop()).toMatchObject({ reason: 'function breakpoint' });
  expect((await client.frames()).map(({ name }) => name)).toEqual([
    'pay (after)',
    'Model call 1',
    'Turn: Say hello.',
    'main',
  ]);
  expect(await client.value('result')).toBe('"paid 7"');
  await client.finish();
  expect(eventsOf(client, 'run_finished').map(({ reason }) => reason)).toEqual(['paused', 'final']);
});

test.each([
  [{}, 'Set one of prompt'],
  [{ prompt: 'a', fork: 'b' }, 'Set one of prompt'],
  [{ fork: 'b' }, 'Set "at"'],
  [{ fork: 'nothing', at: 1 }, 'There is no run|Not a run id'],
  [{ continue: 'nothing', skills: 'today' }, 'only a fork takes'],
  [{ prompt: 'a', skills: 'today' }, 'only a fork takes'],
  [{ continue: 'nothing' }, 'There is no run|Not a run id'],
  [{ continue: '../../etc' }, 'There is no run|Not a run id'],
  [{ fork: 'b', at: 1, edits: { prompt: 7 } }, 'Write the edited prompt'],
])('a launch of %j is refused with what to do', async (launch, message) => {
  const { folder } = await openScripted([DONE]);
  const client = DapClient.open(folder);
  await expect(client.begin({ cwd: folder, ...launch })).rejects.toThrow(new RegExp(message));
});
