import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pathWithOnly } from '../contract/limited-path.ts';
import type { Reply } from '../run-server.ts';
import { startModelServer } from '../run-server.ts';
import { HAS_SANDBOX } from '../sandbox-support.ts';
import type { DapClient } from './dap-client.ts';
import { eventsOf, openProject } from './debugged-run.ts';

const SCRIPT = `process.stdout.write('one');\nconsole.error('own');\nprocess.exitCode = 0;\n`;

/** A debugger of the script: a client of its inspector. */
interface Inspector {
  /** Calls a method, and returns its result. */
  call(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Waits for an event. */
  event(method: string, matches?: (params: object) => boolean): Promise<Record<string, unknown>>;
  close(): void;
}

async function attach(address: string): Promise<Inspector> {
  const socket = new WebSocket(address);
  const messages: { id?: number; method?: string; params?: object; result?: object }[] = [];
  const wakes = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    messages.push(JSON.parse(String(data)));
    for (const wake of wakes) wake();
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const find = (matches: (message: (typeof messages)[number]) => boolean): Promise<(typeof messages)[number]> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = messages.find(matches);
        if (found === undefined) return;
        wakes.delete(look);
        resolve(found);
      };
      wakes.add(look);
      look();
    });
  let last = 0;
  return {
    async call(method, params = {}) {
      const id = ++last;
      socket.send(JSON.stringify({ id, method, params }));
      return (await find((message) => message.id === id)).result as Record<string, unknown>;
    },
    event: async (name, matches = () => true) =>
      (await find(({ method, params = {} }) => method === name && matches(params))).params as Record<string, unknown>,
    close: () => socket.close(),
  };
}

/** Starts a run that calls this script without a sandbox, and stops before the call. */
async function stopBefore(path: string, supports: object, environment: Record<string, string>): Promise<DapClient> {
  const replies: readonly Reply[] = [
    { calls: [['run_skill_script', { skill_name: 'demo', file_path: path }]] },
    { text: 'Done.' },
  ];
  const server = await startModelServer(({ body: { messages } }) => {
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    return replies[turn] ?? { text: 'Done.' };
  });
  onTestFinished(() => server.close());
  const { client, launch } = openProject({ 'demo/scripts/add.js': SCRIPT }, { environment });
  const model = { model: 'openai-compatible/small', baseUrl: server.url };
  const stop = () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'run_skill_script' }] });
  await client.begin({ ...launch, ...model }, stop, supports);
  expect(await client.nextStop()).toMatchObject({ reason: 'function breakpoint' });
  return client;
}

/** An environment in which no sandbox is found. */
const withoutSandbox = () => ({ PATH: pathWithOnly('bash', 'sh') });
const CAN_START = { supportsStartDebuggingRequest: true };

/** Answers the next `startDebugging` request. */
function answerStart(client: DapClient, success: boolean): Promise<DebugProtocol.StartDebuggingRequestArguments> {
  return new Promise((resolve) => {
    client.on('startDebugging', (request: DebugProtocol.StartDebuggingRequest) => {
      client.answer(request, success);
      resolve(request.arguments);
    });
  });
}

