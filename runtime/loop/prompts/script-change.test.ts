import { expect, test } from 'vitest';
import type { ScriptApproval } from '../../protocol/events.ts';
import { scriptChange } from './script-change.ts';

const SCRIPT: ScriptApproval = {
  skill: 'demo',
  path: 'scripts/a.sh',
  command: 'sh scripts/a.sh',
  sandbox: 'none',
  timeoutSeconds: 300,
  source: 'echo a\n',
  files: 'abc',
};

test.each<[Partial<ScriptApproval>, string | undefined]>([
  [{ source: 'echo b\n', files: 'def' }, 'its source'],
  [{ files: 'def' }, "another file of the skill 'demo'"],
  [{ command: 'sh scripts/a.sh --all' }, 'its command'],
  [{ sandbox: 'bubblewrap' }, 'its sandbox'],
  [{}, undefined],
  [{ path: 'scripts/b.sh', source: 'echo b\n' }, undefined],
])('names the change of an approved script: %o', (change, subject) => {
  const message = subject && `Approve scripts/a.sh again: ${subject} has changed since it was approved.`;
  expect(scriptChange({ ...SCRIPT, ...change }, [{}, { script: SCRIPT }])).toBe(message);
});
