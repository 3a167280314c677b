import { expect, test } from 'vitest';
import type { PauseEvent } from '../protocol/events.ts';
import { prettyEvent } from './pretty-event.ts';
import { terminalColors } from './terminal-colors.ts';
import { questionLines } from './terminal-host.ts';

const base = { seq: 7, time: '', invocation: 'i', agent: 'agent', type: 'pause', id: 'pause-1' } as const;
const pause = (more: Partial<PauseEvent>): PauseEvent => ({ ...base, kind: 'confirmation', hint: 'Send it?', ...more });

const command = pause({ approvesFor: 'run', hint: "Let Codex run commands?\nls -la\nrm '\u001b[31mx'" });

test('prints a command above its question, without control characters', () => {
  expect(questionLines(command)).toEqual({ above: "ls -la\nrm 'x'\n", question: 'Let Codex run commands?' });
});

test('prints the question of a tool as it is written', () => {
  expect(questionLines(pause({ hint: 'Send it?\nTo: x' }))).toEqual({ above: '', question: 'Send it?\nTo: x' });
});

test('prints the source of a script above its question, below the warning', () => {
  const script = {
    skill: 's',
    path: 'a.sh',
    source: 'echo 1',
    command: 'bash a.sh',
    sandbox: 'none',
    timeoutSeconds: 9,
  };
  const { above, question } = questionLines(pause({ script, hint: 'No sandbox.\nRun a.sh?' } as Partial<PauseEvent>));
  expect([above, question]).toEqual(['No sandbox.\n\necho 1\n\nbash a.sh (without a sandbox)\n', 'Run a.sh?']);
});

test('lists a pause with its id after the first line, and without the command of the call above', () => {
  const color = terminalColors();
  expect(prettyEvent(command, color)).toBe('  waiting: Let Codex run commands? pause-1');
  expect(prettyEvent(pause({ hint: 'Send it?\nTo: x' }), color)).toBe('  waiting: Send it? pause-1\n    To: x');
});
