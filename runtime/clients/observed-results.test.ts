/** Simulated tools return the results that were observed in runs of the real clients (`bench/clients/`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openClient, textIn } from '../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { canSandbox } from '../../test/equipment/runtime/sandbox.ts';
import type { JsonObject } from '../protocol/events.ts';

const hasSandbox = await canSandbox();

const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join('');

async function open(id: string, more: Readonly<Record<string, string>> = {}) {
  const skill = skillOnDisk('tally', { 'references/guide.md': '# Guide\n\nCount quietly.\n' });
  const workspace = writeFiles(temporaryFolder(), {
    'README.md': '# Orchard\n\nCounts apples.\n',
    'src/basket.ts': 'export const basket = "wicker";\n',
    'docs/long.md': numbered(3000),
    'docs/heavy.md': `${'x'.repeat(99)}\n`.repeat(1000),
    'docs/empty.md': '',
    ...more,
  });
  const client = await openClient(id, { skills: [skill], workspace });
  const { activation } = client.behavior;
  if (activation.kind === 'tool') await client.call(activation.tool, { [activation.parameter]: 'tally' });
  const [{ folder = '' } = {}] = client.installation.skills;
  const expand = (text: string): string =>
    text.replaceAll('<workspace>', client.installation.workspace).replaceAll('<skill>', folder);
  return {
    ...client,
    expand,
    answer: async (tool: string, args: JsonObject) =>
      textIn(await client.call(tool, JSON.parse(expand(JSON.stringify(args))) as JsonObject)),
  };
}

type Row = readonly [client: string, tool: string, args: JsonObject, answer: string | RegExp];

const READS: readonly Row[] = [
  ['claude-code', 'Read', { file_path: 'README.md' }, '1\t# Orchard\n2\t\n3\tCounts apples.\n4'],
  ['claude-code', 'Read', { file_path: 'docs/long.md' }, /\n3000\tline 3000\n3001$/],
  [
    'claude-code',
    'Read',
    { file_path: 'README.md', offset: 50 },
    '<system-reminder>Warning: the file exists but is shorter than the provided offset (50). The file has 4 lines.</system-reminder>',
  ],
  [
    'claude-code',
    'Read',
    { file_path: 'docs/heavy.md' },
    /\[Truncated: PARTIAL view — .*heavy\.md: showing lines 1-840 of 1001 total\. /,
  ],
  [
    'claude-code',
    'Read',
    {},
    '<tool_use_error>InputValidationError: Read failed due to the following issue:\nThe required parameter `file_path` is missing</tool_use_error>',
  ],
  ['pi', 'read', { path: 'docs/empty.md' }, '(no tool output)'],
  ['pi', 'read', { path: 'README.md' }, '# Orchard\n\nCounts apples.\n'],
  [
    'pi',
    'read',
    { path: 'docs/long.md', offset: 2, limit: 1 },
    'line 2\n\n[2999 more lines in file. Use offset=3 to continue.]',
  ],
  ['pi', 'read', { path: 'README.md', offset: 50 }, 'Offset 50 is beyond end of file (4 lines total)'],
  ['pi', 'read', { path: 'docs/heavy.md' }, /\[Showing lines 1-512 of 1001 \(50\.0KB limit\)\. Use offset=513 /],
  [
    'opencode',
    'read',
    { filePath: 'docs/long.md', offset: 2, limit: 1 },
    '<path><workspace>/docs/long.md</path>\n<type>file</type>\n<content>\n2: line 2\n\n(Showing lines 2-2 of 3000. Use offset=3 to continue.)\n</content>',
  ],
  ['opencode', 'read', { filePath: 'docs/empty.md' }, /\n\(End of file - total 0 lines\)\n<\/content>$/],
  [
    'opencode',
    'read',
    { filePath: 'docs/heavy.md' },
    /\n\(Output capped at 50 KB\. Showing lines 1-512\. Use offset=513 /,
  ],
  ['opencode', 'read', { filePath: '<skill>/references' }, /\nguide\.md\n\n\(1 entries\)\n/],
  [
    'gemini-cli',
    'read_file',
    { file_path: 'docs/long.md', start_line: 2, end_line: 3 },
    /Showing lines 2-3 of 3001 total lines\.[\s\S]*\nline 2\nline 3$/,
  ],
  ['gemini-cli', 'read_file', { file_path: 'README.md', start_line: 50 }, /Showing lines 5-4 of 4 total lines/],
  ['qwen-code', 'read_file', { file_path: '<workspace>/docs/empty.md' }, '(read_file completed with no output)'],
  [
    'qwen-code',
    'read_file',
    { file_path: 'README.md' },
    'File path must be absolute, but was relative: README.md. You must provide an absolute path.',
  ],
  [
    'qwen-code',
    'read_file',
    { file_path: '<workspace>/docs/long.md', offset: 2, limit: 2 },
    'Showing lines 3-4 of 3001 total lines.\n\n---\n\nline 3\nline 4',
  ],
  ['qwen-code', 'read_file', { file_path: '<workspace>/docs/long.md' }, /^Showing lines 1-1000 of 3001 /],
  [
    'qwen-code',
    'read_file',
    { file_path: '<workspace>/docs/heavy.md' },
    /\nx{99}\n... \[truncated\]$|x\.\.\. \[truncated\]$/,
  ],
  ['qwen-code', 'skill', { skill: 'tally' }, 'Skill "tally" is already loaded in context.'],
  ['copilot-cli', 'view', { path: 'README.md' }, '# Orchard\n\nCounts apples.\n'],
  ['copilot-cli', 'view', { path: 'docs/long.md', view_range: [2, 3] }, 'line 2\nline 3'],
  ['copilot-cli', 'view', { path: 'docs/long.md' }, /^File too large to read at once \(28\.2 KB\)\./],
  [
    'copilot-cli',
    'view',
    { path: 'README.md', view_range: [50, 60] },
    'Invalid view_range: start line (50) is beyond the end of the file. The file has 4 lines.',
  ],
  ['copilot-cli', 'view', { path: '<workspace>' }, 'README.md\ndocs\nsrc'],
];

const SEARCHES: readonly Row[] = [
  [
    'qwen-code',
    'glob',
    { pattern: '**/*.ts' },
    'Found 1 file(s) matching "**/*.ts" in the workspace directory, sorted by modification time (newest first):\n---\n<workspace>/src/basket.ts',
  ],
  [
    'qwen-code',
    'glob',
    { pattern: '*.ts', path: '<workspace>/docs' },
    'No files found matching pattern "*.ts" within <workspace>/docs',
  ],
  [
    'qwen-code',
    'grep_search',
    { pattern: 'wick.r' },
    'Found 1 match for pattern "wick.r" in the workspace directory:\n---\n<workspace>/src/basket.ts:1:export const basket = "wicker";',
  ],
  ['pi', 'read', {}, 'Validation failed for tool "read":\n  - path: missing\n\nReceived arguments:\n{}'],
  ['copilot-cli', 'view', {}, 'Invalid input: "path": Required'],
  ['codex', 'exec_command', {}, 'failed to parse function arguments: missing field `cmd` at line 1 column 2'],
  ['gemini-cli', 'read_file', {}, /params must have required property 'file_path'/],
  [
    'opencode',
    'read',
    {},
    /^The read tool was called with invalid arguments: SchemaError\(Missing key\n {2}at \["filePath"\]\)\./,
  ],
  [
    'gemini-cli',
    'glob',
    { pattern: '**/guide.md' },
    /across 2 workspace directories.*:\n<skill>\/references\/guide\.md$/,
  ],
  [
    'gemini-cli',
    'glob',
    { pattern: 'basket.ts' },
    'No files found matching pattern "basket.ts" within 2 workspace directories',
  ],
  ['gemini-cli', 'glob', { pattern: '*', dir_path: '<workspace>/no' }, 'Search path does not exist <workspace>/no'],
  [
    'gemini-cli',
    'grep_search',
    { pattern: 'quietly', dir_path: '<skill>' },
    'Found 1 match for pattern "quietly" in path "<skill>":\n---\nFile: references/guide.md\nL3: Count quietly.\n---',
  ],
  [
    'gemini-cli',
    'grep_search',
    { pattern: 'wick.r' },
    /1 match for .* across 2 .*\n---\nFile: workspace\/src\/basket\.ts\n/,
  ],
  ['copilot-cli', 'glob', { pattern: '**/*.ts' }, './src/basket.ts'],
  ['copilot-cli', 'glob', { pattern: '**/*.md', paths: '<skill>/references' }, '<skill>/references/guide.md'],
  ['copilot-cli', 'grep', { pattern: 'wick.r' }, './src/basket.ts'],
  [
    'opencode',
    'grep',
    { pattern: 'wick.r' },
    'Found 1 matches\n<workspace>/src/basket.ts:\n  Line 1: export const basket = "wicker";\n',
  ],
];

