import { fork } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { AnswerPause, RunEvents, StartRun } from '../../../runtime/protocol/rpc.ts';
import { project } from '../../../runtime/testing/agent-run.ts';
import { demoSkill } from '../run-support.ts';

const RUNTIME = join(import.meta.dirname, '../../../dist/runtime.cjs');

/** A run in the process that VS Code forks, of an agent whose module offers `noted`. */
async function run(trusted: boolean): Promise<readonly RunEvent[]> {
  const folder = project(
    { main: { instruction: 'Use `noted`.', tools: ['./tools.mjs'], maxLlmCalls: 5 } },
    { 'tools.mjs': 'console.log("loaded"); export default { noted: { execute: () => "here" } };' },
  );
  const child = fork(RUNTIME, [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SKILLWRIGHT_SIMULATED_DELAY: '0' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  const events: RunEvent[] = [];
  connection.onNotification(RunEvents, (batch) => {
    events.push(...batch);
    for (const event of batch)
      if (event.type === 'pause') void connection.sendRequest(AnswerPause, { id: event.id, answer: 'approve' });
  });
  connection.listen();
  const exited = new Promise((resolve) => child.on('exit', resolve));
  await connection.sendRequest(StartRun, {
    prompt: 'Say hello.',
    skills: [demoSkill('Nothing to read.')],
    agent: 'main',
    model: 'simulated/weak',
    guards: 'default',
    maxLlmCalls: 500,
    runs: join(folder, '.skillwright', 'runs'),
    trusted,
  });
  await exited;
  return events;
}

test('a trusted workspace: the module is loaded, in a process that is found beside the bundle; the agent’s limit wins over the setting', async () => {
  const events = await run(true);
  expect(events.filter((event) => event.type === 'tool_result').map((event) => event.tool)).toContain('noted');
  expect(events[0]).toMatchObject({ type: 'run_started', maxLlmCalls: 5 });
});

test('without trust: no module is loaded, and a note says so', async () => {
  const events = await run(false);
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(events.filter((event) => event.type === 'pause')).toEqual([]);
  expect(notes).toEqual(['./tools.mjs: not loaded, as the workspace is not trusted']);
});
