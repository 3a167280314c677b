import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import type { CallBoundary } from '../../loop/interfaces/controller.ts';
import { SessionState } from '../../loop/interfaces/state.ts';
import type { JsonObject } from '../../protocol/events.ts';
import { DebugAdapter } from './adapter.ts';
import type { DebugAdapterOptions } from './adapter-options.ts';

/** An adapter whose responses are awaited. */
function openAdapter(options: DebugAdapterOptions = {}) {
  const adapter = new DebugAdapter(options);
  let seq = 0;
  const waiting = new Map<number, (response: DebugProtocol.Response) => void>();
  adapter.onDidSendMessage((message) => {
    const response = message as unknown as DebugProtocol.Response;
    if (response.type === 'response') waiting.get(response.request_seq)?.(response);
  });
  const request = (command: string, args: object = {}): Promise<DebugProtocol.Response> =>
    new Promise((resolve) => {
      waiting.set(++seq, resolve);
      adapter.handleMessage({ type: 'request', seq, command, arguments: args } as DebugProtocol.Request);
    });
  return { adapter, request };
}

/** Stops an adapter before a call with these arguments. Returns the reference of the arguments. */
async function stopBefore(args: JsonObject, options: DebugAdapterOptions = {}) {
  const { adapter, request } = openAdapter(options);
  const scope = { invocation: 'i', agent: 'agent', emit: () => ({ seq: 9 }) };
  const call = { scope, parent: 1, state: new SessionState(), id: 'c1', tool: 'add', args };
  // The frame of a call is above that of its model call.
  const base = { time: '', invocation: 'i', agent: 'agent' };
  const limits = { guards: 'default', maxLlmCalls: 9, simulated: true } as const;
  adapter.session.add({
    ...base,
    ...limits,
    type: 'run_started',
    seq: 0,
    run: 'r',
    model: 'm',
    skills: [],
    prompt: '50%',
  });
  adapter.session.add({ ...base, type: 'llm_request', seq: 1, call: 1, tools: [], messages: 1 });
  adapter.session.ready();
  adapter.session.pause();
  void adapter.session.beforeTool(call as unknown as CallBoundary);
  await new Promise((resolve) => setImmediate(resolve));
  const { stackFrames } = (await request('stackTrace', { threadId: 1 })).body;
  const { scopes } = (await request('scopes', { frameId: stackFrames[0].id })).body;
  const found = (scopes as readonly DebugProtocol.Scope[]).find(({ name }) => name === 'Arguments');
  return { adapter, request, reference: found?.variablesReference };
}

test('an unreadable message or the end of its input does not end the process before the run', async () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  onTestFinished(() => {
    vi.useRealTimers();
    exit.mockRestore();
  });
  const onDisconnect = vi.fn();
  const adapter = new DebugAdapter({ onDisconnect });
  const [input, output] = [new PassThrough(), new PassThrough()];
  adapter.start(input, output);
  for (const message of ['{bad}', '{"type":"request","seq":1,"command":"threads"}'])
    input.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
  await vi.waitFor(() => expect(`${output.read()}`).toContain('"threads":[]'));
  vi.advanceTimersByTime(5_000);
  expect(onDisconnect).not.toHaveBeenCalled();
  expect(exit).not.toHaveBeenCalled();
  input.destroy();
  await vi.waitFor(() => expect(onDisconnect).toHaveBeenCalledOnce());
  vi.advanceTimersByTime(5_000);
  expect(exit).not.toHaveBeenCalled();
});

test('the second of two launches is refused, also while the first one is prepared', async () => {
  let count = 0;
  const { request } = openAdapter({
    async launch() {
      count++;
      await new Promise((resolve) => setImmediate(resolve));
      return { kind: 'failed', message: 'There is no skill.' };
    },
  });
  const [first, second] = await Promise.all([request('launch', { prompt: 'a' }), request('launch', { prompt: 'b' })]);
  expect([first?.success, second?.success, count]).toEqual([false, false, 1]);
  // One that failed can be repeated.
  await request('launch', { prompt: 'a' });
  expect(count).toBe(2);
});

test('a long value is shortened in the list, complete in the clipboard, and not replaced by its shortened text', async () => {
  const long = 'x'.repeat(5_000);
  const { adapter, request, reference } = await stopBefore({ text: long });
  const [shown] = (await request('variables', { variablesReference: reference })).body.variables;
  expect(shown.value.length).toBeLessThan(3_000);
  const set = (value: string) => request('setVariable', { variablesReference: reference, name: 'text', value });
  expect(await set(shown.value.replace('xxx', 'y'))).toMatchObject({ success: false });
  expect(adapter.session.current?.currentArgs).toEqual({ text: long });
  for (const context of ['clipboard', 'hover']) {
    const { body } = await request('evaluate', { expression: 'args.text', context });
    expect(body.result).toBe(JSON.stringify(long));
  }
  expect(await set('short…')).toMatchObject({ success: false });
  expect(await set('short')).toMatchObject({ success: true });
  expect(adapter.session.current?.currentArgs).toEqual({ text: 'short' });
});

