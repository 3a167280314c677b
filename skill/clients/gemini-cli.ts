import { GEMINI_CLI_DISCOVERY } from './gemini-cli-discovery.ts';
import type { ClientProfile } from './profile.ts';
import { PROOFS } from './proofs.ts';
import { DESCRIPTION, NAME } from './spec.ts';

/** The result for a part of a file. */
const PART =
  "\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines {first}-{last} of {total} total lines.\nAction: To read more of the file, you can use the 'start_line' and 'end_line' parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use start_line: {next}.\n\n--- FILE CONTENT (truncated) ---\n{lines}";

/** Gemini CLI, by Google. */
export const geminiCli: ClientProfile = {
  id: 'gemini-cli',
  rank: 50,
  name: 'Gemini CLI',
  version: PROOFS['gemini-cli'].version,
  date: PROOFS['gemini-cli'].date,
  evidence: ['run', 'source'],
  sources: [
    'https://www.npmjs.com/package/@google/gemini-cli',
    'https://github.com/google-gemini/gemini-cli packages/core/src/skills',
    'https://geminicli.com/docs/tools/',
  ],
  proved: PROOFS['gemini-cli'],
  discovery: GEMINI_CLI_DISCOVERY,
  fields: [
    { ...NAME, does: 'Names the skill; `:\\/<>*?"|` become `-`.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path.' },
  ],
  tools: [
    { name: 'read_file', does: 'read a file' },
    { name: 'write_file', does: 'create or overwrite a file' },
    { name: 'replace', does: 'change parts of a file' },
    { name: 'list_directory', does: 'list a folder' },
    { name: 'glob', does: 'find files by pattern' },
    { name: 'grep_search', does: 'search in files' },
    { name: 'run_shell_command', does: 'run a shell command' },
    { name: 'web_fetch', does: 'fetch a page' },
    { name: 'google_web_search', does: 'search the web' },
    { name: 'activate_skill', does: 'load another skill' },
    { name: 'ask_user', does: 'ask the user' },
    { name: 'write_todos', does: 'keep a list of tasks' },
  ],
  misses: [],
  behaviors: [
    {
      id: 'gemini-cli',
      catalogue: {
        role: 'system',
        element: 'available_skills',
        entry:
          '  <skill>\n    <name>{name}</name>\n    <description>{description}</description>\n    <location>{path}</location>\n  </skill>',
        states: ['load-first'],
      },
      activation: {
        kind: 'tool',
        tool: 'activate_skill',
        parameter: 'name',
        enumerates: true,
        trims: true,
        result:
          '<activated_skill name="{name}">\n  <instructions>\n    {body}\n  </instructions>\n\n  <available_resources>\n    {files}\n  </available_resources>\n</activated_skill>',
        files: {
          form: 'tree',
          max: 200,
          excludes: ['.git', 'node_modules', 'dist', '__pycache__'],
          excluded: '{name}/...',
        },
        unknown: 'params/name must be equal to one of the allowed values',
      },
      shell: {
        tool: 'run_shell_command',
        command: 'command',
        workdir: 'dir_path',
        extra: [
          { name: 'description', type: 'string' },
          { name: 'is_background', type: 'boolean' },
          { name: 'delay_ms', type: 'number' },
        ],
        directory: 'workspace',
        cd: 'forgotten',
        timeoutMs: 300_000,
        timedOut:
          'Command was automatically cancelled because it exceeded the timeout of {minutes}.0 minutes without output.',
        succeeded: '<untrusted_context>\nOutput: {output}\nProcess Group PGID: {pid}\n</untrusted_context>',
        failed:
          '<untrusted_context>\nOutput: {output}\nExit Code: {code}\nProcess Group PGID: {pid}\n</untrusted_context>',
        failedIsError: false,
        empty: '(empty)',
        missingDirectory: 'spawn /usr/bin/bash ENOENT',
        limit: {
          size: 40_000,
          unit: 'characters',
          keeps: 'head-and-tail',
          head: 8000,
          notice: 'Output too large. Showing first 8,000 and last 32,000 characters.\n',
          between: '\n\n... [{characters} characters omitted] ...\n\n',
        },
      },
      fileTools: [
        {
          kind: 'read',
          tool: 'read_file',
          path: 'file_path',
          range: { first: 'start_line', last: 'end_line' },
          result: '{lines}',
          maxLines: 2000,
          maxLineCharacters: 2000,
          lineNotice: '... [truncated]',
          maxBytes: 20_971_520,
          countsLastNewline: true,
          part: { limit: PART, range: PART, wide: PART },
          messages: {
            missing: 'File not found: {path}',
            directory: 'Path is a directory, not a file: {path}',
            outside:
              'Path not in workspace: Attempted path "{given}" resolves outside the allowed workspace directories: {folders}',
          },
        },
        {
          kind: 'list',
          tool: 'list_directory',
          path: 'dir_path',
          extra: [
            { name: 'ignore', type: 'array' },
            { name: 'file_filtering_options', type: 'object' },
          ],
          foldersFirst: true,
          result: 'Directory listing for {path}:\n{entries}',
          folder: '[DIR] {name}',
          file: '{name} ({size} bytes)',
          empty: 'Directory {path} is empty.',
          messages: {
            missing: "Error listing directory: ENOENT: no such file or directory, stat '{path}'",
            file: 'Error: Path is not a directory: {path}',
            outside:
              'Path not in workspace: Attempted path "{given}" resolves outside the allowed workspace directories: {folders}',
          },
        },
        {
          kind: 'glob',
          tool: 'glob',
          pattern: 'pattern',
          path: 'dir_path',
          skipsIgnored: true,
          extra: [
            { name: 'case_sensitive', type: 'boolean' },
            { name: 'respect_git_ignore', type: 'boolean' },
            { name: 'respect_gemini_ignore', type: 'boolean' },
          ],
          result:
            'Found {count} file(s) matching "{pattern}" within {path}, sorted by modification time (newest first):\n{paths}',
          none: 'No files found matching pattern "{pattern}" within {path}',
          manyFolders: {
            result:
              'Found {count} file(s) matching "{pattern}" across {folders} workspace directories, sorted by modification time (newest first):\n{paths}',
            none: 'No files found matching pattern "{pattern}" within {folders} workspace directories',
          },
          isAnchored: true,
          max: 1000,
          messages: { missing: 'Search path does not exist {path}' },
          inferred: 'No limit is stated; this one keeps results readable.',
        },
        {
          kind: 'grep',
          tool: 'grep_search',
          pattern: 'pattern',
          path: 'dir_path',
          include: 'include_pattern',
          extra: [
            { name: 'exclude_pattern', type: 'string' },
            { name: 'names_only', type: 'boolean' },
            { name: 'max_matches_per_file', type: 'number' },
            { name: 'total_max_matches', type: 'number' },
          ],
          form: 'matches',
          result: 'Found {count} match{es} for pattern "{pattern}" in path "{path}":\n---\n{matches}\n---',
          file: 'File: {path}',
          match: 'L{n}: {line}',
          between: '\n---\n',
          pathForm: 'in-folder',
          none: 'No matches found for pattern "{pattern}" in path "{path}".',
          manyFolders: {
            result:
              'Found {count} match{es} for pattern "{pattern}" across {folders} workspace directories:\n---\n{matches}\n---',
            none: 'No matches found for pattern "{pattern}" across {folders} workspace directories.',
          },
          max: 100,
          messages: { missing: 'Path does not exist: {path}', file: 'Path is not a directory: {path}' },
        },
      ],
      reach: 'workspace-and-loaded-skills',
      failure: { kind: 'object', field: 'error' },
      missingParameter: "params must have required property '{parameter}'",
      loops: {
        kind: 'limits',
        sameCall: 5,
        calls: 100,
        action: 'stops',
        source: 'packages/core/src/services/loopDetectionService.ts, packages/core/src/core/client.ts',
      },
    },
  ],
};
