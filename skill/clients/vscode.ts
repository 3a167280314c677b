import type { Catalogue, ClientBehavior } from './behavior.ts';
import type { SettingsKey } from './discovery.ts';
import type { ClientProfile } from './profile.ts';
import { COMPATIBILITY, DESCRIPTION, LICENSE, METADATA, NAME } from './spec.ts';
import { VSCODE_EVIDENCE } from './vscode-evidence.ts';

const OUTSIDE = "File {path} is outside of the workspace, and not open in an editor, and can't be read";
const RELATIVE = 'Invalid input path: {given}. Be sure to use an absolute path.';

const CATALOGUE: Catalogue = {
  role: 'system',
  element: 'skills',
  entry: '<skill>\n<name>{name}</name>\n<description>{description}</description>\n<file>{path}</file>\n</skill>',
  states: ['load-first'],
};

const TOOLS: Pick<ClientBehavior, 'shell' | 'fileTools' | 'reach' | 'failure' | 'loops'> = {
  shell: {
    tool: 'run_in_terminal',
    command: 'command',
    extra: [
      { name: 'explanation', type: 'string', required: true },
      { name: 'isBackground', type: 'boolean', required: true },
    ],
    directory: 'workspace',
    cd: 'kept',
    succeeded: '{output}',
    failed: '{output}\n\nCommand exited with code {code}',
    failedIsError: false,
    empty: 'Command produced no output',
    limit: { size: 60_000, unit: 'bytes', keeps: 'tail', notice: '' },
  },
  fileTools: [
    {
      kind: 'read',
      tool: 'read_file',
      path: 'filePath',
      range: { first: 'startLine', last: 'endLine', required: true },
      result: '```\n{lines}\n```',
      empty: '(The file `{path}` exists, but is empty)',
      maxLines: 2000,
      part: {
        limit:
          '{lines}\n[File content truncated at line {last}. Use read_file with offset/limit parameters to view more.]',
      },
      messages: { missing: 'File {path} does not exist', outside: OUTSIDE, relative: RELATIVE },
    },
    {
      kind: 'list',
      tool: 'list_dir',
      path: 'path',
      extra: [],
      result: '{entries}',
      folder: '{name}/',
      file: '{name}',
      empty: 'Folder is empty',
      messages: { missing: 'File {path} does not exist', outside: OUTSIDE, relative: RELATIVE },
      inferred: 'The message about a missing folder has not been seen.',
    },
    {
      kind: 'glob',
      tool: 'file_search',
      pattern: 'query',
      extra: [{ name: 'maxResults', type: 'number' }],
      skipsIgnored: true,
      result: '{count} total result{s}\n{paths}',
      none: 'No files found',
      max: 20,
    },
    {
      kind: 'grep',
      tool: 'grep_search',
      pattern: 'query',
      include: 'includePattern',
      extra: [
        { name: 'isRegexp', type: 'boolean', required: true },
        { name: 'maxResults', type: 'number' },
        { name: 'includeIgnoredFiles', type: 'boolean' },
      ],
      form: 'matches',
      skipsIgnored: true,
      result: '{count} match{es}\n{matches}',
      match: '<match path="{path}" line={n}>\n{line}\n</match>',
      none: 'No matches found.',
      max: 20,
    },
  ],
  reach: 'workspace-and-skills',
  failure: {
    kind: 'text',
    template: 'ERROR while calling tool: {message}\nPlease check your input and try again.',
  },
  loops: {
    kind: 'limits',
    calls: 25,
    action: 'asks',
    source: 'setting chat.agent.maxRequests (default of older releases)',
  },
};

const SETTINGS_KEYS: readonly SettingsKey[] = [
  { key: ['chat.agentSkillsLocations'], does: { kind: 'adds-folder-table' } },
  { key: ['chat.useAgentSkills'], does: { kind: 'switches' } },
];

