import { expect, test } from 'vitest';
import { denialIn, denialOf } from './denial.ts';

test.each<[string, unknown]>([
  ['Claude Code', 'This command requires approval'],
  ['Claude Code', 'Permission to use Bash has been denied.'],
  ['Claude Code', "Claude requested permissions to use Bash, but you haven't granted it yet."],
  ['Claude Code', "The user doesn't want to proceed with this tool use."],
  ['Codex', 'exec command rejected by user'],
  ['Codex', 'command blocked by policy'],
  ['Gemini CLI', 'Tool execution denied by policy.'],
  ['Gemini CLI', { error: 'Tool "run_shell_command" is not allowed in this mode.' }],
  ['opencode', 'The user rejected permission to use this specific tool call.'],
  [
    'opencode',
    'The user has specified a rule which prevents you from using this specific tool call. Command not allowed.',
  ],
  ['Copilot CLI', 'Permission denied and could not request permission from user'],
  ['VS Code', 'The tool call was denied by the user'],
])('%s denied: %j', (_, result) => {
  expect(denialIn({ error_code: 'TOOL_ERROR', result: result as string })).toBeDefined();
});

test.each<[string, string | undefined, string]>([
  ['a file without permissions', 'COMMAND_FAILED', 'sh: 0: cannot open scripts/x.sh: Permission denied'],
  ['a missing file', 'FILE_NOT_FOUND', 'File not found: /a/references/x.md'],
  ['a failure', 'COMMAND_FAILED', 'exit code 1'],
  ['a success that talks of approval', undefined, 'This command requires approval'],
  ['a success about rules', undefined, 'The user rejected the plan.'],
])('%s is no denial', (_, errorCode, result) => {
  const code = errorCode === undefined ? {} : { error_code: errorCode };
  expect(denialIn({ ...code, result })).toBeUndefined();
});

test('a call that is marked as denied is one, whatever it says; long words are shortened', () => {
  expect(denialIn({ denied: true, result: '' })).toBe('the call was denied');
  expect(denialIn({ denied: true, result: 'No.\nMore.' })).toBe('No.');
  expect(denialIn({ denied: true, result: 'x'.repeat(500) })).toHaveLength(161);
});

test('the last denied call that names a file is found', () => {
  const calls = ['{"command":"sh scripts/a.sh"}', '{"command":"sh scripts/b.sh"}'].map((args, seq) => ({
    seq,
    args,
    says: 'no',
  }));
  expect(denialOf(calls, 'a.sh')?.seq).toBe(0);
  expect(denialOf(calls, 'c.sh')).toBeUndefined();
});