const COMMANDS: readonly Row[] = [
  ['claude-code', 'Bash', { command: 'true' }, '(Bash completed with no output)'],
  ['claude-code', 'Bash', { command: 'exit 4' }, 'Exit code 4'],
  [
    'claude-code',
    'Bash',
    { command: 'seq 1 30000' },
    /^<persisted-output>\nOutput too large \(164\.9KB\)\.\n\nPreview \(first 2KB\):\n1\n[\s\S]*\n\.\.\.\n<\/persisted-output>$/,
  ],
  ['qwen-code', 'run_shell_command', { command: 'pwd', directory: '<workspace>/no' }, 'spawn bash ENOENT'],
  [
    'qwen-code',
    'run_shell_command',
    { command: 'pwd', directory: '<skill>' },
    /^Explicitly running shell commands from within the user skills directory is not allowed\./,
  ],
  [
    'qwen-code',
    'run_shell_command',
    { command: 'pwd', directory: '<workspace>/src' },
    /^Command: pwd\nDirectory: .*\/src\nOutput: .*\/src\n/,
  ],
  [
    'qwen-code',
    'run_shell_command',
    { command: 'echo one; exit 3' },
    'Command: echo one; exit 3\nDirectory: (root)\nOutput: one\nError: (none)\nExit Code: 3\nSignal: (none)\nProcess Group PGID: (none)',
  ],
  ['pi', 'bash', { command: 'echo one; exit 3' }, 'one\n\n\nCommand exited with code 3'],
  ['pi', 'bash', { command: 'seq 1 30000' }, /^28001\n[\s\S]*\n30000\n\n\[Showing lines 28001-30000 of 30000\.\]$/],
  [
    'pi',
    'bash',
    { command: 'head -c 60000 /dev/zero | tr "\\\\0" y; echo' },
    /^\(no output\)\n\n\[Showing lines 1-1 of 1\.\]$/,
  ],
  ['codex', 'exec_command', { cmd: 'echo one' }, /\nOriginal token count: 1\nOutput:\none\n$/],
  [
    'codex',
    'exec_command',
    { cmd: 'seq 1 30000' },
    /\nTotal output lines: 30000\n\n1\n[\s\S]*…32224 tokens truncated…[\s\S]*\n30000\n$/,
  ],
  ['codex', 'exec_command', { cmd: 'pwd', workdir: '<workspace>/no' }, /^exec_command failed: CreateProcess/],
  ['opencode', 'bash', { command: 'pwd', workdir: '<workspace>/no' }, 'NotFound: FileSystem.access (<workspace>/no)'],
  ['gemini-cli', 'run_shell_command', { command: 'pwd', dir_path: '<workspace>/no' }, 'spawn /usr/bin/bash ENOENT'],
  [
    'gemini-cli',
    'run_shell_command',
    { command: 'seq 1 30000' },
    /Showing first 8,000 and last 32,000 characters\.\n1\n[\s\S]*\n\n\.\.\. \[128,\d{3} characters omitted\] \.\.\.\n\n/,
  ],
  [
    'copilot-cli',
    'bash',
    { command: 'cd src; pwd', description: 'x' },
    /^<workspace>\/src\n<shellId: 0 completed with exit code 0>$/,
  ],
  [
    'copilot-cli',
    'bash',
    { command: 'seq 1 30000', description: 'x' },
    /^Output too large to read at once \(164\.9 KB\)\./,
  ],
  [
    'copilot-cli',
    'bash',
    { command: 'no-such-command', description: 'x' },
    /^\/bin\/bash: line 1: no-such-command: command not found\n/,
  ],
];

