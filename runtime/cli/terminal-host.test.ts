import { expect, test } from 'vitest';
import type { PauseEvent } from '../protocol/events.ts';
import { prettyEvent } from './pretty-event.ts';
import { terminalColors } from './terminal-colors.ts';
import { questionLines } from './terminal-host.ts';

const base = { seq: 7, time: '', invocation: 'i', agent: 'agent', type: 'pause', id: 'pause-1' } as const;
const pause = (more: Partial<PauseEvent>): PauseEvent => ({ ...base, kind: 'confirmation', hint: 'Send it?', ...more });

const command = pause({ approvesFor: 'run', hint: "Let Codex run commands?\nls -la\nrm '\u001b[31mx'" });

test('prints a command above its question, with its control characters as text', () => {
  const above = "ls -la\nrm '\\u{1b}[31mx'\n";
  expect(questionLines(command)).toEqual({ above, question: 'Let Codex run commands?' });
});

const SEQUENCES = [
  ...['\u001b]', '\u001bP', '\u001b_', '\u001b^', '\u001bX', '\u001b[', '\u009d', '\u0090', '\u0098', '\u009e'],
  ...['\u009f', '\u009b', '\r', '\b\b\b', '\u202e', '\u2028', ''],
];

test.each(SEQUENCES)('prints every line of a command and of a script that contain %j', (begin) => {
  const hidden = `echo harmless #${begin}\ntouch hidden-ran #\u0007\u009c\u001b\\\necho end`;
  const asked = pause({ approvesFor: 'run', hint: `Let Codex run commands?\n${hidden}` });
  const script = { skill: 's', path: 'a.sh', source: hidden, command: `bash a.sh '${begin}x'`, timeoutSeconds: 9 };
  const asksForScript = pause({ script: { ...script, sandbox: 'none' }, hint: 'Run a.sh?' });
  for (const one of [asked, asksForScript]) {
    const { above } = questionLines(one);
    expect(above.split('\n')).toContain('touch hidden-ran #\\u{7}\\u{9c}\\u{1b}\\');
    expect(above).toMatch(/^[\n -~]*$/);
  }
});

test('says what is not in view: lines that were left out, and the length of a long command', () => {
  const script = { skill: 's', path: 'a.sh', source: 'x', command: 'bash a.sh', timeoutSeconds: 9 };
  const notShown = 'the first 40 of 90 lines';
  const asked = pause({ script: { ...script, sandbox: 'none', notShown }, hint: 'Run a.sh?' });
  expect(questionLines(asked).above).toContain(`x\n[${notShown}]\n`);
  const long = pause({ approvesFor: 'run', hint: `Let Codex run commands?\nrm x${'\n'.repeat(500)}echo` });
  expect(questionLines(long).above).toMatch(/echo\n\[501 lines\]\n$/);
});

test('prints what a server or a module would run', () => {
  const server = { name: 's', file: '/f.json', command: 'node \u001b]x', given: ['A'], hash: '' };
  expect(questionLines(pause({ server, hint: 'Start it?' })).above).toBe(
    'node \\u{1b}]x\nconfigured in /f.json\nreceives: A\n',
  );
  const module = { name: 'm.js', file: '/m.js', source: 'run();\n', leadsTo: ['./n.js'] };
  expect(questionLines(pause({ module, hint: 'Load it?' })).above).toBe('run();\n\n/m.js\nimports: ./n.js\n');
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
