import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type ModelRequest, type Reply, startModelServer } from '../run-server.ts';
import { type AgentRun, queryEvents, runAgainst } from './agent-run.ts';
import { type CommandOptions, createFolder, skill, skillwright } from './command.ts';

/**
 * Creates a working folder with an agent `a` that has the tools of a module, and the skill `demo`. `log(…)` in the
 * module appends a line to `log.txt` next to it.
 */
export function createWorkspace(
  tools: string,
  entry: object = {},
  files: Record<string, string | Buffer> = {},
): string {
  return createFolder({
    'skills/demo/SKILL.md': skill('demo', 'Do as the user says.'),
    'tools.mjs': `${LOG}\n${tools}`,
    '.skillwright.json': JSON.stringify({
      agents: { a: { instruction: 'Help.', skills: ['./skills/demo'], tools: ['./tools.mjs'], ...entry } },
    }),
    ...files,
  });
}

const LOG = `import { appendFileSync } from 'node:fs';
const log = (...words) => appendFileSync(new URL('log.txt', import.meta.url), words.join(' ') + '\\n');`;

/** Returns the lines that the tools of a workspace logged. */
export function readLog(cwd: string): readonly string[] {
  const path = join(cwd, 'log.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/** Runs the agent of a workspace against a model with scripted replies. */
export const runInWorkspace = (
  cwd: string,
  replies: Parameters<typeof runAgainst>[0],
  args: readonly string[] = [],
  options: CommandOptions = {},
): Promise<AgentRun> => runAgainst(replies, ['--agent', 'a', ...args], { cwd, ...options });

/** A step of calls with the ids given by the model. */
export const stepWithIds = (
  ...calls: readonly (readonly [id: string | undefined, tool: string, args: string])[]
): Reply => ({
  frames: [
    ...calls.map(([id, name, args], index) =>
      frame({ tool_calls: [{ index, id, function: { name, arguments: args } }] }, null),
    ),
    frame({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ],
});

const frame = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/**
 * Runs until the first line with this text; the process then kills itself with SIGKILL. Returns the remains, which `resume` can
 * continue.
 */
export async function runAndKill(
  cwd: string,
  replies: Parameters<typeof runAgainst>[0],
  killAtLine: string,
  args: readonly string[] = [],
): Promise<AgentRun> {
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const named = ['--json', '--agent', 'a', '--model', 'openai-compatible/tiny', '--base-url', server.url, ...args];
  const result = await skillwright(['run', 'Do it.', ...named], { cwd, killAtLine });
  expect(result.signal, result.stderr).toBe('SIGKILL');
  const runs = join(cwd, '.skillwright/runs');
  return {
    ...result,
    ...queryEvents([]),
    requests: server.requests,
    runFolder: join(runs, readdirSync(runs).find((name) => /^\d/.test(name)) ?? ''),
  };
}

/** Returns the messages with role `tool` in a request: the results of the model's calls. */
export const toolMessages = (request: ModelRequest | undefined): readonly string[] =>
  (request?.body.messages ?? []).filter((one) => one.role === 'tool').map((one) => String(one.content));

/** Returns all text below a folder. */
export const readAllText = (cwd: string): string =>
  readdirSync(cwd, { recursive: true })
    .map((path) => join(cwd, String(path)))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

/** Waits until a process has exited or is a zombie. */
export async function hasExited(pid: number): Promise<boolean> {
  for (let i = 0; i < 100; i++) {
    try {
      process.kill(pid, 0);
      if (existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return true;
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
