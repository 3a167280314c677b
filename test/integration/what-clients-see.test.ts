/** The page "What Clients See" from the process that VS Code starts for it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { CatalogProgress, ShowCatalogs } from '../../runtime/protocol/catalog.ts';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { startRuntimeProcess } from './runtime-process.ts';

const KEY = 'sk-ant-REDACTED-0123456789abcdef';
const skill = (name: string): string => `---\nname: ${name}\ndescription: Does what ${name} does.\n---\n\nBody.\n`;

function machine() {
  const home = writeFiles(temporaryFolder(), {
    '.claude/skills/mine/SKILL.md': skill('mine'),
    '.claude/skills/leaky/SKILL.md': skill('leaky').replace('Does', `Uses ${KEY} and does`),
    '.claude/settings.json': `{"env":{"ANTHROPIC_API_KEY":"${KEY}"},"skillOverrides":{"mine":"off"}}`,
    '.codex/config.toml': `[model_providers.x]\napi_key = "${KEY}"\n`,
  });
  const site = writeFiles(join(home, 'work/site'), {
    '.git/HEAD': '',
    '.claude/skills/group/inner/SKILL.md': skill('inner'),
  });
  return { site, env: { ...ownFolders(home), OPENAI_API_KEY: KEY } };
}

test('the process renders the pages of all clients, with progress and without secrets', async () => {
  const { site, env } = machine();
  const { connection } = startRuntimeProcess({ env });
  const progress: (readonly number[])[] = [];
  connection.onNotification(CatalogProgress, (one) => void progress.push(one));
  const shown = await connection.sendRequest(ShowCatalogs, {
    cwd: site,
    focus: `${site}/.claude/skills/group/inner/SKILL.md`,
  });
  expect(progress[0]).toEqual([0, shown.pages.length]);
  expect(progress).toHaveLength(shown.pages.length);
  expect(JSON.stringify(shown)).not.toContain(KEY);
  const claude = shown.pages.find(({ client }) => client === 'claude-code')?.page ?? '';
  expect(claude).toContain('[redacted]');
  expect(claude).toMatch(/not offered: too-deep/);
  expect(claude).toMatch(/switched off by <code>skillOverrides<\/code> in ~\/\.claude\/settings\.json/);
  expect(shown.targets).toContainEqual({
    file: `${site}/.claude/skills/group/inner/SKILL.md`,
    reason: 'too-deep',
  });
});

test('a request that is cancelled fails, and the process answers the next one', async () => {
  const { site, env } = machine();
  const { connection } = startRuntimeProcess({ env });
  const source = new CancellationTokenSource();
  connection.onNotification(CatalogProgress, ([done]) => {
    if (done === 1) source.cancel();
  });
  await expect(connection.sendRequest(ShowCatalogs, { cwd: site }, source.token)).rejects.toThrow();
  const shown = await connection.sendRequest(ShowCatalogs, { cwd: site });
  expect(shown.pages.length).toBeGreaterThan(5);
});