test('the extension gets the document of a frame by a path that is the same at each stop', async () => {
  const { request } = await stopBefore({ text: 'a' }, { isExtension: true });
  const { stackFrames } = (await request('stackTrace', { threadId: 1 })).body;
  const sources = (stackFrames as readonly DebugProtocol.StackFrame[]).map(({ source }) => source);
  const paths = sources.flatMap((source) => source?.path ?? []);
  expect(paths).toEqual(['skillwright-frame:/r/1/Call.json', 'skillwright-frame:/r/1/Prompt.md']);
  const read = (path: string) => request('skillwright/document', { path });
  expect((await read('/r/1/Prompt.md')).body).toEqual({ content: '50%' });
  expect(JSON.parse((await read('/r/1/Call.json')).body.content)).toMatchObject({ tool: 'add', args: { text: 'a' } });
  for (const path of ['/r/1/Request.json', '/r/2/Prompt.md', '/q/1/Prompt.md', '/r/1/../1/Prompt.md', 'Prompt.md', ''])
    expect(await read(path)).toMatchObject({ success: false });
});

test.skipIf(process.platform === 'win32')('a breakpoint in a device is not verified', async () => {
  const root = skillOnDisk('demo', {}).root;
  symlinkSync('/dev/null', join(root, 'device.md'));
  const { request } = openAdapter();
  const source = { path: join(root, 'device.md') };
  const { body } = await request('setBreakpoints', { source, breakpoints: [{ line: 1 }] });
  expect(body.breakpoints).toMatchObject([{ verified: false }]);
});

test('a run that cannot be forked stays where it is, and a second request meanwhile is refused', async () => {
  const prepareRewind = vi.fn(async () => 'The journal is damaged.');
  const { adapter, request } = await stopBefore({}, { prepareRewind });
  const stop = adapter.session.current;
  const back = () => request('stepBack', { threadId: 1 });
  const [first, second] = await Promise.all([back(), back()]);
  expect([first?.success, second?.success, prepareRewind.mock.calls]).toEqual([false, false, [[1]]]);
  expect(first?.body.error.variables).toEqual({ _problem: 'The journal is damaged.' });
  expect(adapter.session.current).toBe(stop);
  expect((await back()).body.error.variables).toEqual({ _problem: 'The journal is damaged.' });
});

test('going back is offered only where a fork can be started', async () => {
  const capabilities = async (options: DebugAdapterOptions) =>
    (await openAdapter(options).request('initialize', { adapterID: 'x' })).body;
  const both = { supportsStepBack: true, supportsRestartFrame: true };
  expect(await capabilities({ prepareRewind: async () => '' })).toMatchObject(both);
  expect(await capabilities({})).not.toMatchObject(both);
});

test.each(['added', '', '0', 'text.length', '__proto__', 'constructor', 'Text', ' text'])(
  'the unknown name %j adds nothing to the arguments',
  async (name) => {
    const { adapter, request, reference } = await stopBefore({ text: 'a', list: ['x'] });
    const changed = await request('setVariable', { variablesReference: reference, name, value: '1' });
    expect(changed).toMatchObject({ success: false });
    expect(adapter.session.current?.currentArgs).toEqual({ text: 'a', list: ['x'] });
    const { body } = await request('variables', { variablesReference: reference });
    const list = (body.variables as readonly DebugProtocol.Variable[]).find((one) => one.name === 'list');
    const inList = { variablesReference: list?.variablesReference, name: '1', value: '"y"' };
    expect(await request('setVariable', inList)).toMatchObject({ success: false });
    expect(await request('setVariable', { ...inList, name: '0' })).toMatchObject({ success: true });
    expect(adapter.session.current?.currentArgs).toEqual({ text: 'a', list: ['y'] });
  },
);

test.each([
  ['final', 0],
  ['guard', 3],
  ['max_llm_calls', 4],
  ['model_error', 5],
  ['paused', 6],
  ['cancelled', 130],
] as const)('a run that ends with %s exits with %i, terminates, and cannot be paused', async (reason, exitCode) => {
  const { adapter, request } = openAdapter();
  const sent = vi.spyOn(adapter, 'sendEvent');
  expect(await request('pause', { threadId: 1 })).toMatchObject({ success: true });
  const base = { seq: 1, time: '', invocation: 'i', agent: 'agent', text: '', usage: {}, llmCalls: 1 };
  adapter.reports.show({ ...base, type: 'run_finished', reason });
  adapter.reports.end();
  const events = sent.mock.calls.map(([event]) => event as DebugProtocol.Event);
  const ends = events.filter(({ event }) => event === 'exited' || event === 'terminated');
  expect(ends.map(({ event, body }) => [event, body?.exitCode])).toEqual([
    ['exited', exitCode],
    ['terminated', undefined],
  ]);
  expect(await request('pause', { threadId: 1 })).toMatchObject({
    success: false,
    message: expect.stringMatching(/ended/),
  });
});
