import { expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import type { CaseResult, SideResult } from '../results/results.ts';
import { byTrouble } from './trouble.ts';

const side = (passed: number, failed: number, open = 0): SideResult => ({
  passed,
  failed,
  judged: passed + failed,
  trials: passed + failed + open,
});
const result = (name: string, own: SideResult, more: Partial<CaseResult> = {}): CaseResult =>
  defined({ skill: 'demo', case: name, kind: 'task', client: 'adk', model: 'm', with: own, ...more });

it('orders cases by their share of failed trials in the worst client, then those that are not judged', () => {
  const cases = [
    result('passes', side(3, 0)),
    result('open', side(2, 0, 1)),
    result('fails once', side(2, 1)),
    result('fails in one client', side(3, 0)),
    result('fails in one client', side(0, 3), { client: 'codex' }),
    // What fails without the skill is no trouble.
    result('fails without', side(3, 0), { without: side(0, 3) }),
  ];
  const names = [...new Set(cases.map((one) => one.case))];
  const places = names.map((name, number) => ({ number, skill: 'demo', name }));
  expect(byTrouble(places, cases).map(({ name }) => name)).toEqual([
    'fails in one client',
    'fails once',
    'open',
    'passes',
    'fails without',
  ]);
});
