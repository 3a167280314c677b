import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { examine } from './doctor.ts';
import { MARK } from './install.ts';

let home = '';

beforeEach(() => {
  home = temporaryFolder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('SKILLWRIGHT_HOOKS_DATA', join(home, 'data/hook'));
  for (const name of ['CLAUDE_CONFIG_DIR', 'CODEX_HOME']) vi.stubEnv(name, undefined);
});

afterEach(() => vi.unstubAllEnvs());

function write(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const reportOf = (client: string) => examine(undefined).find((one) => one.client === client);

/** The files as the installed clients write them. */
const PLUGINS: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'claude-code': [
    '.claude/plugins/installed_plugins.json',
    '{"version": 2, "plugins": {"skillwright@skillwright": []}}',
  ],
  codex: ['.codex/config.toml', '[plugins."skillwright@skillwright"]\nenabled = true\n'],
  'gemini-cli': ['.gemini/extensions/skillwright/gemini-extension.json', '{"name": "skillwright"}'],
};

it.each(Object.keys(PLUGINS))('finds our plugin in %s, and hooks that are also in its settings', (client) => {
  expect(reportOf(client)).not.toHaveProperty('plugin');
  const [path, text] = PLUGINS[client] ?? ['', ''];
  write(path, text.replaceAll('skillwright', 'another'));
  expect(reportOf(client)).not.toHaveProperty('plugin');
  const file = write(path, text);
  expect(reportOf(client)).toMatchObject({ plugin: file, installed: [] });
  if (client === 'codex') expect(reportOf(client)?.problems[0]).toMatch(/until you have reviewed it: enter \/hooks/);
  const settings = client === 'codex' ? '.codex/hooks.json' : `.${client.split('-')[0]}/settings.json`;
  write(settings, JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: MARK }] }] } }));
  expect(reportOf(client)?.problems).toContainEqual(
    `The hooks run twice, because the plugin has them, too. Run \`skillwright hook uninstall --client ${client}\`.`,
  );
});
