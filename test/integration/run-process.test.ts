import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import {
  AnswerPause,
  CancelRun,
  LeaveRun,
  ResumeRun,
  StartRun,
  type StartRunParams,
} from '../../runtime/protocol/rpc.ts';
import { startOtlpServer } from '../equipment/runtime/otlp-server.ts';
import { scaledLimit } from '../equipment/runtime/scaled-limit.ts';
import { startModelServer } from './run-server.ts';
import { createDemoSkill, createTemporaryFolder } from './run-support.ts';
import { RUNTIME, type RuntimeProcess, startRuntimeProcess } from './runtime-process.ts';

const params = (more: Partial<StartRunParams> = {}): StartRunParams => ({
  prompt: 'Say hello.',
  skills: [createDemoSkill()],
  model: 'simulated/weak',
  guards: 'default',
  maxLlmCalls: 500,
  runs: join(createTemporaryFolder(), '.skillwright', 'runs'),
  trusted: true,
  ...more,
});
const reason = (event: RunEvent): unknown => (event.type === 'run_finished' ? event.reason : undefined);

/** Starts a model server that requests the script and then replies. */
async function startScriptModel(path = 'hello.sh') {
  const call = ['run_skill_script', { skill_name: 'demo', file_path: path }] as const;
  const server = await startModelServer([{ calls: [call] }, { text: 'Done.' }]);
  onTestFinished(() => server.close());
  return { model: 'openai-compatible/m', baseUrl: server.url };
}

/** A model that is silent on the first request, and then sends these replies. */
async function startSilentModel() {
  const server = await startModelServer([{ silent: true }]);
  onTestFinished(() => server.close());
  return { model: 'openai-compatible/m', baseUrl: server.url };
}

describe('closing the window while a run waits', () => {
  async function leaveWindow(close: (first: RuntimeProcess) => Promise<void> | void) {
    const first = startRuntimeProcess();
    const startParams = params(await startScriptModel());
    const { run, journal } = await first.connection.sendRequest(StartRun, startParams);
    const pause = await first.until('pause');
    await close(first);
    expect(await first.exited).toBe(0);
    const last = JSON.parse(readFileSync(journal, 'utf8').trimEnd().split('\n').at(-1) ?? '') as RunEvent;
    const id = pause.type === 'pause' ? pause.id : '';
    expect(last).toMatchObject({ type: 'run_finished', reason: 'paused', waiting: [id] });
    return { id, run, journal, runs: startParams.runs };
  }

  test.each<[string, (first: RuntimeProcess) => Promise<void> | void]>([
    ['with a notification', ({ connection }) => connection.sendNotification(LeaveRun)],
    ['by disconnecting', ({ child }) => child.disconnect()],
    ['by closing its terminal', ({ child }) => void child.kill('SIGHUP')],
  ])('%s: the run ends as paused, and can be answered in another window', async (_, close) => {
    const { id, run, runs, journal } = await leaveWindow(close);
    const second = startRuntimeProcess();
    const resumed = await second.connection.sendRequest(ResumeRun, { run, runs, trusted: true });
    expect(resumed).toEqual({ run, journal });
    // It waits on the pause of the first process, which is not sent again.
    const answered = async (): Promise<boolean> =>
      (await second.connection.sendRequest(AnswerPause, { id, answer: 'approve' })) || answered();
    await answered();
    expect(await second.exited).toBe(0);
    expect(second.events.map((event) => event.type)).not.toContain('pause');
    expect(second.events[0]).toMatchObject({ type: 'run_resumed', by: 'person' });
    expect(second.events.filter((event) => event.type === 'script')).toHaveLength(1);
    expect(reason(second.events.at(-1) as RunEvent)).toBe('final');
  });

  test('[92] it is resumed with its answer, as ADK sends it; a second resume is refused', async () => {
    const { id, run, runs } = await leaveWindow(({ connection }) => connection.sendNotification(LeaveRun));
    const replies = [{ id, answer: { response: '{"confirmed":false}' } }];
    const second = startRuntimeProcess();
    await second.connection.sendRequest(ResumeRun, { run, runs, replies, trusted: true });
    expect(await second.exited).toBe(0);
    expect(second.events.find((event) => event.type === 'tool_result')).toMatchObject({ error_code: 'REJECTED' });
    const third = startRuntimeProcess();
    await expect(third.connection.sendRequest(ResumeRun, { run, runs, replies, trusted: true })).rejects.toThrow(
      /nothing is pending/,
    );
  });
});