/** VS Code's agent mode, with Copilot. */
export const vscode: ClientProfile = {
  id: 'vscode',
  rank: 20,
  name: 'VS Code',
  version: 'VS Code 1.139, Copilot Chat 0.42.0',
  date: '2026-11',
  evidence: ['source', 'documentation'],
  sources: [
    'https://github.com/microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax',
    'https://github.com/microsoft/vscode-copilot-chat package.json',
    'https://github.com/microsoft/vscode-copilot-chat src/extension/tools/node',
    'https://github.com/microsoft/vscode src/vs/workbench/contrib/terminalContrib/chatAgentTools',
    'https://code.visualstudio.com/docs/agents/reference/tools-reference',
  ],
  parts: VSCODE_EVIDENCE,
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'workspace', path: '.github/skills', upward: false },
      { scope: 'workspace', path: '.agents/skills', upward: false },
      { scope: 'workspace', path: '.claude/skills', upward: false },
      { scope: 'user', path: '.copilot/skills' },
      { scope: 'user', path: '.agents/skills' },
      { scope: 'user', path: '.claude/skills' },
    ],
    depth: { kind: 'children' },
    identity: 'name',
    required: ['name', 'description'],
    drops: [],
    hides: true,
    reading: {
      fileLinks: true,
      folderLinks: true,
      anyCase: true,
      hidden: true,
      skips: [],
      rootFile: false,
      sameFileOnce: false,
      withoutFrontmatter: 'skipped',
      noName: 'skipped',
      noText: 'skipped',
      noDescription: 'skipped',
    },
    settings: [
      { at: { scope: 'user', path: '.config/Code/User/settings.json' }, format: 'json', keys: SETTINGS_KEYS },
      {
        at: { scope: 'user', path: 'Library/Application Support/Code/User/settings.json' },
        format: 'json',
        keys: SETTINGS_KEYS,
      },
      { at: { scope: 'user', path: 'AppData/Roaming/Code/User/settings.json' }, format: 'json', keys: SETTINGS_KEYS },
      { at: { scope: 'workspace', path: '.vscode/settings.json', upward: false }, format: 'json', keys: SETTINGS_KEYS },
    ],
    unknown: [
      'skills of extensions and of agent plugins, settings of profiles, and whether the workspace is trusted',
      'what VS Code makes of frontmatter that is no YAML, and which of two skills with one name it lists',
    ],
  },
  fields: [
    { ...NAME, does: 'Names the skill.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path; without it the skill is not listed.' },
    { ...LICENSE, value: { kind: 'text', orMap: true } },
    { ...COMPATIBILITY, value: { kind: 'text', max: 500, orMap: true } },
    METADATA,
    { name: 'argument-hint', value: { kind: 'hint' }, does: 'Shown after `/name` in the chat.' },
    {
      name: 'user-invocable',
      value: { kind: 'flag', default: true },
      does: '`false` takes the skill out of the `/` menu.',
    },
    {
      name: 'disable-model-invocation',
      value: { kind: 'flag', default: false },
      does: 'Leaves the skill out of the list that the model sees.',
    },
    { name: 'context', value: { kind: 'one-of', values: ['fork'] }, does: 'Runs the skill in a subagent.' },
  ],
  tools: [
    { name: 'read', does: 'read files of the workspace' },
    { name: 'edit', does: 'create and change files' },
    { name: 'search', does: 'search the workspace' },
    { name: 'execute', does: 'run commands and code' },
    { name: 'web', does: 'fetch pages' },
    { name: 'agent', does: 'start a subagent' },
    { name: 'todo', does: 'keep a list of tasks' },
    { name: 'vscode', does: 'control VS Code' },
  ],
  misses: [],
  behaviors: [
    {
      id: 'vscode',
      catalogue: CATALOGUE,
      activation: { kind: 'read' },
      ...TOOLS,
    },
    {
      id: 'vscode-skill',
      catalogue: {
        ...CATALOGUE,
        budget: {
          characters: 15_000,
          overflow: {
            kind: 'names-only',
            lead: 'Additional skills available (invoke by name): ',
            characters: 5000,
            more: '... and {count} more',
          },
        },
      },
      activation: {
        kind: 'tool',
        tool: 'skill',
        parameter: 'skill',
        result:
          '<skill-context name="{name}">\nBase directory: {dir}\n\nRelated files (use read_file tool to read):\n{files}\n\n{file}\n</skill-context>',
        files: {
          form: 'relative',
          entry: '  - {file}',
          max: 50,
          depth: 5,
          excludes: [
            ...['.git', 'node_modules', 'dist', 'build', 'out', '.cache', 'coverage', '__pycache__', 'target'],
            ...['bin', 'obj', '.venv', 'venv', 'SKILL.md'],
          ],
        },
        unknown: 'Skill "{name}" not found. Available skills: {names}',
      },
      ...TOOLS,
    },
  ],
};
