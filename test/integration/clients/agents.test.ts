/** Agents of `.skillwright.json` whose runs simulate a client. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunEvent, RunStarted } from '../../../runtime/protocol/events.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

/** Runs the agent `a` of a project with two skills and a workspace. */
async function runAgent(entry: object, ...args: readonly string[]) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    '.skillwright.json': JSON.stringify({ agents: { a: entry } }),
    'app/README.md': '# App\n',
    'skills/greeter/SKILL.md': manifest('greeter', '# Greet\n\nSay hello.\n'),
    'others/packer/SKILL.md': manifest('packer', '# Pack\n\nPack it.\n'),
  });
  const env = { XDG_DATA_HOME: join(cwd, 'data'), SKILLWRIGHT_SIMULATED_DELAY: '0' };
  const run = (command: readonly string[]) => runCli([...command, '--runs', 'runs', '--json'], { cwd, env });
  const { code, stdout, stderr } = await run([
    ...['run', 'Greet me.', '--agent', 'a', '--skills', 'skills/greeter'],
    ...args,
  ]);
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as RunEvent);
  return { cwd, code, stderr, events, started: events[0] as RunStarted, run };
}

const toolsOf = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'llm_request' ? event.tools : []));

test('a run of an agent simulates its client, with its workspace and the other skills', async () => {
  const entry = { client: 'claude-code', workspace: './app', install: 'project', with: ['./others'] };
  const { cwd, code, events, started } = await runAgent(entry);
  expect(code).toBe(0);
  expect(started).toMatchObject({ client: 'claude-code', workspace: join(cwd, 'app'), install: 'project' });
  expect(started.skills.map(({ name }) => name)).toEqual(['greeter', 'packer']);
  expect(toolsOf(events)).toContain('Bash');
});

test('the command line overrides the client, and keeps the workspace of the agent', async () => {
  const entry = { client: 'claude-code', workspace: './app' };
  const { cwd, started, events } = await runAgent(entry, '--client', 'codex');
  expect(started).toMatchObject({ client: 'codex', workspace: join(cwd, 'app') });
  expect(toolsOf(events)).not.toContain('Bash');
  const adk = await runAgent(entry, '--client', 'adk');
  expect(adk.started.client).toBeUndefined();
  expect(toolsOf(adk.events)).toContain('load_skill');
});

test('an unknown client is reported with its position, and nothing runs', async () => {
  const { code, stderr, events } = await runAgent({ client: 'clod' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/\.skillwright\.json:1:\d+: agents\.a\.client: Unknown client\. Use one of: adk, claude-code/);
  expect(events).toEqual([]);
});

test('a workspace that is not a folder is refused before anything runs', async () => {
  const missing = await runAgent({ client: 'codex', workspace: './nowhere' });
  expect([missing.code, missing.events]).toEqual([2, []]);
  expect(missing.stderr).toContain(`${join(missing.cwd, 'nowhere')} is not a folder`);
  const file = await runAgent({ client: 'codex' }, '--workspace', 'app/README.md');
  expect([file.code, file.events]).toEqual([2, []]);
});

test('tools that the client replaces, and clients of called agents, are noted', async () => {
  const { events } = await runAgent({ client: 'opencode', tools: ['./tools.mjs'] });
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(notes.join('\n')).toContain("The tools of 'a' are not offered: this run has those of opencode.");
});

test.skipIf(!(await canSandbox()))(
  'a resumed run keeps the client that it was started with, whatever the file names now',
  async () => {
    const server = await startModelServer([{ calls: [['exec_command', { cmd: 'ls' }]] }, { text: 'Done.' }]);
    onTestFinished(() => server.close());
    const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
    const { cwd, code, events, started, run } = await runAgent({ client: 'codex', workspace: './app' }, ...model);
    expect(code).toBe(6);
    const changed = { agents: { a: { client: 'gemini-cli', with: ['./others'] } } };
    writeFiles(cwd, { '.skillwright.json': JSON.stringify(changed) });
    const pause = events.find((event) => event.type === 'pause');
    const resumed = await run(['resume', started.run, '--approve', pause?.id ?? '']);
    expect(resumed.code).toBe(0);
    const tools = server.requests.map(({ body }) => body.tools?.map((tool) => tool.function.name));
    expect(tools).toHaveLength(2);
    expect(tools[1]).toEqual(tools[0]);
  },
);