describe('step into a script without a sandbox', () => {
  test('starts its debugger, which stops at the first statement in the file of the skill', async () => {
    const client = await stopBefore('scripts/add.js', CAN_START, withoutSandbox());
    const started = answerStart(client, true);
    await client.stepInRequest({ threadId: 1 });
    const { request, configuration } = await started;
    expect([request, configuration.type]).toEqual(['attach', 'pwa-node']);
    const { websocketAddress, localRoot, remoteRoot, port } = configuration as Record<string, string>;
    expect(websocketAddress).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/[\w-]+$/);
    // The address is not published.
    await expect(fetch(`http://127.0.0.1:${port}/json/list`).then((reply) => reply.ok)).resolves.toBe(false);
    const inspector = await attach(websocketAddress ?? '');
    await inspector.call('Runtime.enable');
    await inspector.call('Debugger.enable');
    void inspector.call('Runtime.runIfWaitingForDebugger');
    const paused = await inspector.event('Debugger.paused');
    const [frame] = paused.callFrames as { location: { lineNumber: number; scriptId: string } }[];
    const { scriptId = '', lineNumber } = frame?.location ?? {};
    const script = await inspector.event('Debugger.scriptParsed', (one) => Reflect.get(one, 'scriptId') === scriptId);
    expect([script.url, lineNumber]).toEqual([`file://${join(remoteRoot ?? '', 'scripts/add.js')}`, 0]);
    expect(localRoot).toMatch(/demo$/);
    const evaluation = { expression: 'globalThis.process.argv.length' };
    expect(await inspector.call('Runtime.evaluate', evaluation)).toMatchObject({ result: { value: 2 } });
    await inspector.call('Debugger.resume');
    await inspector.event('Runtime.executionContextDestroyed');
    inspector.close();
    expect(await client.nextStop()).toMatchObject({ reason: 'step' });
    expect((await client.frames())[0]?.name).toBe('scripts/add.js');
    await client.finish();
    const [result] = eventsOf(client, 'tool_result');
    expect(result?.result).toMatchObject({ stdout: 'one', stderr: 'own\n', sandbox: 'none' });
    expect(eventsOf(client, 'note').some(({ message }) => message.includes('its own debugger'))).toBe(true);
  });

  test.each([
    ['', {}],
    [', without a global WebSocket as in Node.js 20', { NODE_OPTIONS: '--no-experimental-websocket' }],
  ])('lets it run if the client could not start the debugger%s', async (_case, environment) => {
    const client = await stopBefore('scripts/add.js', CAN_START, { ...withoutSandbox(), ...environment });
    void answerStart(client, false);
    await client.stepInRequest({ threadId: 1 });
    await client.nextStop();
    expect(client.output).toContain('Check that the debugger of JavaScript is enabled');
    await client.finish();
    expect(eventsOf(client, 'tool_result')[0]?.result).toMatchObject({ stdout: 'one', stderr: 'own\n' });
  });

  test('ends it with the run', async () => {
    const client = await stopBefore('scripts/add.js', CAN_START, withoutSandbox());
    const started = answerStart(client, true);
    await client.stepInRequest({ threadId: 1 });
    const { websocketAddress } = (await started).configuration as { websocketAddress: string };
    await client.terminateRequest();
    await client.ended();
    await expect(attach(websocketAddress)).rejects.toBeDefined();
  });

  test.each([
    ['scripts/hello.sh', CAN_START, 'only JavaScript'],
    ['scripts/add.js', {}, 'this editor cannot start a second debugger'],
  ])('runs %s as one step with a message if %j', async (path, supports, message) => {
    const client = await stopBefore(path, supports, withoutSandbox());
    await client.stepInRequest({ threadId: 1 });
    await client.nextStop();
    expect(client.output).toContain(message);
    await client.finish();
    expect(eventsOf(client, 'tool_result')[0]?.error_code).toBeUndefined();
  });
});

test.runIf(HAS_SANDBOX)('step into a script in a sandbox runs it as one step, with a message', async () => {
  const client = await stopBefore('scripts/add.js', CAN_START, { PATH: process.env.PATH ?? '' });
  await client.stepInRequest({ threadId: 1 });
  await client.nextStop();
  expect(client.output).toContain('Step over scripts/add.js instead: it runs in a sandbox without network');
  await client.finish();
  const [result] = eventsOf(client, 'tool_result');
  expect(result?.result).toMatchObject({ stdout: 'one' });
  expect(result?.result).not.toMatchObject({ sandbox: 'none' });
});

test('step over a script starts no debugger', async () => {
  const client = await stopBefore('scripts/add.js', CAN_START, withoutSandbox());
  let hasAsked = false;
  client.on('startDebugging', () => {
    hasAsked = true;
  });
  await client.nextRequest({ threadId: 1 });
  await client.nextStop();
  expect(hasAsked).toBe(false);
  await client.finish();
});
