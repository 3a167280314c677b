import { expect, it } from 'vitest';
import { memoryFiles } from '../files/memory.ts';
import { placeOf, readManifests } from './skill-place.ts';

const PLUGIN = JSON.stringify({ name: 'books' });
const place = (files: Readonly<Record<string, string>>, root = '/repo/packs/books/skills/billing') => {
  const fs = memoryFiles({ '/repo/.git/HEAD': 'x', [`${root}/SKILL.md`]: 'x', ...files });
  return placeOf(fs, root, '/repo', (folder) => readManifests(fs, folder, '/repo'));
};

it('takes the closest plugin for the folder of CLAUDE_PLUGIN_ROOT', () =>
  expect(
    place({ '/repo/.claude-plugin/marketplace.json': '{}', '/repo/packs/books/.claude-plugin/plugin.json': PLUGIN }),
  ).toMatchObject({
    pluginRoot: '/repo/packs/books',
    pluginRoots: { CLAUDE_PLUGIN_ROOT: '/repo/packs/books' },
    clients: ['claude-code'],
  }));

it.each([
  ['whose list is empty', { '/repo/.claude-plugin/marketplace.json': '{}' }, '/repo'],
  ['whose list cannot be read', { '/repo/.claude-plugin/marketplace.json': '{' }, '/repo'],
  ['with other files only', { '/repo/packs/.claude-plugin/notes.md': 'x' }, '/repo/packs'],
  ['above the repository', { '/.claude-plugin/marketplace.json': '{}' }, '/'],
])('takes a folder with .claude-plugin for the folder of its plugins: %s', (_, files, root) => {
  const { pluginRoot, pluginRoots, clients, alone } = place(files);
  expect({ pluginRoot, pluginRoots }).toEqual({ pluginRoot: root, pluginRoots: { CLAUDE_PLUGIN_ROOT: root } });
  expect({ clients, alone }).toEqual({ clients: [], alone: false });
});

it('keeps the plugin of another client, for which Claude Code has its own folder', () =>
  expect(
    place({ '/repo/.claude-plugin/marketplace.json': '{}', '/repo/packs/books/gemini-extension.json': PLUGIN }),
  ).toMatchObject({
    pluginRoot: '/repo/packs/books',
    pluginRoots: { CLAUDE_PLUGIN_ROOT: '/repo', extensionPath: '/repo/packs/books' },
  }));

it('knows no folder without a manifest or .claude-plugin', () =>
  expect(place({ '/repo/claude-plugin/marketplace.json': '{}' })).toMatchObject({ pluginRoots: {} }));
