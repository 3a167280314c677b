/** Changes by a user of another editor: everything by the scopes of values, with `setVariable` and data breakpoints. */
import { expect, test } from 'vitest';
import type { DapClient } from './dap-client.ts';
import { eventsOf, openScripted } from './debugged-run.ts';

const DONE = { text: 'Done.' };
const mark = (mood: string) => ({ calls: [['mark', { mood }]] }) as const;

async function set(client: DapClient, scope: string, name: string, value: string, threadId = 1) {
  const { reference } = await client.scope(scope, threadId);
  return (await client.setVariableRequest({ variablesReference: reference, name, value })).body;
}

test('a made-up result and a made-up error are returned instead of running the tool', async () => {
  const { client, launch, server } = await openScripted([mark('a'), mark('b'), mark('c'), DONE]);
  await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] }));
  await client.nextStop();
  await set(client, 'Result', 'result', '{"marked": false}');
  expect((await client.scope('Result')).values).toEqual({ result: '{"marked":false}', error_code: '""' });
  await client.continueRequest({ threadId: 1 });
  await client.nextStop();
  await set(client, 'Result', 'error_code', 'QUOTA');
  await client.continueRequest({ threadId: 1 });
  await client.nextStop();
  await set(client, 'Result', 'result', '{"error": "Not found.", "error_code": "NOT_FOUND"}');
  await client.finish();
  expect(eventsOf(client, 'tool_result')).toMatchObject([
    { result: { marked: false }, edited: true },
    { result: { error_code: 'QUOTA' }, error_code: 'QUOTA', edited: true },
    { result: { error: 'Not found.' }, error_code: 'NOT_FOUND', edited: true },
  ]);
  expect(eventsOf(client, 'state')).toEqual([]);
  const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
  for (const text of ['marked', 'QUOTA', 'NOT_FOUND']) expect(sent).toContain(text);
});

test('a key of the state is set, watched and changed again, also by a called agent', async () => {
  const { client, launch } = await openScripted(
    [mark('a'), { calls: [['clerk', { request: 'Mark.' }]] }, DONE],
    [mark('b'), DONE],
  );
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  await set(client, 'State', 'mood', '"mine"');
  await set(client, 'State', 'list', '[{"n": 1}]');
  await client.setExpressionRequest('state.list[0].n', '2');
  expect(await client.value('state')).toBe('{"mood":"mine","list":[{"n":2}]}');
  const { reference } = await client.scope('State');
  const info = await client.customRequest('dataBreakpointInfo', { variablesReference: reference, name: 'mood' });
  expect(info.body).toMatchObject({ dataId: 'state:mood', accessTypes: ['write'], canPersist: true });
  const other = await client.scope('Budget');
  const none = await client.customRequest('dataBreakpointInfo', { variablesReference: other.reference, name: 'cost' });
  expect(none.body.dataId).toBeNull();
  const { dataId } = info.body as { dataId: string };
  const breakpoint = { dataId, accessType: 'write', condition: 'state.mood == "b"' } as const;
  await client.setDataBreakpointsRequest({ breakpoints: [breakpoint] });
  await client.continueRequest({ threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ reason: 'data breakpoint', threadId: 2 });
  // A thread is an agent.
  const { threads } = (await client.threadsRequest()).body;
  expect(threads).toEqual([
    { id: 1, name: 'main' },
    { id: 2, name: 'clerk' },
  ]);
  expect((await client.frames(2))[0]?.name).toBe('mark (after)');
  expect((await client.scope('State', 2)).values.mood).toBe('"b"');
  await client.finish();
  expect(eventsOf(client, 'state').map(({ delta, edited = false }) => [delta, edited])).toEqual([
    [{ mood: 'mine' }, true],
    [{ list: [{ n: 1 }] }, true],
    [{ list: [{ n: 2 }] }, true],
    [{ mood: 'a' }, false],
    [{ mood: 'b' }, false],
  ]);
});

test('the next message is written before a model call, in a called agent, too', async () => {
  const { client, launch, server } = await openScripted([{ calls: [['clerk', { request: 'Go.' }]] }, DONE], [DONE]);
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  expect((await set(client, 'Messages', 'next_message', '42')).value).toBe('"42"');
  await client.stepInRequest({ threadId: 1 });
  await client.nextStop();
  await client.stepInRequest({ threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ threadId: 2 });
  await set(client, 'Messages', 'next_message', 'Quickly.', 2);
  await client.finish();
  const texts = server.requests.map(({ body }) => body.messages.at(-1)?.content);
  expect(texts.slice(0, 2)).toEqual(['42', 'Quickly.']);
});

test('a target to step into is a call of the agent whose frame it was asked for', async () => {
  const calls = [
    ['clerk', { request: 'First.' }],
    ['mark', { mood: 'b' }],
  ] as const;
  const { client, launch } = await openScripted([{ calls }, DONE], [mark('c'), DONE]);
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  await client.nextRequest({ threadId: 1 });
  await client.nextStop();
  const [top] = await client.frames(1);
  const { targets } = (await client.stepInTargetsRequest({ frameId: top?.id ?? 0 })).body;
  expect(targets.map(({ label }) => label)).toEqual(['1: clerk', '2: mark']);
  await expect(client.stepInRequest({ threadId: 1, targetId: 2 })).rejects.toThrow('There is no call 2');
  await client.stepInRequest({ threadId: 1, targetId: 1 });
  expect(await client.nextStop()).toMatchObject({ threadId: 1 });
  expect(await client.value('args.mood')).toBe('"b"');
  await client.finish();
});
