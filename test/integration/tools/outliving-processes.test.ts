import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';
import { runCli } from '../run-support.ts';

/**
 * Two processes that outlive their starter: one leaves its session and keeps its pipes open, the other also leaves its
 * parent. They record their ids, and ignore all requests to exit.
 */
const LEAVES = `
  import { execFileSync, spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => undefined);
  setInterval(() => undefined, 1000);
  export function start() {
    const alone = spawn('sh', ['-c', 'trap "" TERM HUP INT; sleep 600; :'], { detached: true, stdio: 'inherit' });
    const orphan = execFileSync('sh', ['-c', 'setsid sleep 600 > /dev/null 2>&1 & echo $!'], { encoding: 'utf8' });
    writeFileSync('pids', [process.pid, alone.pid, orphan.trim()].join(' '));
  }`;

const MODULE = `
  import { start } from './leaves.mjs';
  export default { starts: { execute() { start(); return new Promise((resolve) => setTimeout(resolve, WAIT)); } } };`;

const SERVER = `
  import { createInterface } from 'node:readline';
  import { start } from './leaves.mjs';
  const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  process.stdout.on('error', () => undefined);
  createInterface(process.stdin).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } });
    if (method === 'tools/list') answer(id, { tools: [{ name: 'starts', inputSchema: { type: 'object' } }] });
    if (method !== 'tools/call') return;
    start();
    setTimeout(() => answer(id, { content: [{ type: 'text', text: 'done' }] }), WAIT);
  });`;

const tools = {
  'a module': './tools.mjs',
  'an MCP server': 'odd/*',
} as const;

/** Runs an agent whose tool takes `waitMs`, and returns the ids of the processes that it started. */
async function run(tool: string, waitMs: number, then?: NodeJS.Signals): Promise<readonly number[]> {
  const folder = writeFiles(temporaryFolder(), {
    'leaves.mjs': LEAVES,
    'tools.mjs': MODULE.replace('WAIT', String(waitMs)),
    'server.mjs': SERVER.replace('WAIT', String(waitMs)),
    '.vscode/mcp.json': JSON.stringify({ servers: { odd: { command: process.execPath, args: ['server.mjs'] } } }),
    '.skillwright.json': JSON.stringify({ agents: { a: { instruction: 'Call starts.', tools: [tool] } } }),
  });
  const noted = join(folder, 'pids');
  const pids = (): readonly number[] =>
    existsSync(noted) ? readFileSync(noted, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  await runCli(['run', 'x', '--agent', 'a', '--json'], {
    cwd: folder,
    process: true,
    onLine(line, child) {
      if (then === undefined || !line.includes('"tool_call"')) return;
      const kill = setInterval(() => {
        if (pids().length < 3) return;
        clearInterval(kill);
        child.kill(then);
      }, 10);
    },
  });
  const started = pids();
  killAfterTest(started);
  expect(started).toHaveLength(3);
  return started;
}

describe.runIf(process.platform === 'linux')(
  'no process started by a tool outlives the run',
  { timeout: 60_000 },
  () => {
    describe.each(Object.entries(tools))('%s that ignores signals', (_, tool) => {
      test.each<[string, number, NodeJS.Signals | undefined]>([
        ['after the run ended', 0, undefined],
        ['after it was cancelled', 600_000, 'SIGINT'],
        ['after it was killed', 600_000, 'SIGKILL'],
      ])('%s', async (__, waitMs, signal) => {
        const started = await run(tool, waitMs, signal);
        // The process of a run that ends by itself waits for them.
        if (signal !== 'SIGKILL') expect(started.map(isAlive)).toEqual([false, false, false]);
        await vi.waitFor(() => expect(started.map(isAlive)).toEqual([false, false, false]), 20_000);
      });
    });

    test('an MCP server that handles signals is given time to exit', async () => {
      const ends = `
      process.removeAllListeners('SIGTERM');
      process.on('SIGTERM', () => setTimeout(() => { writeFileSync('ended', 'well'); process.exit(0); }, 300));`;
      const folder = writeFiles(temporaryFolder(), {
        'leaves.mjs': LEAVES,
        'server.mjs': `import { writeFileSync } from 'node:fs';${SERVER.replace('WAIT', '0')}${ends}`,
        // Like npx, which exits before the process that it started.
        '.vscode/mcp.json': JSON.stringify({
          servers: { odd: { command: 'sh', args: ['-c', `"${process.execPath}" server.mjs; :`] } },
        }),
        '.skillwright.json': JSON.stringify({ agents: { a: { instruction: 'Call starts.', tools: ['odd/*'] } } }),
      });
      await runCli(['run', 'x', '--agent', 'a', '--json'], { cwd: folder, process: true });
      await vi.waitFor(() => expect(existsSync(join(folder, 'ended'))).toBe(true), 20_000);
      const pids = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);
      killAfterTest(pids);
      await vi.waitFor(() => expect(existsSync(join(folder, 'ended'))).toBe(true), 20_000);
      await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false, false]), 20_000);
    });
  },
);

/** Kills the processes after the test, in case it fails. */
function killAfterTest(pids: readonly number[]): void {
  onTestFinished(() => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
}

/** A process that has exited but was not reaped counts as exited. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
