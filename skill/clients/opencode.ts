import { MISSES_SOURCE } from './client-miss.ts';
import type { SettingsFile, SettingsKey } from './discovery.ts';
import type { ClientProfile } from './profile.ts';
import { PROOFS } from './proofs.ts';
import { DESCRIPTION, NAME } from './spec.ts';

const SETTINGS_KEYS: readonly SettingsKey[] = [
  { key: ['skills', 'paths'], does: { kind: 'adds-folders', relativeTo: 'working-directory' } },
  { key: ['permission', 'skill'], does: { kind: 'permits' } },
];

/** opencode. */
export const opencode: ClientProfile = {
  id: 'opencode',
  rank: 70,
  name: 'opencode',
  version: PROOFS.opencode.version,
  date: PROOFS.opencode.date,
  evidence: ['run', 'source', 'documentation'],
  sources: [
    'https://www.npmjs.com/package/opencode-ai',
    'https://github.com/anomalyco/opencode packages/opencode/src/skill/index.ts',
    'https://opencode.ai/docs/skills',
    'https://opencode.ai/v1/docs/tools',
  ],
  proved: PROOFS.opencode,
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'user', path: '.claude/skills', searchesHidden: true },
      { scope: 'user', path: '.agents/skills', searchesHidden: true },
      { scope: 'workspace', path: '.claude/skills', upward: true, searchesHidden: true },
      { scope: 'workspace', path: '.agents/skills', upward: true, searchesHidden: true },
      { scope: 'user', path: '.config/opencode/skill' },
      { scope: 'user', path: '.config/opencode/skills' },
      { scope: 'workspace', path: '.opencode/skill', upward: true },
      { scope: 'workspace', path: '.opencode/skills', upward: true },
    ],
    depth: { kind: 'any' },
    collision: 'last',
    collisionVaries: true,
    identity: 'name',
    required: ['name', 'description'],
    drops: [{ kind: 'yaml-error' }],
    hides: false,
    reading: {
      fileLinks: true,
      folderLinks: true,
      anyCase: false,
      hidden: false,
      skips: [],
      rootFile: true,
      sameFileOnce: false,
      repairs: 'colons',
      openFrontmatter: true,
      withoutFrontmatter: 'skipped',
      noName: 'skipped',
      emptyName: 'kept',
      noText: 'skipped',
      noDescription: 'skipped',
      emptyDescription: 'listed-without',
      emptyFieldIsNoText: true,
    },
    settings: ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc']
      .map((path): SettingsFile => ({ at: { scope: 'user', path }, format: 'json', keys: SETTINGS_KEYS }))
      .concat(
        ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'].map((path) => ({
          at: { scope: 'workspace', path, upward: true },
          format: 'json',
          keys: SETTINGS_KEYS,
        })),
      ),
    unknown: [
      'skills from the addresses in skills.urls, and those of plugins, which are code',
      'the list of opencode 2, which calls a skill by its folder and also reads Markdown files directly in the folder of skills',
    ],
  },
  fields: [
    { ...NAME, does: 'Names the skill.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path.' },
  ],
  tools: [
    { name: 'read', does: 'read a file or list a folder' },
    { name: 'write', does: 'create or overwrite a file' },
    { name: 'edit', does: 'change parts of a file' },
    { name: 'apply_patch', does: 'apply a patch to files' },
    { name: 'bash', does: 'run a shell command' },
    { name: 'glob', does: 'find files by pattern' },
    { name: 'grep', does: 'search in files' },
    { name: 'lsp', does: 'ask a language server' },
    { name: 'webfetch', does: 'fetch a page' },
    { name: 'websearch', does: 'search the web' },
    { name: 'skill', does: 'load another skill' },
    { name: 'task', does: 'start a subagent' },
    { name: 'todowrite', does: 'keep a list of tasks' },
    { name: 'question', does: 'ask the user' },
  ],
  misses: [{ basis: 'collected', what: 'bundled', kind: 'base.workspace', missed: 2, source: MISSES_SOURCE.collected }],
  behaviors: [
    {
      id: 'opencode',
      catalogue: {
        role: 'system',
        element: 'available_skills',
        entry:
          '  <skill>\n    <name>{name}</name>\n    <description>{description}</description>\n    <location>{path}</location>\n  </skill>',
        order: { by: 'locale' },
        own: { skills: 1, characters: 0 },
        states: ['load-first'],
      },
      activation: {
        kind: 'tool',
        tool: 'skill',
        parameter: 'name',
        trims: true,
        result:
          '<skill_content name="{name}">\n# Skill: {name}\n\n{body}\n\nBase directory for this skill: {dir}\nRelative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\nNote: file list is sampled.\n\n<skill_files>\n{files}\n</skill_files>\n</skill_content>',
        files: { form: 'absolute', entry: '<file>{file}</file>', max: 10, excludes: ['SKILL.md'] },
        unknown: 'Skill "{name}" not found. Available skills: {names}',
        noNames: 'none',
      },
      shell: {
        tool: 'bash',
        command: 'command',
        workdir: 'workdir',
        timeout: { parameter: 'timeout', unit: 'ms' },
        extra: [],
        directory: 'workspace',
        cd: 'forgotten',
        timeoutMs: 120_000,
        timedOut:
          '{output}\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout {ms} ms. If this command is expected to take longer and is not waiting for interactive input, retry with a larger timeout value in milliseconds.\n</shell_metadata>',
        succeeded: '{output}',
        // The exit code is metadata that the model never sees.
        failed: '{output}',
        failedIsError: false,
        empty: '(no output)',
        keepsEnd: true,
        missingDirectory: 'NotFound: FileSystem.access ({path})',
        limit: {
          size: 51_200,
          unit: 'bytes',
          lines: 2000,
          keeps: 'tail',
          notice: '...output truncated...\n\n',
        },
      },
      fileTools: [
        {
          kind: 'read',
          tool: 'read',
          path: 'filePath',
          range: { first: 'offset', count: 'limit' },
          line: '{n}: {line}',
          result:
            '<path>{path}</path>\n<type>file</type>\n<content>\n{lines}\n\n(End of file - total {total} lines)\n</content>',
          listsFolder:
            '<path>{path}</path>\n<type>directory</type>\n<entries>\n{entries}\n\n({count} entries)\n</entries>',
          maxLines: 2000,
          maxLineCharacters: 2000,
          lineNotice: '... (line truncated to 2000 chars)',
          maxBytes: 51_200,
          part: {
            limit:
              '<path>{path}</path>\n<type>file</type>\n<content>\n{lines}\n\n(Showing lines {first}-{last} of {total}. Use offset={next} to continue.)\n</content>',
            bytes:
              '<path>{path}</path>\n<type>file</type>\n<content>\n{lines}\n\n(Output capped at 50 KB. Showing lines {first}-{last}. Use offset={next} to continue.)\n</content>',
            range:
              '<path>{path}</path>\n<type>file</type>\n<content>\n{lines}\n\n(Showing lines {first}-{last} of {total}. Use offset={next} to continue.)\n</content>',
          },
          pastEnd: 'Offset {first} is out of range for this file ({total} lines)',
          messages: { missing: 'File not found: {path}' },
        },
        {
          kind: 'glob',
          tool: 'glob',
          pattern: 'pattern',
          path: 'path',
          skipsHidden: true,
          skipsIgnored: true,
          extra: [],
          result: '{paths}',
          none: 'No files found',
          max: 100,
          messages: { missing: 'ripgrep execution failed' },
        },
        {
          kind: 'grep',
          tool: 'grep',
          pattern: 'pattern',
          path: 'path',
          include: 'include',
          skipsIgnored: true,
          extra: [],
          form: 'matches',
          result: 'Found {count} matches\n{matches}\n',
          file: '{path}:',
          match: '  Line {n}: {line}',
          between: '\n\n',
          none: 'No files found',
          max: 100,
        },
      ],
      reach: 'anywhere',
      failure: { kind: 'text', template: '{message}' },
      missingParameter:
        'The {tool} tool was called with invalid arguments: SchemaError(Missing key\n  at ["{parameter}"]).\nPlease rewrite the input so it satisfies the expected schema.',
      loops: {
        kind: 'limits',
        sameCall: 3,
        action: 'asks',
        source: 'packages/opencode/src/session/processor.ts: permission doom_loop',
      },
    },
  ],
};