async function check([id, tool, args, answer]: Row, files: Readonly<Record<string, string>> = {}): Promise<void> {
  const client = await open(id, files);
  const text = await client.answer(tool, args);
  if (typeof answer === 'string') expect(text).toBe(client.expand(answer));
  else expect(text).toMatch(new RegExp(client.expand(answer.source)));
}

/** Files that `.gitignore` names, and one that an inner `.gitignore` includes again. */
const IGNORED: Readonly<Record<string, string>> = {
  '.gitignore': 'ignored/\n*.log\n',
  'ignored/hidden.md': 'wicker\n',
  'docs/.gitignore': '!kept.log\n',
  'docs/kept.log': 'wicker\n',
  'docs/other.log': 'wicker\n',
};

const IGNORING: readonly Row[] = [
  ['vscode', 'file_search', { query: '**/*.log' }, '1 total result\n<workspace>/docs/kept.log'],
  ['vscode', 'grep_search', { query: 'wick', isRegexp: false, includeIgnoredFiles: true }, /^4 matches\n/],
  ['opencode', 'glob', { pattern: '**/hidden.md' }, 'No files found'],
  ['opencode', 'glob', { pattern: '**/*.log' }, '<workspace>/docs/kept.log'],
  ['opencode', 'glob', { pattern: '*.log', path: '<workspace>/docs' }, '<workspace>/docs/kept.log'],
  ['copilot-cli', 'glob', { pattern: '**/hidden.md' }, 'No files matched the pattern.'],
  ['copilot-cli', 'grep', { pattern: 'wick.r' }, './docs/kept.log\n./src/basket.ts'],
  ['gemini-cli', 'glob', { pattern: '**/hidden.md' }, /^No files found matching pattern/],
  ['gemini-cli', 'grep_search', { pattern: 'wick.r' }, /File: workspace\/ignored\/hidden\.md/],
];

