/** The folders, settings and plugins by which Claude Code finds skills, and its rules for them. */
import type { Discovery, SettingsKey } from './discovery.ts';

const SETTINGS_KEYS: readonly SettingsKey[] = [
  { key: ['skillOverrides'], does: { kind: 'overrides' } },
  { key: ['enabledPlugins'], does: { kind: 'enables-plugins' } },
];

/** The discovery of skills by Claude Code. */
export const CLAUDE_CODE_DISCOVERY: Discovery = {
  kind: 'folders',
  folders: [
    { scope: 'machine', path: '/etc/claude-code/.claude/skills' },
    { scope: 'user', path: '.claude/skills' },
    { scope: 'workspace', path: '.claude/skills', upward: true },
  ],
  depth: { kind: 'children' },
  nested: false,
  collision: 'first',
  identity: 'folder',
  required: [],
  drops: [],
  hides: true,
  reading: {
    fileLinks: true,
    folderLinks: true,
    anyCase: false,
    hidden: true,
    skips: [],
    rootFile: false,
    sameFileOnce: true,
    repairs: 'colons',
    withoutFrontmatter: 'accepted',
    noName: 'folder',
    noText: 'as-text',
    noDescription: 'first-line',
  },
  settings: [
    { at: { scope: 'user', path: '.claude/settings.json' }, format: 'json', keys: SETTINGS_KEYS },
    { at: { scope: 'workspace', path: '.claude/settings.json', upward: false }, format: 'json', keys: SETTINGS_KEYS },
    {
      at: { scope: 'workspace', path: '.claude/settings.local.json', upward: false },
      format: 'json',
      keys: SETTINGS_KEYS,
    },
    { at: { scope: 'machine', path: '/etc/claude-code/managed-settings.json' }, format: 'json', keys: SETTINGS_KEYS },
  ],
  plugins: { kind: 'list', at: { scope: 'user', path: '.claude/plugins/installed_plugins.json' }, prefixes: true },
  unknown: [
    'settings that an organization sets on its server, and folders given with --add-dir',
    'how often each skill was used: of descriptions that do not fit, those of the least used skills go first; here, all count as unused',
  ],
};
