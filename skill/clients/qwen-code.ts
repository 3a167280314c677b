import type { ClientProfile } from './profile.ts';
import { PROOFS } from './proofs.ts';
import { QWEN_CODE_DISCOVERY } from './qwen-code-discovery.ts';
import { DESCRIPTION, NAME } from './spec.ts';

/** The result of a command. */
const RESULT =
  'Command: {command}\nDirectory: {workdir}\nOutput: {output}\nError: (none)\nExit Code: {code}\nSignal: (none)\nProcess Group PGID: (none)';

/** The result for a part of a file. */
const PART = 'Showing lines {first}-{last} of {total} total lines.\n\n---\n\n{lines}';

/** Qwen Code, by Alibaba. */
export const qwenCode: ClientProfile = {
  id: 'qwen-code',
  rank: 55,
  name: 'Qwen Code',
  version: PROOFS['qwen-code'].version,
  date: PROOFS['qwen-code'].date,
  evidence: ['run', 'source', 'documentation'],
  sources: [
    'https://www.npmjs.com/package/@qwen-code/qwen-code',
    'https://github.com/QwenLM/qwen-code packages/core/src/skills/skill-manager.ts',
    'https://qwenlm.github.io/qwen-code-docs/en/users/features/skills/',
  ],
  proved: PROOFS['qwen-code'],
  discovery: QWEN_CODE_DISCOVERY,
  fields: [
    { ...NAME, does: 'Names the skill; a skill of an extension is `EXTENSION:NAME`.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name.' },
    { name: 'when_to_use', value: { kind: 'text' }, does: 'Appended to the description, unless the list is too long.' },
    {
      name: 'priority',
      value: { kind: 'any' },
      does: 'Sorts the skill in the user’s list of `/skills`, not in the model’s.',
      means: 'A number by which lists of skills for the user are sorted; higher ones come first.',
    },
    { name: 'argument-hint', value: { kind: 'hint' }, does: 'Shown after `/name`.' },
    {
      name: 'disable-model-invocation',
      value: { kind: 'flag', quoted: true, default: false },
      does: 'Leaves the skill out of the list and refuses the model’s call.',
    },
    {
      name: 'user-invocable',
      value: { kind: 'flag', quoted: true, default: true },
      does: '`false` takes the skill out of the `/` menu.',
    },
    {
      name: 'allowedTools',
      value: { kind: 'tool-list' },
      does: 'Allows these tools without asking for the rest of the session.',
      means: 'Tools that may be used without asking once the skill is loaded, as a list.',
    },
    { name: 'model', value: { kind: 'text' }, does: 'Sets the model while the skill is active.' },
    { name: 'hooks', value: { kind: 'map' }, does: 'Runs commands at events once the skill is loaded.' },
    {
      name: 'paths',
      value: { kind: 'text-or-list' },
      does: 'Offers the skill once a matching file was touched; a list.',
    },
  ],
  tools: [
    { name: 'read_file', does: 'read a file' },
    { name: 'write_file', does: 'create or overwrite a file' },
    { name: 'edit', does: 'change parts of a file' },
    { name: 'notebook_edit', does: 'change a notebook’s cells' },
    { name: 'list_directory', does: 'list a folder, if it is switched on' },
    { name: 'glob', does: 'find files by pattern' },
    { name: 'grep_search', does: 'search in files' },
    { name: 'run_shell_command', does: 'run a shell command' },
    { name: 'web_fetch', does: 'fetch a page' },
    { name: 'skill', does: 'load another skill' },
    { name: 'agent', does: 'start a subagent' },
    { name: 'todo_write', does: 'keep a list of tasks, if it is switched on' },
    { name: 'ask_user_question', does: 'ask the user' },
  ],
  misses: [],
  behaviors: [
    {
      id: 'qwen-code',
      catalogue: {
        role: 'user',
        element: 'available_skills',
        entry:
          '<skill>\n<name>\n{name}\n</name>\n<description>\n{description} ({scope})\n</description>\n<location>\n{scope}\n</location>\n</skill>',
        escapes: 'xml',
        order: { by: 'locale' },
        scopes: { plugin: 'extension', custom: 'user' },
        // Without the line break that the last entry lacks.
        own: { skills: 14, characters: 5856 },
        budget: {
          characters: 8000,
          overflow: { kind: 'first-lines' },
        },
        states: ['load-first', 'paths-relative-to-skill'],
      },
      activation: {
        kind: 'tool',
        tool: 'skill',
        parameter: 'skill',
        // They are for commands, and a skill ignores them.
        arguments: { parameter: 'args', template: '' },
        trims: true,
        result:
          'Base directory for this skill: {dir}\nImportant: ALWAYS resolve absolute paths from this base directory when working with skills.\n\n{body}\n',
        again: { result: 'Skill "{name}" is already loaded in context.' },
        unknown: 'Skill "{name}" not found. Available skills: {names}',
      },
      shell: {
        tool: 'run_shell_command',
        command: 'command',
        workdir: 'directory',
        timeout: { parameter: 'timeout', unit: 'ms' },
        extra: [
          { name: 'is_background', type: 'boolean' },
          { name: 'description', type: 'string' },
        ],
        directory: 'workspace',
        cd: 'forgotten',
        timeoutMs: 120_000,
        timedOut:
          'Command timed out after {ms}ms before it could complete. Below is the output before it timed out:\n{output}',
        noWorkdir: '(root)',
        succeeded: RESULT,
        failed: RESULT,
        failedIsError: false,
        empty: '(empty)',
        missingDirectory: 'spawn bash ENOENT',
        refusesSkillFolder:
          'Explicitly running shell commands from within the user skills directory is not allowed. Please use absolute paths for command parameter instead.',
        limit: {
          size: 4000,
          above: 30_000,
          unit: 'characters',
          keeps: 'head-and-tail',
          head: 800,
          notice:
            "Tool output was too large and has been truncated.\nThe truncated output below shows the beginning and end of the content. The marker '... [CONTENT TRUNCATED] ...' indicates where content was removed.\n\nTruncated part of the output:\n",
          between: '\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n',
        },
      },
      fileTools: [
        {
          kind: 'read',
          tool: 'read_file',
          path: 'file_path',
          range: { first: 'offset', fromZero: true, count: 'limit' },
          extra: [{ name: 'pages', type: 'string' }],
          result: '{lines}',
          empty: '(read_file completed with no output)',
          maxLines: 1000,
          maxBytes: 25_000,
          lineAtLimit: '... [truncated]',
          countsLastNewline: true,
          part: { limit: PART, range: PART },
          messages: {
            missing: 'File not found: {path}',
            directory: 'Path is a directory, not a file: {path}',
            relative: 'File path must be absolute, but was relative: {given}. You must provide an absolute path.',
          },
        },
        {
          kind: 'glob',
          tool: 'glob',
          pattern: 'pattern',
          path: 'path',
          extra: [],
          result:
            'Found {count} file(s) matching "{pattern}" within {path}, sorted by modification time (newest first):\n---\n{paths}',
          none: 'No files found matching pattern "{pattern}" within {path}',
          inWorkspace: {
            result:
              'Found {count} file(s) matching "{pattern}" in the workspace directory, sorted by modification time (newest first):\n---\n{paths}',
            none: 'No files found matching pattern "{pattern}" in the workspace directory',
          },
          isAnchored: true,
          skipsIgnored: true,
          max: 100,
          messages: { missing: 'Path does not exist: {path}' },
        },
        {
          kind: 'grep',
          tool: 'grep_search',
          pattern: 'pattern',
          path: 'path',
          include: 'glob',
          extra: [{ name: 'limit', type: 'number' }],
          form: 'matches',
          skipsIgnored: true,
          result: 'Found {count} match{es} for pattern "{pattern}" in path "{path}":\n---\n{matches}',
          match: '{path}:{n}:{line}',
          none: 'No matches found for pattern "{pattern}" in path "{path}".',
          inWorkspace: {
            result: 'Found {count} match{es} for pattern "{pattern}" in the workspace directory:\n---\n{matches}',
            none: 'No matches found for pattern "{pattern}" in the workspace directory.',
          },
          max: 100,
          messages: { missing: 'Path does not exist: {path}' },
        },
      ],
      reach: 'anywhere',
      failure: { kind: 'text', template: '{message}' },
      missingParameter: "params must have required property '{parameter}'",
      loops: {
        kind: 'limits',
        sameCall: 5,
        action: 'stops',
        source: 'packages/core/src/services/loopDetectionService.ts',
      },
    },
  ],
};
