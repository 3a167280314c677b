/** Requests in unusual order and at unusual moments: nothing crashes or hangs, and the run ends as it should. */
import { expect, test } from 'vitest';
import { runCli } from '../run-support.ts';
import { DapClient } from './dap-client.ts';
import { eventsOf, LINES, openProject, openScripted } from './debugged-run.ts';

const DONE = { text: 'Done.' };
const mark = (mood: string) => ({ calls: [['mark', { mood }]] }) as const;
const reasonOf = (client: DapClient) => eventsOf(client, 'run_finished').at(-1)?.reason;

test('the order of nvim-dap: launch immediately, breakpoints after the event, and a step with its granularity', async () => {
  const { client, manifest, launch } = openProject({}, { process: true });
  const initialized = client.waitForEvent('initialized');
  const identity = { clientID: 'neovim', clientName: 'neovim', adapterID: 'nvim-dap', locale: 'en_US.UTF-8' };
  const format = { pathFormat: 'path', linesStartAt1: true, columnsStartAt1: true } as const;
  const supports = {
    supportsRunInTerminalRequest: true,
    supportsStartDebuggingRequest: true,
    supportsVariableType: true,
  };
  const { body } = await client.initializeRequest({ ...identity, ...format, ...supports });
  const defaults = body?.exceptionBreakpointFilters?.filter((filter) => filter.default).map(({ filter }) => filter);
  const config = { type: 'skillwright', request: 'launch', name: 'Debug skill', ...launch };
  const launched = client.launchRequest(config as never);
  await initialized;
  const breakpoints = [{ line: LINES.mention }];
  const source = { path: manifest, name: 'SKILL.md' };
  const set = client.setBreakpointsRequest({ source, sourceModified: false, breakpoints, lines: [LINES.mention] });
  expect((await set).body.breakpoints).toMatchObject([{ verified: true }]);
  await client.setExceptionBreakpointsRequest({ filters: defaults ?? [] });
  await client.configurationDoneRequest();
  await launched;
  const { threadId = 0 } = await client.nextStop();
  expect((await client.threadsRequest()).body.threads).toHaveLength(1);
  const [top] = await client.frames(threadId);
  expect(top).toMatchObject({ line: LINES.mention, source: { path: manifest } });
  await client.scopesRequest({ frameId: top?.id ?? 0 });
  const evaluated = { expression: 'args.file_path', context: 'repl', frameId: top?.id ?? 0 };
  expect((await client.evaluateRequest(evaluated)).body.result).toBe('"references/user_guide.md"');
  await client.customRequest('next', { threadId, granularity: 'statement' });
  expect(await client.nextStop()).toMatchObject({ reason: 'exception' });
  await client.customRequest('terminate', { restart: false });
  await client.ended();
  await client.disconnectRequest({ restart: false, terminateDebuggee: true } as never);
  await client.exited;
  expect(reasonOf(client)).toBe('cancelled');
});

test('requests before their time are refused; the run then starts as usual', async () => {
  const { client, launch } = await openScripted([mark('a'), DONE]);
  await client.initializeRequest();
  for (const [command, args] of [
    ['evaluate', { expression: 'args' }],
    ['scopes', { frameId: 1 }],
    ['variables', { variablesReference: 1 }],
    ['setVariable', { variablesReference: 1, name: 'a', value: '1' }],
    ['setExpression', { expression: 'args.a', value: '1' }],
    ['restartFrame', { frameId: 1 }],
    ['stepInTargets', { frameId: 1 }],
    ['source', { sourceReference: 1 }],
    ...['stackTrace', 'stepBack', 'next', 'continue', 'exceptionInfo'].map((name) => [name, { threadId: 1 }] as const),
  ] as const)
    await expect(client.customRequest(command, args), command).rejects.toThrow(/\S/);
  expect((await client.threadsRequest()).body.threads).toEqual([]);
  await client.configurationDoneRequest();
  await client.launchRequest(launch as never);
  await client.ended();
  await client.initializeRequest();
  expect(reasonOf(client)).toBe('final');
});

