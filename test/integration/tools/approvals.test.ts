/**
 * Modules and MCP servers need approval if an agent was chosen in the editor; in the terminal, naming it is the
 * consent.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PauseAnswer } from '../../../runtime/protocol/events.ts';
import { AnswerPause, ForgetApprovals, ListApprovals, StartRun } from '../../../runtime/protocol/rpc.ts';
import { project } from '../../equipment/runtime/agent-run.ts';
import { createDemoSkill, createTemporaryFolder, runCli } from '../run-support.ts';
import { startRuntimeProcess } from '../runtime-process.ts';

/** A server that creates a marker file in its folder, and then does not respond. */
const MARKS = "require('node:fs').writeFileSync('started', ''); process.stdin.resume();";
const SECRET = 'sk-canary-81c4';
const servers = (more: object = {}): string =>
  JSON.stringify({ servers: { s: { command: process.execPath, args: ['-e', MARKS], ...more } } });

function createServerProject(): string {
  const tools = { main: { instruction: 'Do it.', tools: ['s/one', 's/two'] } };
  return project(tools, { '.vscode/mcp.json': servers() });
}

/** Creates a module that creates the marker file, with a file that it imports. */
function createModuleProject(): string {
  const module = `import { writeFileSync } from 'node:fs'; import './lib.mjs';
    writeFileSync('started', ''); export default { noted: { execute: () => 'here' } };`;
  return project({ main: { instruction: 'Do it.', tools: ['./tools.mjs'] } }, { 'tools.mjs': module, 'lib.mjs': '' });
}

/** Runs in the extension's process; every question gets this answer. Returns the questions and all events. */
async function run(folder: string, cache: string, answer: PauseAnswer, onAsked?: () => void) {
  rmSync(join(folder, 'started'), { force: true });
  const { child, connection, events, exited } = startRuntimeProcess({
    env: { XDG_DATA_HOME: cache },
    onEvent: (event, to) => {
      if (event.type !== 'pause') return;
      onAsked?.();
      void to.sendRequest(AnswerPause, { id: event.id, answer });
    },
  });
  await connection.sendRequest(StartRun, {
    prompt: 'Say hello.',
    skills: [createDemoSkill('Nothing to read.')],
    agent: 'main',
    model: 'simulated/heeding',
    guards: 'default',
    maxLlmCalls: 5,
    runs: join(folder, '.skillwright', 'runs'),
    trusted: true,
  });
  // The server never responds: it only matters whether it was started.
  const done = Promise.race([exited, waitForStart(folder)]);
  await done;
  if (child.exitCode === null) child.kill('SIGKILL');
  await exited;
  return { questions: events.flatMap((event) => (event.type === 'pause' ? [event] : [])), events };
}

