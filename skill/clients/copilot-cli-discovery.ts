/** The folders, settings and plugins by which GitHub Copilot CLI finds skills, and its rules for them. */
import type { Discovery, SettingsKey } from './discovery.ts';

const SETTINGS_KEYS: readonly SettingsKey[] = [
  { key: ['disabledSkills'], does: { kind: 'disables' } },
  { key: ['skillDirectories'], does: { kind: 'adds-folders', relativeTo: 'working-directory' } },
  { key: ['enabledPlugins'], does: { kind: 'enables-plugins' } },
  { key: ['extraKnownMarketplaces'], does: { kind: 'declares-marketplaces' } },
];

/** The discovery of skills by GitHub Copilot CLI. */
export const COPILOT_CLI_DISCOVERY: Discovery = {
  kind: 'folders',
  folders: [
    { scope: 'workspace', path: '.github/skills', upward: true },
    { scope: 'workspace', path: '.agents/skills', upward: true },
    { scope: 'workspace', path: '.claude/skills', upward: true },
    { scope: 'user', path: '.copilot/skills' },
    { scope: 'user', path: '.agents/skills' },
  ],
  depth: { kind: 'to-skill' },
  nested: false,
  collision: 'first',
  identity: 'name',
  required: [],
  drops: [
    { kind: 'yaml-error' },
    { kind: 'name-longer-than', max: 64 },
    { kind: 'name-not-ascii' },
    { kind: 'description-longer-than', max: 1024, unit: 'utf-16' },
  ],
  hides: true,
  reading: {
    fileLinks: true,
    folderLinks: true,
    anyCase: false,
    hidden: false,
    skips: [],
    rootFile: true,
    sameFileOnce: true,
    withoutFrontmatter: 'skipped',
    noName: 'folder',
    emptyName: 'skipped',
    noText: 'skipped',
    noDescription: 'first-line',
    emptyDescription: 'listed-without',
    dropsLastBreaks: true,
    emptyFieldIsNoText: true,
    replacesInName: ' ',
    namePattern: {
      source: '^[A-Za-z0-9][A-Za-z0-9\\-_.: ]*$',
      says: 'must begin with an ASCII letter or digit, and have only these, hyphens, underscores, dots, colons and spaces',
    },
    strictFlags: true,
  },
  settings: [
    { at: { scope: 'user', path: '.copilot/settings.json' }, format: 'json', keys: SETTINGS_KEYS },
    {
      at: { scope: 'workspace', path: '.github/copilot/settings.json', upward: false },
      format: 'json',
      keys: SETTINGS_KEYS,
    },
    {
      at: { scope: 'workspace', path: '.github/copilot/settings.local.json', upward: false },
      format: 'json',
      keys: SETTINGS_KEYS,
    },
  ],
  plugins: {
    kind: 'by-marketplace',
    at: { scope: 'user', path: '.copilot/installed-plugins' },
    versions: false,
    prefixes: false,
  },
  unknown: ['skills of an organization, and folders given with --add-dir or --plugin-dir'],
};
