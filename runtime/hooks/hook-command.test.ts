import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { bashCommand, posixCommand } from './hook-command.ts';

/** Starts a hook with a program as a client does. */
function start(code: string | undefined, command: typeof bashCommand) {
  const file = join(mkdtempSync(join(tmpdir(), "hook's-")), 'hook.cjs');
  if (code !== undefined) writeFileSync(file, code);
  const line = command({ node: process.execPath, isElectron: false, file }, 'gemini-cli', { guard: 'on', check: 'on' });
  return spawn('bash', ['-c', line], { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function answerOf(code: string | undefined, command: typeof bashCommand) {
  const shell = start(code, command);
  shell.stdin.on('error', () => undefined);
  shell.stdin.end('{"tool":"read"}');
  const [output, [exit]] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
  return { output, exit };
}

const ECHO =
  'process.stdin.pipe(process.stdout); process.stdin.on("end", () => console.log(process.argv.slice(2).join(" ")));';

describe.skipIf(process.platform === 'win32').each([
  ['any shell', posixCommand],
  ['bash', bashCommand],
] as const)('the command for %s', (_shell, command) => {
  test('passes the input and the arguments on', async () => {
    expect(await answerOf(ECHO, command)).toEqual({
      output: '{"tool":"read"}gemini-cli --guard on --check on\n',
      exit: 0,
    });
  });

  test('is silent and ends with 0 if there is no program, or one that fails', async () => {
    expect(await answerOf(undefined, command)).toEqual({ output: '', exit: 0 });
    expect(await answerOf('throw new Error("no");', command)).toEqual({ output: '', exit: 0 });
  });
});

test.skipIf(process.platform === 'win32')('in bash a program that hangs ends with its shell', async () => {
  const shell = start('console.log("began"); setInterval(() => undefined, 1000);', bashCommand);
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // The pipe is closed only when the program has ended, too.
  const [code] = await once(shell, 'close');
  expect(code).toBe(0);
});
