import { expect, it } from 'vitest';
import { approval } from './read.ts';

it('makes characters visible that would hide or reorder the text of an approval', () => {
  const script = {
    skill: 's',
    path: 'scripts/a\u200b.sh',
    sandbox: 'none',
    timeoutSeconds: 1,
    command: "bash scripts/a.sh '\u202egpj.exe\u202c' \u001b[8m",
    source: 'if a:\r\n\techo ä\u2066 # \u{1f642}\n',
  };
  expect(approval({ script })).toMatchObject({
    path: 'scripts/a\\u{200b}.sh',
    command: "bash scripts/a.sh '\\u{202e}gpj.exe\\u{202c}' \\u{1b}[8m",
    source: 'if a:\\u{d}\n\techo ä\\u{2066} # \u{1f642}\n',
  });
});

it('returns that nothing limits the number of processes of a script', () => {
  const script = { skill: 's', path: 'a.sh', command: 'a.sh', sandbox: 'seatbelt', timeoutSeconds: 1, source: '' };
  expect(approval({ script: { ...script, unlimitedProcesses: true } })).toMatchObject({ unlimitedProcesses: true });
  expect(approval({ script: { ...script, unlimitedProcesses: 'no' } })).not.toHaveProperty('unlimitedProcesses');
});
