import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Gate } from '../../../runtime/debug/gate.ts';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { EVERYTHING } from '../everything-server.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import type { DapClient } from './dap-client.ts';
import { eventsOf, openProject, openScripted } from './debugged-run.ts';

const DONE = { text: 'Done.' };
const mark = (mood: string): Reply => ({ calls: [['mark', { mood }]] });

/** Returns the journals of the session's runs, in the order of their starts. */
function journalsOf({ events }: DapClient): readonly string[] {
  return events.flatMap(({ event, body }) => (event === 'skillwright/run' ? [body.journal as string] : []));
}

/** Sets a breakpoint on a tool. */
const stopAt =
  (client: DapClient, name: string, condition = 'true') =>
  () =>
    client.setFunctionBreakpointsRequest({ breakpoints: [{ name, condition }] });

test('step back stops before the call; its changed arguments run, and the model is not asked again', async () => {
  const { client, launch, server } = await openScripted([mark('a'), mark('b'), DONE]);
  await client.begin({ ...launch }, stopAt(client, 'mark', 'result == "marked" && args.mood == "b"'));
  await client.nextStop();
  expect((await client.frames())[0]?.name).toBe('mark (after)');
  expect(server.requests).toHaveLength(2);
  // The user is asked first, because the effects of the tool remain.
  const question =
    'not undone: mark; servers and modules start without their earlier state. Repeat the command to go back.';
  await expect(client.customRequest('stepBack', { threadId: 1 })).rejects.toThrow(question);
  expect(await client.value('args.mood')).toBe('"b"');
  await client.customRequest('stepBack', { threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ reason: 'step', threadId: 1 });
  expect((await client.frames()).map(({ name }) => name)).toEqual([
    'mark (before)',
    'Model call 2',
    'Turn: Say hello.',
    'main',
  ]);
  expect(await client.value('state.mood')).toBe('"a"');
  await client.setExpressionRequest('args.mood', '"changed"');
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  await client.finish();
  expect(server.requests).toHaveLength(3);
  const [first = '', fork = ''] = journalsOf(client);
  const { events: ended } = readJournal(first);
  expect(ended.at(-1)).toMatchObject({ type: 'run_finished', reason: 'cancelled' });
  const run = basename(dirname(fork));
  const note = expect.stringMatching(`^Ended in the debugger, which went back to event [0-9]+. Run ${run} continues`);
  expect(ended).toContainEqual(expect.objectContaining({ type: 'note', message: note }));
  const { events } = readJournal(fork);
  expect(events[0]).toMatchObject({ forked: { run: basename(dirname(first)) } });
  expect(events.flatMap((event) => (event.type === 'state' ? [event.delta] : []))).toEqual([
    { mood: 'a' },
    { mood: 'changed' },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'run_finished', reason: 'final' });
  expect(client.output).toContain('it is not undone: mark');
});

test('step back goes from step to step to the first one, also twice and inside a called agent', async () => {
  const clerk: readonly Reply[] = [mark('c'), { text: 'Marked.' }];
  const { client, launch, server } = await openScripted([{ calls: [['clerk', { request: 'Mark.' }]] }, DONE], clerk);
  await client.begin(launch, stopAt(client, 'clerk', 'result contains "Marked"'));
  await client.nextStop();
  await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] });
  const back = async (thread: number): Promise<string | undefined> => {
    await client.goBack('stepBack', { threadId: thread });
    const { threadId = 0, reason } = await client.nextStop();
    expect(reason).toBe('step');
    return (await client.frames(threadId))[0]?.name;
  };
  expect(await back(1)).toBe('clerk (before)');
  expect((await client.threadsRequest()).body.threads).toEqual([{ id: 1, name: 'main' }]);
  expect(client.events).toContainEqual(expect.objectContaining({ body: { reason: 'exited', threadId: 2 } }));
  await client.continueRequest({ threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ reason: 'function breakpoint', threadId: 2 });
  expect(await back(2)).toBe('Model call 2 (before)');
  expect(await back(2)).toBe('clerk (before)');
  expect(await back(1)).toBe('Model call 1 (before)');
  await expect(client.customRequest('stepBack', { threadId: 1 })).rejects.toThrow('there is no earlier step');
  expect(server.requests).toHaveLength(4);
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  await client.finish();
  expect(server.requests).toHaveLength(8);
  const ends = journalsOf(client).map((journal) => readJournal(journal).events.at(-1));
  const cancelled = { type: 'run_finished', reason: 'cancelled' };
  expect(ends).toMatchObject([...Array(4).fill(cancelled), { type: 'run_finished', reason: 'final' }]);
});