describe('as observed', () => {
  it.each(IGNORING)('with ignored files, %s: %s %j', (...row) => check(row, IGNORED));
  it.each([...READS, ...SEARCHES])('%s: %s %j', (...row) => check(row));
  it.skipIf(!hasSandbox).each(COMMANDS)('%s: %s %j', (...row) => check(row));

  it.skipIf(!hasSandbox)('a command of Copilot CLI starts in the workspace again', async () => {
    const client = await open('copilot-cli');
    await client.answer('bash', { command: 'cd src', description: 'x' });
    const after = await client.answer('bash', { command: 'pwd', description: 'x' });
    expect(after).toBe(client.expand('<workspace>\n<shellId: 0 completed with exit code 0>'));
  });

  it('the tree of Gemini CLI names folders that it leaves out, after the files', async () => {
    const skill = skillOnDisk('tally', { 'assets/a.txt': 'a\n', 'z.txt': 'z\n' });
    mkdirSync(join(skill.root, 'dist'));
    writeFileSync(join(skill.root, 'dist/b.txt'), 'b\n');
    const client = await openClient('gemini-cli', { skills: [skill] });
    const text = textIn(await client.call('activate_skill', { name: 'tally' }));
    expect(text).toContain('/\n├───SKILL.md\n├───z.txt\n├───assets/\n│   └───a.txt\n└───dist/...\n');
  });
});