test.each([
  ['before initialize', async () => undefined, undefined],
  ['before launch', (client: DapClient) => client.initializeRequest(), undefined],
  [
    'while the run is launched',
    async (client: DapClient, launch: object) => {
      await client.initializeRequest();
      void client.launchRequest(launch as never).catch(() => undefined);
    },
    'cancelled',
  ],
  [
    'before configurationDone',
    async (client: DapClient, launch: object) => {
      await client.initializeRequest();
      await client.launchRequest(launch as never);
    },
    'cancelled',
  ],
  [
    'while the model is silent',
    async (client: DapClient, launch: object) => {
      await client.begin({ ...launch, stopOnEntry: true });
      await client.nextStop();
      await client.continueRequest({ threadId: 1 });
    },
    'cancelled',
  ],
] as const)('disconnecting twice %s ends the process and the run', async (_when, prepare, reason) => {
  const { client, launch } = await openScripted([{ silent: true }], [], {}, { process: true });
  await prepare(client, launch);
  const isAnswered = client.disconnectRequest();
  // The process may end before it answers the second one.
  void client.disconnectRequest().catch(() => undefined);
  await isAnswered;
  await client.exited;
  if (reason !== undefined) expect(reasonOf(client)).toBe(reason);
});

test('terminating before the launch cancels the run that is launched then', async () => {
  const { client, launch, server } = await openScripted([DONE]);
  await client.initializeRequest();
  await client.terminateRequest();
  await client.launchRequest(launch as never);
  await client.ended();
  expect([reasonOf(client), server.requests.length]).toEqual(['cancelled', 0]);
});

test('a model that is silent can be terminated after a pause; it has no frames until the pause is reached', async () => {
  const { client, launch, server } = await openScripted([{ silent: true }]);
  await client.begin(launch);
  await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(1);
  await client.pauseRequest({ threadId: 1 });
  await client.pauseRequest({ threadId: 1 });
  for (const command of ['stackTrace', 'stepBack', 'next'])
    await expect(client.customRequest(command, { threadId: 1 })).rejects.toThrow('Pause the run first');
  await client.terminateRequest();
  await client.ended();
  expect(reasonOf(client)).toBe('cancelled');
});

test('a model server that is gone after a stop leads to a stop at the error, from which one can go back', async () => {
  const { client, launch, server } = await openScripted([mark('a'), DONE]);
  await client.begin(launch, async () => {
    await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] });
    await client.setExceptionBreakpointsRequest({ filters: ['modelError'] });
  });
  await client.nextStop();
  server.close();
  await client.continueRequest({ threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ reason: 'exception', text: expect.stringContaining('reached') });
  for (const expression of ['result', 'args.mood', 'next_message', 'messages[1]'])
    await expect(client.setExpressionRequest(expression, '1')).rejects.toThrow(/\S/);
  await client.goBack('stepBack', { threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ reason: 'step' });
  expect((await client.frames())[0]?.name).toBe('Model call 2 (before)');
  await client.disconnectRequest();
  await client.exited;
});

test('questions wait while the run is stopped; the console answers them in their order afterwards', async () => {
  const pay = (n: number) => ['pay', { n }] as const;
  const { client, launch } = await openScripted([{ calls: [pay(1), ['mark', { mood: 'a' }], pay(2)] }, DONE]);
  await client.begin({ ...launch, approve: false }, () =>
    client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] }),
  );
  await client.nextStop();
  // Not an answer, but an expression: no question is shown yet.
  expect(await client.value('approve')).toBe('undefined');
  await client.pauseRequest({ threadId: 1 });
  await client.continueRequest({ threadId: 1 });
  await client.printed("Run the tool 'pay'?");
  await expect(client.value('perhaps')).rejects.toThrow('Pause the run first');
  await client.value('deny');
  await expect.poll(() => client.output.match(/approve or deny/g)?.length, { timeout: 30_000 }).toBe(2);
  await client.value('approve');
  await client.ended();
  const results = eventsOf(client, 'tool_result').flatMap(({ tool, error_code = 'done' }) => `${tool} ${error_code}`);
  expect(results.sort()).toEqual(['mark done', 'pay REJECTED', 'pay done']);
});

test('a second client cannot resume the same run, but fork it', async () => {
  const { client, launch, folder, server } = await openScripted([{ calls: [['pay', { n: 7 }]] }, DONE]);
  const place = ['--agent', 'main', '--skills', launch.skills[0] ?? '', '--model', launch.model];
  const run = await runCli(['run', 'Hello.', ...place, '--base-url', server.url, '--json'], { cwd: folder });
  const id = run.ofType('run_started')[0]?.run;
  const second = DapClient.open(folder, { process: true });
  await client.begin({ continue: id, cwd: folder });
  await expect(second.begin({ continue: id, cwd: folder })).rejects.toThrow('Another process');
  await second.launchRequest({ fork: id, at: run.ofType('llm_request')[0]?.seq, cwd: folder } as never);
  await second.terminateRequest();
  await second.ended();
  await client.printed('approve or deny');
  await client.value('approve');
  await client.ended();
  expect(reasonOf(client)).toBe('final');
});
