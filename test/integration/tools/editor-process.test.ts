import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { AnswerPause, StartRun } from '../../../runtime/protocol/rpc.ts';
import { project } from '../../equipment/runtime/agent-run.ts';
import { createDemoSkill } from '../run-support.ts';
import { startRuntimeProcess } from '../runtime-process.ts';

/** Runs an agent whose module offers `noted`, in the process that VS Code forks. */
async function run(trusted: boolean): Promise<readonly RunEvent[]> {
  const folder = project(
    { main: { instruction: 'Use `noted`.', tools: ['./tools.mjs'], maxLlmCalls: 5 } },
    { 'tools.mjs': 'console.log("loaded"); export default { noted: { execute: () => "here" } };' },
  );
  const { connection, events, exited } = startRuntimeProcess({
    onEvent: (event, to) => {
      if (event.type === 'pause') void to.sendRequest(AnswerPause, { id: event.id, answer: 'approve' });
    },
  });
  await connection.sendRequest(StartRun, {
    prompt: 'Say hello.',
    skills: [createDemoSkill('Nothing to read.')],
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

test("a trusted workspace: the module is loaded, in a process next to the bundle; the agent's limit overrides the setting", async () => {
  const events = await run(true);
  expect(events.filter((event) => event.type === 'tool_result').map((event) => event.tool)).toContain('noted');
  expect(events[0]).toMatchObject({ type: 'run_started', maxLlmCalls: 5 });
});

test('without trust: no module is loaded, and a note explains it', async () => {
  const events = await run(false);
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(events.filter((event) => event.type === 'pause')).toEqual([]);
  expect(notes).toEqual(['./tools.mjs: not loaded, because the workspace is not trusted']);
});