test('a restarted model call is asked again; frames that have not started cannot be restarted', async () => {
  const { client, launch, server } = await openScripted([mark('a'), mark('b'), DONE]);
  await client.begin(launch, stopAt(client, 'mark', 'args.mood == "b"'));
  await client.nextStop();
  const frames = await client.frames();
  expect(frames.map(({ name, canRestart }) => [name, canRestart])).toEqual([
    ['mark (before)', false],
    ['Model call 2', true],
    ['Turn: Say hello.', true],
    ['main', true],
  ]);
  const restart = (index: number) => client.goBack('restartFrame', { frameId: frames[index]?.id ?? 0 });
  await expect(restart(0)).rejects.toThrow('this step has not started');
  await restart(1);
  expect((await client.nextStop()).reason).toBe('restart');
  expect((await client.frames())[0]?.name).toBe('Model call 2 (before)');
  // Frames of the run before are out of date.
  await expect(restart(2)).rejects.toThrow('out of date');
  const before = server.requests.length;
  await client.setExpressionRequest('next_message', 'Be quick.');
  await client.continueRequest({ threadId: 1 });
  await client.nextStop();
  expect(server.requests.slice(before).map(({ body }) => body.messages.at(-1)?.content)).toEqual(['Be quick.']);
  await client.goBack('reverseContinue', { threadId: 1 });
  await client.nextStop();
  expect((await client.frames())[0]?.name).toBe('Model call 1 (before)');
  await client.terminateRequest();
  await client.ended();
  expect(server.requests).toHaveLength(before + 1);
});

test('of parallel calls, step back repeats the one after which it is stopped and the later ones', async () => {
  const parallel: Reply = { calls: ['a', 'b', 'c'].map((mood) => ['mark', { mood }] as const) };
  const { client, launch, server } = await openScripted([parallel, DONE]);
  await client.begin(launch, stopAt(client, 'mark', 'args.mood == "b" && result == "marked"'));
  await client.nextStop();
  await client.goBack('stepBack', { threadId: 1 });
  await client.nextStop();
  expect(await client.value('args.mood')).toBe('"b"');
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  await client.finish();
  const { events } = readJournal(journalsOf(client)[1] ?? '');
  const results = events.filter(({ type }) => type === 'tool_result');
  expect(results).toHaveLength(3);
  expect(results.every((event) => event.type === 'tool_result' && event.result === 'marked')).toBe(true);
  expect(server.requests).toHaveLength(2);
});

test('going back from a run that is not stopped is refused', async () => {
  const { client, launch } = await openScripted([DONE]);
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  await client.finish();
  for (const command of ['stepBack', 'reverseContinue'])
    await expect(client.customRequest(command, { threadId: 1 })).rejects.toThrow('Pause the run first');
});

test('step back undoes a made-up result: the call is open again', async () => {
  const { client, launch, server } = await openScripted([mark('a'), DONE]);
  await client.begin(launch, stopAt(client, 'mark'));
  await client.nextStop();
  await client.setExpressionRequest('result', '"made up"');
  await client.nextRequest({ threadId: 1 });
  await client.nextStop();
  expect((await client.frames())[0]?.name).toBe('Model call 2 (before)');
  await client.goBack('stepBack', { threadId: 1 });
  await client.nextStop();
  expect((await client.frames())[0]?.name).toBe('mark (before)');
  await client.finish();
  const { events } = readJournal(journalsOf(client)[1] ?? '');
  expect(events.filter(({ type }) => type === 'tool_result')).toMatchObject([{ result: 'marked' }]);
  expect(server.requests).toHaveLength(2);
});