async function waitForStart(folder: string): Promise<void> {
  while (!existsSync(join(folder, 'started'))) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('the editor asks once for a server used by several entries; denied, it does not start, and the run continues', async () => {
  const folder = createServerProject();
  const { questions, events } = await run(folder, createTemporaryFolder(), 'deny');
  expect(questions).toMatchObject([
    { kind: 'confirmation', server: { name: 's', file: join(folder, '.vscode/mcp.json') } },
  ]);
  expect(existsSync(join(folder, 'started'))).toBe(false);
  expect(events.at(-1)).toMatchObject({ type: 'run_finished', reason: 'final' });
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(notes).toContain('s/one: not started, as you denied it');
});

test('approved permanently: asked again only if its command, environment or folder changes, or the approval is revoked', async () => {
  const folder = createServerProject();
  const cache = createTemporaryFolder();
  const countQuestions = async (answer: PauseAnswer): Promise<number> =>
    (await run(folder, cache, answer)).questions.length;
  expect(await countQuestions('always')).toBe(1);
  expect(existsSync(join(folder, 'started'))).toBe(true);
  expect(await countQuestions('deny')).toBe(0);
  expect(existsSync(join(folder, 'started'))).toBe(true);
  for (const change of [{ env: { A: 'b' } }, { cwd: '.vscode' }, { args: ['-e', `${MARKS} `] }]) {
    writeFileSync(join(folder, '.vscode/mcp.json'), servers(change));
    expect(await countQuestions('deny')).toBe(1);
  }
  const { connection, child } = startRuntimeProcess({ env: { XDG_DATA_HOME: cache } });
  const approvals = await connection.sendRequest(ListApprovals);
  expect(approvals).toMatchObject([{ kind: 'server', name: 's' }]);
  expect(await connection.sendRequest(ForgetApprovals, approvals)).toEqual({ count: 1 });
  child.disconnect();
  writeFileSync(join(folder, '.vscode/mcp.json'), servers());
  expect(await countQuestions('deny')).toBe(1);
});

test('the editor asks before a module is loaded, with its source and imports; denied, the run continues without it', async () => {
  const folder = createModuleProject();
  const { questions, events } = await run(folder, createTemporaryFolder(), 'deny');
  const source = expect.stringContaining("writeFileSync('started', '')");
  expect(questions).toMatchObject([
    {
      kind: 'confirmation',
      module: { name: './tools.mjs', file: join(folder, 'tools.mjs'), source, leadsTo: ['lib.mjs'] },
    },
  ]);
  expect(existsSync(join(folder, 'started'))).toBe(false);
  expect(events.at(-1)).toMatchObject({ type: 'run_finished', reason: 'final' });
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(notes).toContain('./tools.mjs: not loaded, as you denied it');
});

test('a permanently approved module is asked about again only if it or a file that it imports changes', async () => {
  const folder = createModuleProject();
  const cache = createTemporaryFolder();
  const countQuestions = async (answer: PauseAnswer) => (await run(folder, cache, answer)).questions.length;
  expect(await countQuestions('approve')).toBe(1);
  expect(existsSync(join(folder, 'started'))).toBe(true);
  // That approval was for one run.
  expect(await countQuestions('always')).toBe(1);
  expect(await countQuestions('deny')).toBe(0);
  expect(existsSync(join(folder, 'started'))).toBe(true);
  writeFileSync(join(folder, 'lib.mjs'), '// changed');
  expect(await countQuestions('deny')).toBe(1);
  expect(existsSync(join(folder, 'started'))).toBe(false);
});

test('a module that changes during its question is not loaded', async () => {
  const folder = createModuleProject();
  const change = () => writeFileSync(join(folder, 'lib.mjs'), '// changed');
  const { events } = await run(folder, createTemporaryFolder(), 'approve', change);
  expect(existsSync(join(folder, 'started'))).toBe(false);
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(notes).toEqual([expect.stringContaining('./tools.mjs: no tools: it has changed since this run began')]);
});

test('in the terminal: everything that a named agent starts must be the same on resume; changes are reported', async () => {
  const folder = project(
    { main: { instruction: 'Call ask.', tools: ['./tools.mjs', 's/*'] } },
    {
      '.vscode/mcp.json': servers({ args: ['-e', 'process.exit(0)'] }),
      'lib.mjs': '',
      'tools.mjs': `import './lib.mjs'; export default { ask: { description: 'Asks.', inputSchema: { type: 'object', properties: {} },
        execute: (input, { requestConfirmation }) => requestConfirmation('Really?').then(() => 'yes') } };`,
    },
  );
  const env = { XDG_DATA_HOME: createTemporaryFolder() };
  const paused = await runCli(['run', 'Do it.', '--agent', 'main', '--json'], { cwd: folder, env });
  const [question] = paused.ofType('pause');
  const [started] = paused.ofType('run_started');
  expect([paused.code, question?.hint]).toEqual([6, 'Really?']);
  const resume = ['resume', started?.run ?? '', '--approve', question?.id ?? '', '--json'];
  writeFileSync(join(folder, '.vscode/mcp.json'), servers({ args: ['-e', 'process.exit(1)'], env: { A: SECRET } }));
  const refused = await runCli(resume, { cwd: folder, env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(": the MCP server 's' has changed (arguments, environment).");
  expect(refused.stderr).not.toContain(SECRET);
  writeFileSync(join(folder, 'lib.mjs'), 'process.exit(1);');
  expect((await runCli(resume, { cwd: folder, env })).stderr).toContain(
    'the module ./tools.mjs has changed (lib.mjs);',
  );
  writeFileSync(join(folder, 'lib.mjs'), '');
  writeFileSync(join(folder, '.vscode/mcp.json'), servers({ args: ['-e', 'process.exit(0)'] }));
  expect((await runCli(resume, { cwd: folder, env })).code).toBe(0);
});
