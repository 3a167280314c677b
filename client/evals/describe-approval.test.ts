import { expect, it } from 'vitest';
import type { CaseOutcome, TrialOutcome } from '../../runtime/protocol/evals.ts';
import { describeApproval, waitingScripts } from './describe-approval.ts';

const SCRIPT = { skill: 'demo', path: 'scripts/a.sh', command: 'bash scripts/a.sh' };
const trial = (more: Partial<TrialOutcome>): TrialOutcome => ({
  side: 'with',
  client: 'adk',
  model: 'm',
  number: 1,
  verdict: 'not_judged',
  journal: '/j',
  run: 'r',
  milliseconds: 0,
  failed: [],
  ...more,
});
const outcome = (...trials: readonly TrialOutcome[]): CaseOutcome => ({
  file: '/e.json',
  id: '1',
  line: 1,
  column: 1,
  name: '1',
  trials,
});

it('finds each script that waits in trials with the skill, and no command', () => {
  const other = { ...SCRIPT, path: 'scripts/b.sh' };
  const found = waitingScripts([
    outcome(trial({ waiting: [SCRIPT, { command: 'ls' }] }), trial({ waiting: [SCRIPT] })),
    outcome(trial({ side: 'without', waiting: [other] }), trial({})),
  ]);
  expect(found).toEqual([{ skill: 'demo', path: 'scripts/a.sh' }]);
});

it('says what would run, in which sandbox, and how long the approval holds', () => {
  const scripts = Array.from({ length: 12 }, (_, index) => ({ file: '/s', command: `bash scripts/${index}.sh` }));
  const proposed = { kind: 'proposed', skill: 'demo', files: 'x', sandbox: 'bubblewrap', scripts } as const;
  const text = describeApproval(proposed);
  expect(text).toMatch(/bash scripts\/0\.sh\n[\s\S]*and 2 other scripts\n\n.*sandbox \(bubblewrap\), without network/);
  expect(text).toMatch(/until one of its files changes/);
  expect(describeApproval({ ...proposed, sandbox: 'none' })).toContain('No sandbox');
});
