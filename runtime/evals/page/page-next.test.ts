import { expect, it } from 'vitest';
import type { EvalLinks } from '../../protocol/evals.ts';
import type { EvalResults, TrialResult } from '../results/results.ts';
import { openParts, renderNext, type UnfilledPlace } from './page-next.ts';

const LINKS: EvalLinks = {
  again: 'again',
  trial: 'trial-{run}',
  case: 'case-{n}',
  export: 'export',
  allow: 'allow',
  model: 'model',
};
const UNFILLED: UnfilledPlace = { number: 7, skill: 'demo', name: 'later', missing: '<fill in it>' };

const trial = (more: Partial<TrialResult>): TrialResult => ({
  id: 'x',
  skill: 'demo',
  case: 'one',
  side: 'with',
  client: 'adk',
  model: 'm',
  number: 1,
  verdict: 'passed',
  triggered: true,
  run: 'r1',
  usage: {},
  milliseconds: 0,
  misses: 0,
  calls: 0,
  checks: [],
  ...more,
});
const failed = trial({ case: 'two', verdict: 'failed', run: 'r2' });
const waiting = trial({
  verdict: 'not_judged',
  waiting: [{ skill: 'demo', path: 'scripts/a.sh', command: 'bash scripts/a.sh' }],
});
const command = trial({ verdict: 'not_judged', waiting: [{ command: 'ls' }] });
const foreign = trial({
  verdict: 'not_judged',
  waiting: [{ skill: 'other', path: 'scripts/a.sh', command: 'bash scripts/a.sh' }],
});
const baseline = trial({ side: 'without', verdict: 'failed' });

interface Given {
  readonly trials: readonly TrialResult[];
  readonly unfilled?: readonly UnfilledPlace[];
  readonly isSimulated?: boolean;
  readonly completed?: number;
}

/** Returns the buttons of a page, in order, with their links. */
function buttons({ trials, unfilled = [], isSimulated = false, completed = 2 }: Given): readonly string[] {
  const results: EvalResults = { version: 1, complete: true, trials, cases: [], groups: [], planned: 2, completed };
  const places = ['two', 'one'].map((name, number) => ({ number, skill: 'demo', name }));
  const { text } = renderNext(
    { skill: 'demo', results, open: openParts(results), places, unfilled, isSimulated },
    LINKS,
  );
  return [...text.matchAll(/href="([^"]*)">([^<]*)</g)].map(([, link, label]) => `${label} ${link}`);
}

it.each<readonly [given: Given, first: string]>([
  [{ trials: [failed, waiting], unfilled: [UNFILLED], completed: 1 }, 'Allow Scripts allow'],
  [{ trials: [command] }, 'Allow Commands… allow'],
  [{ trials: [foreign] }, 'Allow Commands… allow'],
  [{ trials: [trial({}), failed], unfilled: [UNFILLED], isSimulated: true }, 'Show What Failed trial-r2'],
  [{ trials: [trial({})], unfilled: [UNFILLED], isSimulated: true }, 'Fill In the Case case-7'],
  [{ trials: [trial({}), baseline], isSimulated: true }, 'Run with a Language Model… model'],
])('has the next thing to do first: %#', (given, first) => {
  expect(buttons(given)).toEqual([first, 'Run Again again', 'Save as HTML… export']);
});

it('does not say that all cases pass if some are not judged', () => {
  const prose = trial({ verdict: 'not_judged' });
  expect(buttons({ trials: [trial({}), prose], isSimulated: true })[0]).toBe('Run Again again');
});

it('has one button to run again if nothing else is to be done, or trials are missing', () => {
  expect(buttons({ trials: [trial({}), baseline] })).toEqual(['Run Again again', 'Save as HTML… export']);
  expect(buttons({ trials: [trial({})], completed: 1 })).toEqual(['Continue again', 'Save as HTML… export']);
});
