/** Keys that the command line reads from a file. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, demoSkill, temporaryFolder } from '../run-support.ts';
import { formatServer } from './format-server.ts';
import { openaiCompatible } from './openai-compatible.ts';

const KEY = 'sk-canary-5577aa';
const UNSET = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' };

function filed(keys: object, mode = 0o600): { readonly env: Record<string, string>; readonly path: string } {
  const home = temporaryFolder();
  const path = join(home, 'skillwright', 'keys.json');
  mkdirSync(dirname(path));
  writeFileSync(path, JSON.stringify(keys));
  chmodSync(path, mode);
  return { env: { ...UNSET, XDG_CONFIG_HOME: home }, path };
}

const run = (url: string, env: Record<string, string>) =>
  cli(['run', 'Hi.', '--skills', demoSkill(), '--model', 'openai-compatible/small', '--base-url', url, '--json'], {
    env,
  });

test('a key is sent only to the origin that it is stored for, and is recorded nowhere', async () => {
  const server = await formatServer(openaiCompatible, [{ text: `Your key is ${KEY}.` }]);
  const other = await formatServer(openaiCompatible, [{ text: 'Hello.' }]);
  const { env } = filed({ [new URL(server.url).origin]: KEY });
  const sent = await run(server.url, env);
  expect(sent.code).toBe(0);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(sent.stdout + sent.stderr).not.toContain(KEY);
  await run(other.url, env);
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
});

test('models: shows the source of each key', async () => {
  const { env, path } = filed({ 'https://api.openai.com': KEY, 'https://models.example': KEY });
  const { stdout, stderr } = await cli(['models'], { env: { ...env, ANTHROPIC_API_KEY: `${KEY}-env` } });
  expect(stdout).toContain('anthropic: key in ANTHROPIC_API_KEY');
  expect(stdout).toContain(`openai: key in ${path}; skillwright models openai`);
  expect(stdout).toContain(`https://models.example: key in ${path}`);
  expect(stdout + stderr).not.toContain(KEY);
  const json = await cli(['models', '--json'], { env });
  const { providers } = JSON.parse(json.stdout);
  expect(providers.find((one: { provider: string }) => one.provider === 'openai')).toMatchObject({ keyFile: path });
});

test.skipIf(process.platform === 'win32')('a file that others may read is refused, with instructions', async () => {
  const { env, path } = filed({ 'https://api.openai.com': KEY }, 0o644);
  const { code, stderr } = await cli(['run', 'Hi.', '--skills', demoSkill(), '--model', 'openai/gpt-5'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain(`others can open it (mode 644). Run: chmod 600 '${path}'`);
  const listed = await cli(['models'], { env });
  expect([listed.code, listed.stderr]).toEqual([0, expect.stringContaining('chmod 600')]);
  // A model that needs no key from it is not blocked.
  const simulated = await cli(['run', 'Hi.', '--skills', demoSkill(), '--json'], { env });
  expect([simulated.code, simulated.stderr]).toEqual([expect.any(Number), '']);
});
