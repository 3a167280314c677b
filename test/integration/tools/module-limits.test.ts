import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EMPTY_HISTORY } from '../../../runtime/loop/history/history.ts';
import { SessionState } from '../../../runtime/loop/interfaces/state.ts';
import type { StepContext, ToolContext } from '../../../runtime/loop/interfaces/tools.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import type { ModuleLimits } from '../../../runtime/tools/module/module-host.ts';
import { moduleSource } from '../../../runtime/tools/module/module-source.ts';
import { temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { runCli } from '../run-support.ts';

const NEVER = new Promise<never>(() => undefined);
const step = (): StepContext => ({
  agent: 'a',
  invocation: 'inv',
  state: new SessionState(),
  messages: [],
  requestCredential: () => NEVER,
});
const call = (more: Partial<ToolContext> = {}): ToolContext => ({
  callId: 'c',
  seq: 1,
  invocation: 'inv',
  agent: 'a',
  state: new SessionState(),
  signal: new AbortController().signal,
  actions: { skipSummarization: false, readOnly: false },
  emit: () => ({}) as RunEvent,
  ask: () => NEVER,
  requestConfirmation: () => NEVER,
  requestCredential: () => NEVER,
  history: EMPTY_HISTORY,
  ...more,
});

function open(source: string, limits: Partial<ModuleLimits>) {
  const folder = writeFiles(temporaryFolder(), { 'tools.mjs': source });
  const notes: string[] = [];
  const module = moduleSource({
    name: './tools.mjs',
    file: join(folder, 'tools.mjs'),
    note: (message) => notes.push(message),
    limits,
  });
  onTestFinished(() => module.close?.());
  return { module, notes };
}

test.each<[string, Partial<ModuleLimits>, RegExp]>([
  ['await new Promise(() => {}); export default {};', { loadMs: 500 }, /loading took longer than 0\.5 s/],
  ['for (;;);', { loadMs: 500 }, /loading took longer than 0\.5 s/],
  [
    'export default () => new Promise(() => {});',
    { listMs: 500 },
    /it took longer than 0\.5 s, and its process was ended/,
  ],
  ['export default () => { for (;;); };', { listMs: 500 }, /it took longer than 0\.5 s, and its process was ended/],
])('%s is aborted in time', async (source, limits, message) => {
  const { module } = open(source, limits);
  const startTime = performance.now();
  const listed = await module.list(step());
  expect(listed.notes).toEqual([expect.stringMatching(message)]);
  expect(performance.now() - startTime).toBeLessThan(scaledLimit(5000));
});

test('a call that takes too long returns an error, and the next one has a new process', async () => {
  const { module, notes } = open(
    'export default { hangs: { execute: () => new Promise(() => {}) }, works: { execute: () => process.pid } };',
    { executeMs: 500 },
  );
  const [hangs] = (await module.list(step())).tools;
  expect(await hangs?.execute({}, call())).toMatchObject({
    errorCode: 'TOOL_PROCESS_ENDED',
    value: { error: expect.stringMatching(/did not finish: it took longer than 0\.5 s/) },
  });
  await vi.waitFor(
    () => expect(notes).toEqual([expect.stringMatching(/its process ended: it was terminated by SIGKILL/)]),
    20_000,
  );
  const works = (await module.list(step())).tools.find((tool) => tool.name === 'works');
  expect(await works?.execute({}, call())).toMatchObject({ kind: 'result', value: expect.any(Number) });
});

test("waiting for the user does not count towards the module's limit", async () => {
  const { module } = open(
    'export default { asks: { async execute(_, context) { await context.requestConfirmation("Continue?"); return "resumed"; } } };',
    { executeMs: 500 },
  );
  const [asks] = (await module.list(step())).tools;
  const slowly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await asks?.execute({}, call({ requestConfirmation: slowly }))).toEqual({ kind: 'result', value: 'resumed' });
});

test('a tool of an older list can still be called, as it was at that time', async () => {
  const { module } = open(
    'let n = 0; export default () => { const mine = ++n; return { which: { execute: () => mine } }; };',
    {},
  );
  const [first] = (await module.list(step())).tools;
  const [second] = (await module.list(step())).tools;
  expect(await first?.execute({}, call())).toMatchObject({ value: 1 });
  expect(await second?.execute({}, call())).toMatchObject({ value: 2 });
});

test.skipIf(process.platform === 'win32')(
  'a module in a busy loop, and its children, exit when the run is killed',
  async () => {
    const source = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    export default { spins: { execute() {
      const child = spawn('sleep', ['60'], { stdio: 'ignore' });
      writeFileSync('pids', process.pid + ' ' + child.pid);
      for (;;);
    } } };`;
    const folder = writeFiles(temporaryFolder(), {
      'tools.mjs': source,
      '.skillwright.json': JSON.stringify({ agents: { a: { instruction: 'Call spins.', tools: ['./tools.mjs'] } } }),
    });
    const pids = join(folder, 'pids');
    await runCli(['run', 'x', '--agent', 'a', '--json'], {
      cwd: folder,
      onLine(line, child) {
        if (!line.includes('"tool_call"')) return;
        const kill = setInterval(() => {
          if (!existsSync(pids) || readFileSync(pids, 'utf8') === '') return;
          clearInterval(kill);
          child.kill('SIGKILL');
        }, 10);
      },
    });
    const started = readFileSync(pids, 'utf8').split(' ').map(Number);
    onTestFinished(() => started.filter(isAlive).forEach((pid) => void process.kill(pid, 'SIGKILL')));
    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), 20_000);
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