// A client's commands run in a sandbox only.
test.skipIf(!(await canSandbox()))(
  'step back in a run of a client starts in a copy of the workspace as it was before the command',
  async () => {
    const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });
    const replies = [bash('echo one >> log.txt'), bash('echo two >> log.txt'), bash('cat log.txt'), DONE];
    const { client, launch, folder, server } = await openScripted(replies);
    writeFiles(folder, { 'app/old.txt': 'old\n' });
    const { prompt, skills, model, cwd, approve } = launch;
    const place = { client: 'claude-code', workspace: 'app', runs: join(folder, 'runs') };
    await client.begin(
      { prompt, skills, model, cwd, approve, baseUrl: server.url, ...place },
      stopAt(client, 'Bash', 'args.command contains "two" && result != null'),
    );
    await client.nextStop();
    await client.customRequest('stepBack', { threadId: 1 });
    await client.nextStop();
    expect((await client.frames())[0]?.name).toBe('Bash (before)');
    await client.setExpressionRequest('args.command', '"echo changed >> log.txt"');
    await client.setFunctionBreakpointsRequest({ breakpoints: [] });
    await client.finish();
    const { events } = readJournal(journalsOf(client)[1] ?? '');
    const results = events.flatMap((event) => (event.type === 'tool_result' ? [JSON.stringify(event.result)] : []));
    expect(results.at(-1)).toMatch(/one\\nchanged/);
    expect(results.at(-1)).not.toContain('two');
    expect(server.requests).toHaveLength(4);
    expect(readdirSync(join(folder, 'app'))).toEqual(['old.txt']);
  },
);

test('step back in a run with an MCP server starts it again, and copies the results of earlier calls', async () => {
  const echo = (message: string): Reply => ({ calls: [['echo', { message }]] });
  const files = {
    '.skillwright.json': JSON.stringify({ agents: { main: { tools: ['everything/echo'] } } }),
    '.vscode/mcp.json': JSON.stringify({
      servers: { everything: { command: process.execPath, args: [EVERYTHING] } },
    }),
  };
  const { client, launch, server } = await openScripted([echo('a'), echo('b'), DONE], [], files);
  await client.begin(launch, stopAt(client, 'echo', 'args.message == "b" && result != null'));
  await client.nextStop();
  await client.goBack('stepBack', { threadId: 1 });
  await client.nextStop();
  expect((await client.frames())[0]?.name).toBe('echo (before)');
  await client.setExpressionRequest('args.message', '"c"');
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  await client.finish();
  const { events } = readJournal(journalsOf(client)[1] ?? '');
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [JSON.stringify(event.result)] : []));
  expect(results).toEqual([expect.stringContaining('Echo: a'), expect.stringContaining('Echo: c')]);
  // The server says that this tool only reads.
  expect(client.output).not.toContain('not undone');
  expect(server.requests).toHaveLength(3);
});

test('step back stops in the agent that was stopped, not in one that runs alongside it', async () => {
  const [secondHasAsked, firstHasStopped] = [new Gate(), new Gate()];
  const server = await startModelServer(async ({ body: { messages } }) => {
    const text = JSON.stringify(messages);
    if (!text.includes('You are the clerk.'))
      return { calls: ['First.', 'Second.'].map((request) => ['clerk', { request }] as const) };
    if (text.includes('First.')) return secondHasAsked.opened.then(() => mark('first'));
    secondHasAsked.open();
    return firstHasStopped.opened.then(() => mark('second'));
  });
  onTestFinished(() => server.close());
  const { client, launch } = openProject();
  const model = { model: 'openai-compatible/small', baseUrl: server.url, agent: 'main' };
  await client.begin({ ...launch, ...model }, stopAt(client, 'mark', 'args.mood == "first"'));
  const { threadId = 0 } = await client.nextStop();
  firstHasStopped.open();
  // The other agent is then at a tool call, which it reaches sooner than this one its model call.
  await expect.poll(() => eventsOf(client, 'llm_response').length, { timeout: 30_000 }).toBe(3);
  await client.goBack('stepBack', { threadId });
  const { threadId: thread = 0 } = await client.nextStop();
  expect((await client.frames(thread))[0]?.name).toMatch(/^Model call \d \(before\)$/);
  expect(await client.value('messages[1].content[0].text')).toBe('"First."');
  await client.terminateRequest();
  await client.ended();
});
