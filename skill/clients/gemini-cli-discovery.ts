/** The folders, settings and plugins by which Gemini CLI finds skills, and its rules for them. */
import type { Discovery, SettingsKey } from './discovery.ts';

const SETTINGS_KEYS: readonly SettingsKey[] = [
  { key: ['skills', 'enabled'], does: { kind: 'switches' } },
  { key: ['skills', 'disabled'], does: { kind: 'disables', ignoresCase: true } },
];

/** The discovery of skills by Gemini CLI. */
export const GEMINI_CLI_DISCOVERY: Discovery = {
  kind: 'folders',
  folders: [
    { scope: 'user', path: '.gemini/skills' },
    { scope: 'user', path: '.agents/skills' },
    { scope: 'workspace', path: '.gemini/skills', upward: false },
    { scope: 'workspace', path: '.agents/skills', upward: false },
  ],
  depth: { kind: 'children' },
  nested: false,
  collision: 'last',
  identity: 'name',
  required: ['name', 'description'],
  drops: [],
  hides: false,
  reading: {
    fileLinks: true,
    folderLinks: true,
    anyCase: false,
    hidden: false,
    skips: ['node_modules', '.git'],
    rootFile: true,
    reversed: true,
    sameFileOnce: false,
    markHidesFrontmatter: true,
    repairs: 'lines',
    withoutFrontmatter: 'skipped',
    noName: 'skipped',
    emptyName: 'kept',
    noText: 'as-text',
    noDescription: 'skipped',
    emptyDescription: 'listed-without',
    replacesInName: ':\\/<>*?"|',
  },
  settings: [
    {
      at: { scope: 'user', path: '.gemini/settings.json' },
      format: 'json',
      keys: [...SETTINGS_KEYS, { key: ['security', 'folderTrust', 'enabled'], does: { kind: 'trusts' } }],
    },
    { at: { scope: 'workspace', path: '.gemini/settings.json', upward: false }, format: 'json', keys: SETTINGS_KEYS },
  ],
  plugins: {
    kind: 'all',
    at: { scope: 'user', path: '.gemini/extensions' },
    manifests: ['gemini-extension.json'],
    rules: 'extension-enablement.json',
    command: 'gemini',
    prefixes: false,
    isFirst: true,
  },
  trust: {
    at: { scope: 'user', path: '.gemini/trustedFolders.json' },
    decisions: { TRUST_FOLDER: 'trusted', TRUST_PARENT: 'parent', DO_NOT_TRUST: 'refused' },
    setting: 'false',
    fix: 'Trust the folder: start `gemini` in it and answer its question, or use `/permissions`.',
  },
  unknown: [
    'settings that an organization sets, extensions that are linked rather than installed, and the skills of Antigravity CLI, which most users have had instead since June 2026',
  ],
};
