import { onTestFinished } from 'vitest';
import { type ModelRequest, type Reply, startModelServer } from './run-server.ts';
import { type CliResult, createDemoSkill, runCli } from './run-support.ts';

/** Runs `skillwright run --json` on the demo skill against a local model server with these replies. */
export async function runAgainst(
  replies: Parameters<typeof startModelServer>[0],
  more: readonly string[] = [],
  options: Parameters<typeof runCli>[1] = {},
): Promise<CliResult & { readonly requests: readonly ModelRequest[] }> {
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const model = ['--model', 'openai-compatible/small', '--base-url', server.url];
  const result = await runCli(
    ['run', 'Say hello.', '--skills', createDemoSkill(), ...model, '--json', ...more],
    options,
  );
  return { ...result, requests: server.requests };
}

/** Runs `skillwright run --json` on the demo skill with a simulated model. */
export function runSimulated(mode: string, more: readonly string[] = [], body?: string): Promise<CliResult> {
  const model = ['--model', `simulated/${mode}`];
  return runCli(['run', 'Say hello.', '--skills', createDemoSkill(body), ...model, '--json', '--yes', ...more]);
}

export const resource = (path: string): Reply => ({
  calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]],
});

export const script = (path: string): Reply => ({
  calls: [['run_skill_script', { skill_name: 'demo', file_path: path }]],
});

/** A model that ignores errors: it keeps calling while tools are offered. */
export const keepCalling =
  (reply: (n: number) => Reply) =>
  (request: ModelRequest, n: number): Reply =>
    request.body.tools?.length ? reply(n) : { text: 'I could not find it.' };
