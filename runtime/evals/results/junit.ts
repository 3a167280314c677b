import { groupBy } from '../../group-by.ts';
import { formatCount } from '../../text/count.ts';
import type { UnfilledCase } from '../prepare/eval-plan.ts';
import type { CaseResult, EvalResults, TrialResult } from './results.ts';
import { unjudgedReasons } from './unjudged.ts';

/** Maximum number of reasons for a case. */
const MAX_REASONS = 100;

/** Figures of the trials of a case with the skill. */
interface CaseTrials {
  milliseconds: number;
  /** The different ones, without those above the limit. */
  readonly reasons: Set<string>;
  /** True if there are more. */
  hasMore: boolean;
}

/** Formats the results as JUnit XML: a suite for each skill, client and model, with a test case for each case. */
export function junit({
  cases,
  trials,
  notFilledIn = [],
}: Pick<EvalResults, 'cases' | 'trials' | 'notFilledIn'>): string {
  const suites = groupBy(cases, (one) => [one.skill, one.client, one.model].join(' · '));
  const trialsOf = collect(trials);
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>'];
  for (const [name, own] of suites) {
    const failures = own.filter(isFailed).length;
    const unfilled = notFilledIn.filter(({ skill }) => skill === own[0]?.skill);
    const skipped = own.filter(isSkipped).length + unfilled.length;
    lines.push(
      `  <testsuite name="${escapeXml(name)}" tests="${own.length + unfilled.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
      ...own.flatMap((one) => caseLines(one, trialsOf.get(keyOf(one)) ?? newCaseTrials())),
      ...unfilled.flatMap(unfilledLines),
      '  </testsuite>',
    );
  }
  return [...lines, '</testsuites>', ''].join('\n');
}

const newCaseTrials = (): CaseTrials => ({ milliseconds: 0, reasons: new Set(), hasMore: false });

function collect(trials: Iterable<TrialResult>): ReadonlyMap<string, CaseTrials> {
  const byCase = new Map<string, CaseTrials>();
  for (const trial of trials) {
    if (trial.side !== 'with') continue;
    const key = keyOf(trial);
    const own = byCase.get(key) ?? newCaseTrials();
    byCase.set(key, own);
    own.milliseconds += trial.milliseconds;
    for (const reason of reasonsOf(trial))
      if (own.reasons.size < MAX_REASONS) own.reasons.add(reason);
      else own.hasMore ||= !own.reasons.has(reason);
  }
  return byCase;
}

const isFailed = ({ with: { failed } }: CaseResult): boolean => failed > 0;
/** True if none failed and some are not judged: a case of which only some trials passed is not one that passed. */
const isSkipped = ({ with: { judged, failed, trials } }: CaseResult): boolean => judged < trials && failed === 0;

/** Identifies a case in a client with a model. */
function keyOf(one: Pick<CaseResult, 'skill' | 'case' | 'client' | 'model'>): string {
  return JSON.stringify([one.skill, one.case, one.client, one.model]);
}

function caseLines(one: CaseResult, { milliseconds, reasons: found, hasMore }: CaseTrials): readonly string[] {
  const head = `    <testcase classname="${escapeXml(one.skill)}" name="${escapeXml(one.case)}" time="${milliseconds / 1000}"`;
  const { passed, judged, failed, trials: all } = one.with;
  const rate =
    failed === judged - passed
      ? `${passed} of ${formatCount(judged, 'trial')} passed`
      : `${failed} of ${formatCount(all, 'trial')} failed`;
  if (!isFailed(one) && !isSkipped(one)) return [`${head}/>`];
  const part = isSkipped(one) && passed > 0 ? [`${passed} of ${formatCount(all, 'trial')} passed`] : [];
  const reasons = [...part, ...found, ...(hasMore ? ['more: see results.json'] : [])].map(escapeXml).join('&#10;');
  const inner = isSkipped(one) ? `<skipped message="${reasons}"/>` : `<failure message="${rate}">${reasons}</failure>`;
  return [`${head}>`, `      ${inner}`, '    </testcase>'];
}

function unfilledLines({ skill, case: name, missing }: UnfilledCase): readonly string[] {
  return [
    `    <testcase classname="${escapeXml(skill)}" name="${escapeXml(name)}" time="0">`,
    `      <skipped message="${escapeXml(`not filled in: ${missing}`)}"/>`,
    '    </testcase>',
  ];
}

function reasonsOf(trial: TrialResult): readonly string[] {
  const failed = trial.checks.filter(({ passed }) => passed === false);
  const lines = failed.map(
    ({ text, evidence }) => `trial ${trial.number} (${trial.run}): ${evidence} Expected: ${text}`,
  );
  return [...lines, ...unjudgedReasons(trial).map((reason) => `not judged: ${reason}`)];
}

/** Escapes a text for XML and removes the characters that XML does not allow. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&"<>\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
