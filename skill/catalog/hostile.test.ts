import { expect, it } from 'vitest';
import { CLIENTS } from '../clients/table.ts';
import type { DirectoryEntry, FileSystem } from '../files/files.ts';
import { type MemoryFile, memoryFiles } from '../files/memory.ts';
import { type Catalog, catalogOf } from './catalog.ts';

const HOME = '/home/ada';
const ROOT = `${HOME}/.agents/skills`;
const FOLDERS = CLIENTS.filter(({ discovery }) => discovery.kind === 'folders');

const good = '---\nname: good\ndescription: Does good.\n---\n';

function catalogs(fs: FileSystem): readonly Catalog[] {
  return FOLDERS.map((client) => catalogOf(client, { fs, cwd: '/work', home: HOME, environment: {} }));
}

const mine = (files: Readonly<Record<string, MemoryFile>>): FileSystem =>
  memoryFiles({
    ...Object.fromEntries(
      ['.agents/skills', '.claude/skills'].flatMap((folder) =>
        Object.entries(files).map(([path, file]) => [`${HOME}/${folder}/${path}`, file]),
      ),
    ),
    '/work/.git/HEAD': '',
  });

const reasonsIn = ({ notOffered }: Catalog): readonly string[] =>
  notOffered.map(({ file, reason }) => `${file.split('/').at(-2)}: ${reason}`);

it('skips what cannot be read, each with its reason', () => {
  const fs = mine({
    'good/SKILL.md': good,
    'huge/SKILL.md': { kind: 'too-large', size: 50_000_000 },
    'binary/SKILL.md': { kind: 'binary' },
    'denied/SKILL.md': { kind: 'unreadable', message: 'EACCES: permission denied' },
    'cycle/SKILL.md': '---\nname: cycle\ndescription: &a [*a]\n---\n',
    'bomb/SKILL.md': `---\nname: bomb\na: &a [x]\n${Array.from({ length: 9 }, (_, n) => `b${n}: [*a, *a]`).join('\n')}\ndescription: ok\n---\n`,
    'map/SKILL.md': '---\n- a\n- b\n---\n',
    'proto/SKILL.md': '---\nname: proto\n__proto__: {description: evil}\n---\n',
  });
  for (const found of catalogs(fs).filter(({ offered }) => offered.length > 0)) {
    expect(found.offered.map(({ name }) => name)).toContain('good');
    expect(reasonsIn(found)).toEqual(
      expect.arrayContaining(['huge: frontmatter', 'binary: frontmatter', 'denied: frontmatter']),
    );
  }
});

it('ends on links that lead around, and finds each skill behind them at most twice', () => {
  const fs = mine({
    'good/SKILL.md': good,
    'good/up': { link: '..' },
    self: { link: 'self' },
    'a/to-b': { link: '../b' },
    'b/to-a': { link: '../a' },
    'a/inner/SKILL.md': good.replaceAll('good', 'inner'),
    home: { link: HOME },
    root: { link: '/' },
  });
  for (const { offered } of catalogs(fs)) expect(offered.length).toBeLessThan(10);
});

it('never shows the text of a file that is not Markdown', () => {
  const fs = memoryFiles({
    [`${HOME}/.ssh/key`]: '---\nname: key\ndescription: SECRET\n---\nSECRET\n',
    [`${HOME}/.aws/credentials`]: 'SECRET = SECRET\n',
    '/work/.git/HEAD': '',
    '/work/.claude/skills/a/SKILL.md': { link: `${HOME}/.ssh/key` },
    '/work/.claude/skills/b/SKILL.md': { link: `${HOME}/.aws/credentials` },
    '/work/.agents/skills/a/SKILL.md': { link: `${HOME}/.ssh/key` },
    [`${HOME}/keys.json`]: '{"name":"SECRET","skills":["./SECRET"],"plugins":[{"name":"SECRET","source":"./SECRET"}]}',
    '/work/.claude-plugin/marketplace.json': { link: `${HOME}/keys.json` },
    '/work/.claude-plugin/plugin.json': { link: `${HOME}/keys.json` },
  });
  for (const { client: _, ...found } of catalogs(fs)) {
    expect(JSON.stringify(found)).not.toContain('SECRET');
    expect(found.offered).toEqual([]);
  }
});

it('stops after 20,000 folders and says so', () => {
  let listed = 0;
  const many: readonly DirectoryEntry[] = Array.from({ length: 100_000 }, (_, index) => ({
    name: `f${String(index).padStart(6, '0')}`,
    kind: 'folder',
    link: false,
  }));
  const base = memoryFiles({ [`${ROOT}/good/SKILL.md`]: good });
  const fs: FileSystem = {
    ...base,
    list(folder) {
      listed++;
      return folder === ROOT ? many : base.list(folder);
    },
  };
  for (const found of catalogs(fs)) {
    const searches =
      'folders' in found.client.discovery &&
      found.client.discovery.folders.some(({ path }) => path === '.agents/skills');
    if (searches) expect(found.unknown.filter((one) => one.includes('20,000 folders')).length).toBe(1);
  }
  expect(listed).toBeLessThan(FOLDERS.length * 21_000);
});

it('says which folder cannot be listed', () => {
  const base = memoryFiles({ [`${ROOT}/good/SKILL.md`]: good });
  const fs: FileSystem = {
    ...base,
    list: (folder) => (folder === ROOT ? [] : base.list(folder)),
    canList: (folder) => folder !== ROOT,
  };
  const codex = catalogs(fs).find(({ client }) => client.id === 'codex');
  expect(codex?.unknown).toContain(`what is in ${ROOT}, which cannot be listed`);
});

it.each([
  [
    'names of prototypes',
    '.claude/settings.json',
    '{"skillOverrides":{"__proto__":"off","constructor":"off"},"enabledPlugins":[1,{"a":2}]}',
  ],
  ['deep JSON', '.claude/settings.json', `{"skillOverrides":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  [
    'odd plugins',
    '.claude/plugins/installed_plugins.json',
    '{"plugins":{"a@b":[{"installPath":7},null,"x"],"c":3,"__proto__":{"installPath":"/"}}}',
  ],
  ['deep TOML', '.codex/config.toml', `a = ${'['.repeat(3000)}`],
  ['other types', '.codex/config.toml', 'skills = "text"\nplugins = [1, 2]\n'],
  [
    'odd rules',
    '.gemini/extensions/extension-enablement.json',
    '{"x":{"overrides":[1,{"a":"!*"},"!/**/**/**/**/**"]}}',
  ],
  ['odd decisions', '.gemini/trustedFolders.json', '{"/work":{"a":1},"":"TRUST_FOLDER","constructor":"toString"}'],
  [
    'the root as a marketplace',
    '.copilot/settings.json',
    '{"extraKnownMarketplaces":{"m":{"source":{"source":"directory","path":"/"}}},"enabledPlugins":{"x@m":true}}',
  ],
  [
    'the root as a folder',
    '.config/opencode/opencode.json',
    '{"skills":{"paths":["/","~","..",7]},"permission":{"skill":{"*********a":"deny"}}}',
  ],
  ['empty patterns', '.pi/agent/settings.json', '{"skills":["!**/**/**/**/**a","-","+","~",""]}'],
])('survives settings with %s', (_, path, text) => {
  const fs = memoryFiles({ [`${HOME}/${path}`]: text, [`${ROOT}/good/SKILL.md`]: good, '/work/.git/HEAD': '' });
  for (const { offered } of catalogs(fs)) expect(offered.length).toBeLessThan(5);
});
