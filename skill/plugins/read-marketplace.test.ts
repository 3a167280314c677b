import { expect, it } from 'vitest';
import { type MemoryFile, memoryFiles } from '../files/memory.ts';
import { readMarketplaces } from './read-marketplace.ts';

const read = (file: MemoryFile, path = '.claude-plugin/marketplace.json') =>
  readMarketplaces(memoryFiles({ [`/repo/${path}`]: file, '/repo/a': 'x' }), '/repo');
const plugins = (entries: readonly unknown[], metadata: unknown = undefined) =>
  read(JSON.stringify({ metadata, plugins: entries }))[0]?.plugins;

it('reads plugins with their folders, skills and places', () =>
  expect(plugins([{ name: 'p', source: './pack', skills: ['./skills/a', './other/b/'] }])).toEqual([
    {
      name: 'p',
      at: ['plugins', 0],
      source: { kind: 'inside', path: '/repo/pack' },
      skills: [
        {
          at: ['plugins', 0, 'skills', 0],
          written: './skills/a',
          path: { kind: 'inside', path: '/repo/pack/skills/a' },
        },
        {
          at: ['plugins', 0, 'skills', 1],
          written: './other/b/',
          path: { kind: 'inside', path: '/repo/pack/other/b' },
        },
      ],
    },
  ]));

it.each([
  ['./', { kind: 'inside', path: '/repo' }],
  ['pack', { kind: 'inside', path: '/repo/plugins/pack' }],
  ['./pack', { kind: 'inside', path: '/repo/pack' }],
  [
    { source: 'local', path: './pack' },
    { kind: 'inside', path: '/repo/pack' },
  ],
  ['../pack', { kind: 'outside' }],
  ['./../../pack', { kind: 'outside' }],
  ['a/../../../b', { kind: 'outside' }],
  ['..\\..\\pack', { kind: 'outside' }],
  ['/etc', { kind: 'outside' }],
  ['C:\\pack', { kind: 'outside' }],
  ['~/pack', { kind: 'outside' }],
  ['https://example.com/pack', { kind: 'no-path' }],
  ['', { kind: 'no-path' }],
  [`./${'a'.repeat(2_000)}`, { kind: 'no-path' }],
  [{ source: 'github', repo: 'a/b', path: './pack' }, undefined],
  [{ source: 'local', path: 7 }, undefined],
  [7, undefined],
  [null, undefined],
])('resolves the source %j', (source, expected) =>
  expect(plugins([{ source }], { pluginRoot: './plugins' })?.[0]?.source).toEqual(expected),
);

it('takes no root of plugins outside of the repository', () =>
  expect(plugins([{ source: 'pack' }], { pluginRoot: '../..' })?.[0]?.source).toEqual({
    kind: 'inside',
    path: '/repo/pack',
  }));

it.each<[string, MemoryFile, string]>([
  ['text that is not JSON', '{ "secret": 12', 'is not valid JSON'],
  ['a link to another file', { link: '/repo/a' }, 'is not valid JSON'],
  ['a list', '[]', 'is not a JSON object'],
  ['null', 'null', 'is not a JSON object'],
  ['deep JSON', `{"plugins":${'['.repeat(200)}${']'.repeat(200)}}`, 'is nested too deep'],
  ['deep JSON that is not closed', '['.repeat(500_000), 'is not valid JSON'],
  ['a long text', `{"a":"${'a'.repeat(1024 * 1024)}"}`, 'is too large'],
  ['a large file', { kind: 'too-large', size: 1e9 }, 'is too large'],
  ['a binary file', { kind: 'binary' }, 'is not UTF-8 text'],
  ['a pipe', { kind: 'unreadable', message: 'not a file' }, 'cannot be read'],
])('tells why it has no contents, quoting none: %s', (_, file, unusable) =>
  expect(read(file).map(({ manifest, plugins: listed }) => [manifest, listed])).toEqual([[{ unusable }, []]]),
);

it('reads at most 2,000 plugins', () =>
  expect(plugins(Array.from({ length: 3_000 }, () => ({ source: './a' })))).toHaveLength(2_000));

it('reads no circular link', () => expect(read({ link: '/repo/.claude-plugin/marketplace.json' })).toEqual([]));