describe('closing the window while a run is active', () => {
  async function interruptRun(close: (first: RuntimeProcess) => Promise<void> | void) {
    const first = startRuntimeProcess();
    // The model starts to respond only after the first process has exited.
    let responds = false;
    const server = await startModelServer(() => (responds ? { text: 'Hello after all.' } : { silent: true }));
    onTestFinished(() => server.close());
    const startParams = params({ model: 'openai-compatible/m', baseUrl: server.url });
    const { run, journal } = await first.connection.sendRequest(StartRun, startParams);
    await first.until('llm_request');
    await close(first);
    expect(await first.exited).toBe(0);
    responds = true;
    const events = readFileSync(journal, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RunEvent);
    return { run, runs: startParams.runs, events, journal };
  }

  test.each<[string, 'window' | 'signal', (first: RuntimeProcess) => Promise<void> | void]>([
    ['with a notification', 'window', ({ connection }) => connection.sendNotification(LeaveRun)],
    ['by disconnecting', 'window', ({ child }) => child.disconnect()],
    ['by closing its terminal', 'window', ({ child }) => void child.kill('SIGHUP')],
    ['by a signal from the system', 'signal', ({ child }) => void child.kill('SIGTERM')],
  ])('%s: the run is interrupted, not stopped, and continues in another window', async (_, by, close) => {
    const { run, runs, events, journal } = await interruptRun(close);
    expect(events.some((event) => event.type === 'run_finished')).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: 'note', interrupted: by, parent: events[0]?.seq });
    // Nothing is invented about the call in progress.
    expect(events.at(-2)?.type).toBe('llm_request');
    expect(existsSync(`${journal}.lock`)).toBe(false);
    const second = startRuntimeProcess();
    await second.connection.sendRequest(ResumeRun, { run, runs, trusted: true });
    expect(await second.exited).toBe(0);
    expect(second.events[0]).toMatchObject({ type: 'run_resumed', by: 'crash' });
    expect(second.events.at(-1)).toMatchObject({ type: 'run_finished', reason: 'final', text: 'Hello after all.' });
  });

  test('a tool call in progress is not run twice', async () => {
    const first = startRuntimeProcess();
    const skills = [createDemoSkill(undefined, { 'demo/scripts/sleep.sh': 'sleep 60\n' })];
    const startParams = params({ ...(await startScriptModel('sleep.sh')), skills });
    const { run } = await first.connection.sendRequest(StartRun, startParams);
    const pause = await first.until('pause');
    await first.connection.sendRequest(AnswerPause, { id: pause.type === 'pause' ? pause.id : '', answer: 'approve' });
    await first.until('tool_started');
    await first.connection.sendNotification(LeaveRun);
    expect(await first.exited).toBe(0);
    const second = startRuntimeProcess();
    await second.connection.sendRequest(ResumeRun, { run, runs: startParams.runs, trusted: true });
    expect(await second.exited).toBe(0);
    expect(second.events.find((event) => event.type === 'tool_result')).toMatchObject({ error_code: 'INTERRUPTED' });
    expect(reason(second.events.at(-1) as RunEvent)).toBe('final');
  });
});

