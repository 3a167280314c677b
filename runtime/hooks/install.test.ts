import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { applyInstall, applyUninstall, planInstall, planUninstall, programFile } from './install.ts';
import { SETTINGS } from './settings-samples.ts';

const USER = { kind: 'user' } as const;
const OPTIONS = { guard: 'advise', check: 'on' } as const;

/** Clients whose settings have more than hooks, with the file below the home. */
const SHARED: Readonly<Record<string, string>> = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  'gemini-cli': '.gemini/settings.json',
  'qwen-code': '.qwen/settings.json',
};

/** Files that cannot be changed safely. */
const BROKEN: Readonly<Record<string, string>> = {
  'broken JSON': '{\n  "hooks": {\n',
  'a list': '[1]\n',
  'no JSON': 'model = "x"\n',
  'hooks that are a text': '{"hooks": "none"}\n',
};

let home = '';

beforeEach(() => {
  home = temporaryFolder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('SKILLWRIGHT_HOOKS_DATA', join(home, 'data/hook'));
  for (const name of ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME']) vi.stubEnv(name, undefined);
});

afterEach(() => vi.unstubAllEnvs());

function install(client: string) {
  const plan = planInstall([client], USER, OPTIONS, { node: process.execPath, isElectron: false, file: programFile() });
  applyInstall(plan, Buffer.from('// program'), '1.0.0');
  return plan;
}

function write(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

for (const [client, path] of Object.entries(SHARED))
  describe(client, () => {
    for (const [title, text] of Object.entries(SETTINGS))
      test(`restores ${title} byte by byte`, () => {
        const file = write(path, text);
        expect(install(client).changes).toHaveLength(1);
        expect(readFileSync(file, 'utf8')).toContain('skillwright-hook.cjs');
        applyUninstall(planUninstall([client], USER));
        expect(readFileSync(file, 'utf8')).toBe(text);
      });

    for (const [title, text] of Object.entries(BROKEN))
      test(`leaves ${title} alone, and says so`, () => {
        const file = write(path, text);
        expect(install(client)).toMatchObject({ changes: [], refused: [{ file }] });
        expect(readFileSync(file, 'utf8')).toBe(text);
      });

    test('removes a file that it created, with its folder', () => {
      install(client);
      expect(existsSync(join(home, path))).toBe(true);
      applyUninstall(planUninstall([client], USER));
      expect(existsSync(dirname(join(home, path)))).toBe(false);
    });
  });

test('changes nothing, not even the program, if no client is given', () => {
  applyInstall(
    planInstall([], USER, OPTIONS, { node: process.execPath, isElectron: false, file: programFile() }),
    Buffer.from('x'),
    '1.0.0',
  );
  expect(existsSync(programFile())).toBe(false);
});
