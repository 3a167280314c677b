import { onTestFinished } from 'vitest';
import { type ModelRequest, modelServer, type Reply } from './run-server.ts';
import { type CliResult, cli, demoSkill } from './run-support.ts';

/** Runs `skillwright run --json` on the demo skill against a local model server with these replies. */
export async function against(
  replies: Parameters<typeof modelServer>[0],
  more: readonly string[] = [],
  options: Parameters<typeof cli>[1] = {},
): Promise<CliResult & { readonly requests: readonly ModelRequest[] }> {
  const server = await modelServer(replies);
  onTestFinished(() => server.close());
  const model = ['--model', 'openai-compatible/small', '--base-url', server.url];
  const result = await cli(['run', 'Say hello.', '--skills', demoSkill(), ...model, '--json', ...more], options);
  return { ...result, requests: server.requests };
}

/** Runs `skillwright run --json` on the demo skill with a simulated model. */
export function simulated(mode: string, more: readonly string[] = [], body?: string): Promise<CliResult> {
  const model = ['--model', `simulated/${mode}`];
  return cli(['run', 'Say hello.', '--skills', demoSkill(body), ...model, '--json', '--yes', ...more]);
}

export const resource = (path: string): Reply => ({
  calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]],
});

export const script = (path: string): Reply => ({
  calls: [['run_skill_script', { skill_name: 'demo', file_path: path }]],
});

/** A model that ignores errors: it keeps calling while tools are offered. */
export const deaf =
  (reply: (n: number) => Reply) =>
  (request: ModelRequest, n: number): Reply =>
    request.body.tools?.length ? reply(n) : { text: 'I could not find it.' };
