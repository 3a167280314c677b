/** Texts about trials, their results and their failed checks. */

import type { CaseOutcome, EvalPreview, EvalReport, FailedCheck, TrialOutcome } from '../../runtime/protocol/evals.ts';
import { formatCount } from '../../runtime/text/count.ts';

/** Describes the trials that are about to run, for the question before the first call of a language model. */
export function describePreview(preview: EvalPreview): string {
  const { trials, done, models, judge, leastUsd, unpriced, maxCost, warnings = [] } = preview;
  const known =
    done === 0
      ? ''
      : ` ${formatCount(done, 'trial')} ${done === 1 ? 'is already done and is' : 'are already done and are'} not repeated.`;
  const cost = leastUsd === undefined ? 'No price is known.' : `They cost at least ${formatUsd(leastUsd)}.`;
  const limit =
    maxCost === undefined
      ? 'There is no limit on the cost: see the setting skillwright.evals.maxCost.'
      : `The limit for everything in the folder of evals is ${formatUsd(maxCost)}.`;
  return [
    ...(models.length === 0
      ? []
      : [`At least ${formatCount(trials, 'model call')}, one per trial, with ${models.join(', ')}.${known}`]),
    ...(judge === undefined ? [] : [`${judge} judges assertions in prose.`]),
    ...(models.length === 0 ? [] : [cost]),
    ...(unpriced.length === 0 || leastUsd === undefined ? [] : [`No price is known for ${unpriced.join(', ')}.`]),
    limit,
    ...warnings,
  ].join('\n');
}

function formatUsd(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}

/** The result of a case in the Test Explorer, from its trials with the skill. `invalid`: none of its runs could be judged. */
export type CaseState = 'passed' | 'failed' | 'invalid' | 'not_judged' | 'not_run';

/** Returns `failed` if a trial with the skill failed, and otherwise `invalid` or `not_judged` if one was not judged. */
export function caseState({ trials }: CaseOutcome): CaseState {
  const own = trials.filter(({ side }) => side === 'with');
  if (own.length === 0) return 'not_run';
  if (own.every(({ reason }) => reason !== undefined)) return 'invalid';
  const verdicts = own.map(({ verdict }) => verdict);
  if (verdicts.includes('failed')) return 'failed';
  return verdicts.includes('not_judged') ? 'not_judged' : 'passed';
}

/** Returns the mean time of a trial with the skill in milliseconds; undefined if there is none. */
export function meanTime({ trials }: CaseOutcome): number | undefined {
  const own = trials.filter(({ side }) => side === 'with');
  return own.length === 0 ? undefined : own.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / own.length;
}

/** Describes the trials of a case: `with the skill 2 of 3 passed, without it 0 of 3`, or those with its earlier text. */
export function describeTrials({ trials }: CaseOutcome, baseline?: EvalReport['baseline']): string {
  const part = (side: TrialOutcome['side'], words: string): readonly string[] => {
    const own = trials.filter((one) => one.side === side);
    const judged = own.filter(({ verdict }) => verdict !== 'not_judged');
    const passed = own.filter(({ verdict }) => verdict === 'passed');
    if (own.length === 0) return [];
    const open = own.length - judged.length;
    if (judged.length === 0) return [`${words} ${open} not judged`];
    return [`${words} ${passed.length} of ${judged.length} passed${open === 0 ? '' : `, ${open} not judged`}`];
  };
  return [
    ...part('with', 'with the skill'),
    ...part('without', baseline === 'earlier' ? 'with its earlier text' : 'without it'),
  ].join(', ');
}

/** The text of a failure that is not of an assertion, but of a trial that is not judged at all. */
export const NOT_JUDGED = 'Not judged';

/** An assertion that did not pass in some trials with the skill. */
export interface CheckFailure extends FailedCheck {
  /** Number of trials with the skill in which it failed or was not judged. */
  readonly failedIn: number;
  readonly trials: number;
  /** The runs of these trials, by their number and configuration. */
  readonly runs: readonly Pick<TrialOutcome, 'run' | 'number' | 'client' | 'model'>[];
}

/** Returns the assertions that did not pass, each once, and the reasons of trials that were not judged at all. */
export function checkFailures(one: CaseOutcome): readonly CheckFailure[] {
  const own = one.trials.filter(({ side }) => side === 'with');
  const failures = new Map<string, CheckFailure>();
  for (const { run, number, client, model, failed, reason } of own) {
    const checks: readonly FailedCheck[] =
      reason === undefined
        ? failed
        : [{ text: NOT_JUDGED, evidence: reason, isJudged: false, line: one.line, column: one.column }];
    for (const check of checks) {
      const key = JSON.stringify([check.text, check.line, check.column, check.isJudged]);
      const known = failures.get(key);
      failures.set(key, {
        ...(known ?? check),
        trials: own.length,
        failedIn: (known?.failedIn ?? 0) + 1,
        runs: [...(known?.runs ?? []), { run, number, client, model }],
      });
    }
  }
  return [...failures.values()];
}

/** Returns the name of a trial among those of a case: its number, with client and model if these differ. */
export function trialName(
  { number, client, model }: Pick<TrialOutcome, 'number' | 'client' | 'model'>,
  trials: readonly Pick<TrialOutcome, 'client' | 'model'>[],
): string {
  const isSame = trials.every((other) => other.client === client && other.model === model);
  return isSame ? String(number) : `${number} (${client} · ${model})`;
}
