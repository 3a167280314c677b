/** Keys that the command line reads from a file. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoSkill, createTemporaryFolder, runCli } from '../run-support.ts';
import { startFormatServer } from './format-server.ts';
import { openaiCompatible } from './openai-compatible.ts';

const KEY = 'sk-canary-5577aa';
const UNSET = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' };

function writeKeyFile(keys: object, mode = 0o600): { readonly env: Record<string, string>; readonly path: string } {
  const home = createTemporaryFolder();
  const path = join(home, 'skillwright', 'keys.json');
  mkdirSync(dirname(path));
  writeFileSync(path, JSON.stringify(keys));
  chmodSync(path, mode);
  return { env: { ...UNSET, XDG_CONFIG_HOME: home }, path };
}

const run = (url: string, env: Record<string, string>) =>
  runCli(
    ['run', 'Hi.', '--skills', createDemoSkill(), '--model', 'openai-compatible/small', '--base-url', url, '--json'],
    {
      env,
    },
  );

test('a key is sent only to the origin that it is stored for, and is never recorded', async () => {
  const server = await startFormatServer(openaiCompatible, [{ text: `Your key is ${KEY}.` }]);
  const other = await startFormatServer(openaiCompatible, [{ text: 'Hello.' }]);
  const { env } = writeKeyFile({ [new URL(server.url).origin]: KEY });
  const sent = await run(server.url, env);
  expect(sent.code).toBe(0);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(sent.stdout + sent.stderr).not.toContain(KEY);
  await run(other.url, env);
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
});

test('models: shows the source of each key', async () => {
  const { env, path } = writeKeyFile({ 'https://api.openai.com': KEY, 'https://models.example': KEY });
  const { stdout, stderr } = await runCli(['models'], { env: { ...env, ANTHROPIC_API_KEY: `${KEY}-env` } });
  expect(stdout).toContain('anthropic: key in ANTHROPIC_API_KEY');
  expect(stdout).toContain(`openai: key in ${path}; skillwright models openai`);
  expect(stdout).toContain('openai-compatible: skillwright models openai-compatible --base-url URL');
  expect(stdout).toContain(`https://models.example: key in ${path}`);
  expect(stdout + stderr).not.toContain(KEY);
  const json = await runCli(['models', '--json'], { env });
  const { providers } = JSON.parse(json.stdout);
  expect(providers.find((one: { provider: string }) => one.provider === 'openai')).toMatchObject({ keyFile: path });
});

test.skipIf(process.platform === 'win32')('a file that others may read is refused, with instructions', async () => {
  const { env, path } = writeKeyFile({ 'https://api.openai.com': KEY }, 0o644);
  const { code, stderr } = await runCli(['run', 'Hi.', '--skills', createDemoSkill(), '--model', 'openai/gpt-5'], {
    env,
  });
  expect(code).toBe(2);
  expect(stderr).toContain(`others can open it (mode 644). Run: chmod 600 '${path}'`);
  const listed = await runCli(['models'], { env });
  expect([listed.code, listed.stderr]).toEqual([0, expect.stringContaining('chmod 600')]);
  // A server on this machine may need none.
  const server = await startFormatServer(openaiCompatible, [{ text: 'Hello.' }]);
  const local = await run(server.url, env);
  expect([local.code, local.ofType('note')]).toMatchObject([0, [{ message: expect.stringContaining('chmod 600') }]]);
  // A model that needs no key from it is not blocked.
  const simulated = await runCli(['run', 'Hi.', '--skills', createDemoSkill(), '--json'], { env });
  expect([simulated.code, simulated.stderr]).toEqual([expect.any(Number), '']);
});