describe('the process forked by the editor', () => {
  test('runs, sends every event in journal order, and exits', async () => {
    const { connection, events, exited } = startRuntimeProcess();
    const { run, journal } = await connection.sendRequest(StartRun, params());
    expect(await exited).toBe(0);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(readFileSync(journal, 'utf8')).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    expect(events[0]).toMatchObject({ type: 'run_started', run });
    expect(reason(events.at(-1) as RunEvent)).toBe('guard');
    expect(existsSync(`${journal}.lock`)).toBe(false);
  });

  test('a large number of events arrives completely', async () => {
    const { connection, events, exited } = startRuntimeProcess();
    await connection.sendRequest(StartRun, params({ model: 'simulated/stubborn', guards: 'off' }));
    expect(await exited).toBe(0);
    expect(events).toHaveLength(2004);
  });

  test('a pause waits for its answer', async () => {
    const { connection, until, exited, events } = startRuntimeProcess();
    await connection.sendRequest(StartRun, params(await startScriptModel()));
    const pause = await until('pause');
    expect(pause).toMatchObject({ kind: 'confirmation', script: { path: 'scripts/hello.sh' } });
    const id = pause.type === 'pause' ? pause.id : '';
    expect(await connection.sendRequest(AnswerPause, { id: 'other', answer: 'approve' })).toBe(false);
    expect(await connection.sendRequest(AnswerPause, { id, answer: 'approve' })).toBe(true);
    expect(await exited).toBe(0);
    expect(events.find((event) => event.type === 'script')).toMatchObject({ exitCode: 0 });
    expect(reason(events.at(-1) as RunEvent)).toBe('final');
  });

  test('Stop during a pause cancels the run within 200 ms, and the call gets a result', async () => {
    const { connection, until, exited, events } = startRuntimeProcess();
    await connection.sendRequest(StartRun, params(await startScriptModel()));
    await until('pause');
    const start = performance.now();
    await connection.sendNotification(CancelRun);
    expect(reason(await until('run_finished'))).toBe('cancelled');
    expect(performance.now() - start).toBeLessThan(scaledLimit(200));
    expect(await exited).toBe(0);
    expect(events.find((event) => event.type === 'tool_result')).toMatchObject({ error_code: 'CANCELLED' });
  });

  test('in an untrusted workspace no script runs, and no approval is requested', async () => {
    const { connection, exited, events } = startRuntimeProcess();
    await connection.sendRequest(StartRun, params({ ...(await startScriptModel()), trusted: false }));
    await exited;
    expect(events.find((event) => event.type === 'tool_result')).toMatchObject({ error_code: 'SCRIPTS_NOT_TRUSTED' });
    expect(events.some((event) => event.type === 'pause')).toBe(false);
  });

  test('applies guard settings and limits, and rejects invalid ones before the run starts', async () => {
    const { connection, exited, events } = startRuntimeProcess();
    const guardSettings = { thresholds: { resourceSamePath: 4, resourceAnyPath: 4 }, exempt: ['load_*'] };
    await connection.sendRequest(StartRun, params({ model: 'simulated/stubborn', guardSettings, scriptTimeout: 7 }));
    expect(await exited).toBe(0);
    expect(events[0]).toMatchObject({ guardSettings, scriptTimeout: 7 });
    const codes = events.flatMap((event) => (event.type === 'tool_result' ? (event.error_code ?? []) : []));
    const fatal = 'RESOURCE_NOT_FOUND_FATAL';
    expect(codes).toEqual([...Array(3).fill('RESOURCE_NOT_FOUND'), fatal, fatal]);
    for (const [invalid, message] of [
      [{ guardSettings: { thresholds: { script: 0 } } }, /threshold 'script' must be a whole number/],
      [{ scriptTimeout: -1 }, /time limit of scripts/],
    ] as const)
      await expect(startRuntimeProcess().connection.sendRequest(StartRun, params(invalid))).rejects.toThrow(message);
  });

  test('returns an error for a run that cannot start, and exits', async () => {
    const { connection, exited } = startRuntimeProcess();
    await expect(connection.sendRequest(StartRun, params({ skills: ['/dev/null/nowhere'] }))).rejects.toThrow(
      /folder .*nowhere does not exist/,
    );
    expect(await exited).toBe(0);
  });

  test('Stop during a model call cancels the run, which cannot be resumed', async () => {
    const { connection, until, exited } = startRuntimeProcess();
    const startParams = params(await startSilentModel());
    const { run } = await connection.sendRequest(StartRun, startParams);
    await until('llm_request');
    await connection.sendNotification(CancelRun);
    expect(reason(await until('run_finished'))).toBe('cancelled');
    expect(await exited).toBe(0);
    const second = startRuntimeProcess();
    await expect(
      second.connection.sendRequest(ResumeRun, { run, runs: startParams.runs, trusted: true }),
    ).rejects.toThrow(/has ended \(cancelled\)/);
  });

  test('if the editor is killed while the runtime is busy, the runtime exits', async () => {
    const runs = createTemporaryFolder();
    const parent = spawn(
      process.execPath,
      [
        '-e',
        PARENT,
        RUNTIME,
        JSON.stringify(params({ runs, model: 'simulated/stubborn', guards: 'off', maxLlmCalls: 0 })),
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, SKILLWRIGHT_SIMULATED_DELAY: '1' },
      },
    );
    onTestFinished(() => void parent.kill('SIGKILL'));
    const pid = Number(
      await new Promise<string>((resolve) => parent.stdout.once('data', (data: Buffer) => resolve(data.toString()))),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });
});

/** Forks the runtime, starts a run and prints the runtime's process id. */
const PARENT = `
const [runtime, params] = process.argv.slice(1);
const child = require('node:child_process').fork(runtime, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
child.send({ jsonrpc: '2.0', id: 1, method: 'run/start', params: JSON.parse(params) });
child.on('message', () => undefined);
console.log(child.pid);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('an OTLP endpoint in the settings', () => {
  test('receives the run, with headers from the environment', async () => {
    const server = await startOtlpServer();
    const process = startRuntimeProcess({ env: { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc' } });
    await process.connection.sendRequest(StartRun, params({ otlp: server.url }));
    expect(await process.exited).toBe(0);
    expect(server.events()).toEqual(process.events);
    expect(server.faults).toEqual([]);
    expect(server.requests.map(({ headers }) => headers['x-key'])).toContain('abc');
  });

  test.each(['not an address', 'https://me:secret@otel.example'])(
    'does not prevent a run if it is invalid: %s',
    async (otlp) => {
      const process = startRuntimeProcess({ quiet: true });
      await process.connection.sendRequest(StartRun, params({ otlp }));
      expect(await process.exited).toBe(0);
      expect(process.events.at(-1)?.type).toBe('run_finished');
    },
  );
});
