/** The folders, settings and extensions by which Qwen Code finds skills, and its rules for them. */
import type { Discovery, SettingsKey } from './discovery.ts';

const QWEN_HOME = { scope: 'user-variable', variable: 'QWEN_HOME', fallback: '.qwen' } as const;

const SETTINGS_KEYS: readonly SettingsKey[] = [
  { key: ['skills', 'disabled'], does: { kind: 'disables', ignoresCase: true } },
  { key: ['skills', 'defaultDisabled'], does: { kind: 'disables', ignoresCase: true, isDefault: true } },
  { key: ['skills', 'enabled'], does: { kind: 'enables' } },
  { key: ['skills', 'disabledLevels'], does: { kind: 'disables-scopes' } },
  { key: ['skills', 'directories'], does: { kind: 'adds-folders', relativeTo: 'working-directory' } },
];

/** The discovery of skills by Qwen Code. */
export const QWEN_CODE_DISCOVERY: Discovery = {
  kind: 'folders',
  folders: [
    { scope: 'workspace', path: '.qwen/skills', upward: false },
    { scope: 'workspace', path: '.agents/skills', upward: false },
    { ...QWEN_HOME, path: 'skills' },
    { scope: 'user', path: '.agents/skills' },
  ],
  depth: { kind: 'children' },
  nested: false,
  collision: 'first',
  identity: 'name',
  required: ['name', 'description'],
  drops: [],
  hides: true,
  reading: {
    fileLinks: true,
    folderLinks: true,
    anyCase: false,
    hidden: true,
    skips: [],
    rootFile: false,
    sameFileOnce: false,
    repairs: 'keys',
    withoutFrontmatter: 'skipped',
    noName: 'skipped',
    emptyName: 'skipped',
    noText: 'as-text',
    joinsLists: true,
    noDescription: 'skipped',
    beforeWhenToUse: ' — ',
    namePattern: {
      source: '^[\\p{L}\\p{N}_:.-]+$',
      says: 'must have only letters, digits, underscores, colons, dots and hyphens',
    },
    mustBe: { model: 'text', paths: 'list', allowedTools: 'list' },
  },
  settings: [
    { at: { ...QWEN_HOME, path: 'settings.json' }, format: 'json', keys: SETTINGS_KEYS },
    { at: { scope: 'workspace', path: '.qwen/settings.json', upward: false }, format: 'json', keys: SETTINGS_KEYS },
  ],
  plugins: {
    kind: 'all',
    at: { ...QWEN_HOME, path: 'extensions' },
    manifests: ['qwen-extension.json', 'plugin.json'],
    rules: 'extension-enablement.json',
    command: 'qwen',
    prefixes: true,
  },
  unknown: [
    'settings of the system, extensions that are linked rather than installed, and skills of an extension that are switched off one by one',
  ],
};
