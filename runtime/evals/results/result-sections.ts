import { allTokens } from '../../models/prices/usage.ts';
import type { Estimate, Tally } from '../../statistics/intervals.ts';
import { formatCount, formatNumber } from '../../text/count.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import { formatShard } from '../trials/shard.ts';
import { caseLabels } from './case-labels.ts';
import { isSameGroup } from './compare-results.ts';
import { type GroupNotes, groupNotes } from './group-notes.ts';
import type {
  CaseChange,
  CaseResult,
  EvalComparison,
  EvalResults,
  GroupChange,
  GroupResult,
  SideResult,
} from './results.ts';
import { type SideNames, sideNames } from './side-names.ts';
import { percent } from './thresholds.ts';

/** A line below a table. */
export interface SectionLine {
  readonly text: string;
  /** Text from a journal, after `text`. */
  readonly quoted?: string;
  readonly warning?: string;
  readonly isSecondary?: true;
}

/** A table of results and the sums below it. The title and the first cell of each row contain names from files. */
export interface EvalSection {
  readonly title: readonly string[];
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly SectionLine[];
}

/** Maximum number of cases that a sentence names. */
const MAX_NAMED = 10;
/** Maximum number of reasons below a table. */
const MAX_REASONS = 5;

/** Returns the sections of results: one for each skill, client, model and kind of case, and one for each comparison. */
export function sectionsOf(results: EvalResults, plan?: EvalPlan): readonly EvalSection[] {
  const { comparison } = results;
  const labels = caseLabels(plan);
  const labelOf = (one: { readonly skill: string; readonly case: string }): string => {
    const { name, prompt } = labels(one);
    return prompt === undefined ? name : `${name} ${prompt}`;
  };
  const changes = comparison?.groups.map((change) => changeSection(change, comparison, labelOf)) ?? [];
  const notes = groupNotes(results);
  return [...results.groups.map((group) => groupSection(group, results, { notes, labelOf })), ...changes];
}

/** Returns the results of a skill in one sentence. */
export function summaryOf(results: Pick<EvalResults, 'groups' | 'cases' | 'baseline'>): string {
  const { groups, cases } = results;
  const { phrase, verdicts } = sideNames(results);
  const start = `${phrase.with.charAt(0).toUpperCase()}${phrase.with.slice(1)}`;
  const [first] = groups;
  if (first === undefined) return 'No trial is complete.';
  if (groups.length === 1) {
    const few = first.tooFew ? ` Too few: ${formatCount(first.judged, 'judged trial')}.` : '';
    const difference = first.difference && `; difference ${verdictOn(first.difference, verdicts)}`;
    return `${start} ${rateOf(first.with, verbOf(first))}${difference ?? ''}.${few}`;
  }
  const sum = (count: (side: SideResult) => number): number => cases.reduce((total, one) => total + count(one.with), 0);
  const others = sum(failedUnrated);
  return `${start} ${sum(({ passed }) => passed)} of ${formatCount(
    sum(({ judged }) => judged),
    'judged trial',
  )} passed${others === 0 ? '' : `, ${others} more failed`}.`;
}

/** Returns the number of failed trials that are not in the rate, because another assertion is not judged. */
export const failedUnrated = ({ passed, judged, failed }: SideResult): number => failed - (judged - passed);

/** Returns a sentence about results that are not of all trials; undefined if they are. */
export function incompleteNote({ complete, planned = 0, completed = planned, shard }: EvalResults): string | undefined {
  const part = shard === undefined ? '' : ` in shard ${formatShard(shard)}`;
  const count = `only ${formatNumber(completed)} of ${formatCount(planned, 'trial')} ${completed === 1 ? 'is' : 'are'} complete${part}`;
  if (!complete && planned > 0) return `Incomplete: ${count}.`;
  if (completed < planned) return `Solve what stopped the other trials and run the eval again: ${count}.`;
  return shard === undefined
    ? undefined
    : `Shard ${formatShard(shard)}: these are some of the trials. Merge the shards with skillwright eval merge.`;
}

/** Returns a sentence about the agreement of the judge with a person; undefined without verdicts of a person. */
export function agreementNote({ agreement }: EvalResults): string | undefined {
  if (agreement === undefined) return undefined;
  const { pairs, agreed, rate, kappa, tooFew, unjudged, onlyJudge, onlyPerson } = agreement;
  const others = unjudged === 0 ? '' : ` ${unjudged} more ${unjudged === 1 ? 'was' : 'were'} not judged by the model.`;
  if (rate === undefined) return `The judge and a person judged no assertion both.${others}`;
  const chance = kappa === undefined ? '' : `, kappa ${kappa.toFixed(2)}`;
  const few = tooFew ? `, too few: ${formatCount(pairs, 'pair')}` : '';
  const differences =
    agreed === pairs ? '' : ` Passed only by the judge: ${onlyJudge}, only by the person: ${onlyPerson}.`;
  return `The judge agrees with a person on ${agreed} of ${formatCount(pairs, 'assertion')}: ${percent(rate.value)} (95 %: ${range(rate.low, rate.high)})${chance}${few}.${differences}${others}`;
}

/** Returns a sentence about the cases that are not filled in; undefined if all are. */
export function unfilledNote({ notFilledIn = [], groups }: Pick<EvalResults, 'notFilledIn' | 'groups'>) {
  if (notFilledIn.length === 0) return undefined;
  const isOfOne = new Set([...notFilledIn, ...groups].map(({ skill }) => skill)).size === 1;
  const names = notFilledIn.map(({ skill, case: name }) => (isOfOne ? name : `${name} of ${skill}`));
  const more = names.length - MAX_NAMED;
  const shown = `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `Not filled in, so not run: ${shown}.`;
}

/** Returns a sentence about the cases that are not compared; undefined if all are. */
export function excludedNote({ comparison }: EvalResults): string | undefined {
  if (comparison === undefined) return undefined;
  const { edited, added, removed, unjudged } = comparison;
  const parts = Object.entries({ edited, new: added, removed, 'not judged': unjudged });
  const counts = parts.flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  return counts.length === 0 ? undefined : `Cases that are not compared: ${counts.join(', ')}.`;
}

/** Returns the first cell of a case. */
type LabelOf = (one: CaseResult | CaseChange) => string;

function groupSection(
  group: GroupResult,
  results: EvalResults,
  { notes, labelOf }: { readonly notes: GroupNotes; readonly labelOf: LabelOf },
): EvalSection {
  const { cases } = results;
  const names = sideNames(results);
  const own = cases.filter((one) => isSameGroup(one, group));
  const hasBaseline = own.some(({ without }) => without !== undefined);
  const { failures, reasons } = notes(group);
  return {
    title: titleOf(group),
    head: ['', names.column.with, '95 %', ...(hasBaseline ? [names.column.without, '95 %'] : [])],
    rows: own.map((one) => [
      labelOf(one),
      ...cells(one.with),
      ...(hasBaseline ? (one.without === undefined ? ['–', ''] : cells(one.without)) : []),
    ]),
    lines: [...sums(group, names), ...countedLines('failed', failures), ...countedLines('not judged', reasons)],
  };
}

/** Returns the first of counted texts from journals as lines, and the number of the others. */
function countedLines(what: string, counts: ReadonlyMap<string, number>): readonly SectionLine[] {
  const others = counts.size - MAX_REASONS;
  const lines = [...counts]
    .slice(0, MAX_REASONS)
    .map(([quoted, count]): SectionLine => ({ text: `${what} ×${count}: `, quoted, isSecondary: true }));
  if (others <= 0) return lines;
  return [...lines, { text: `${what} for ${formatCount(others, 'more reason')}: see results.json`, isSecondary: true }];
}

function titleOf({ skill, client, model, kind }: Pick<GroupResult, 'skill' | 'client' | 'model' | 'kind'>) {
  return [skill, client, model, kind === 'trigger' ? 'triggers' : 'tasks'];
}

function cells(side: SideResult): readonly string[] {
  const { passed, judged, trials, low, high } = side;
  const others = failedUnrated(side);
  const rate =
    judged === 0
      ? others === 0
        ? 'not judged'
        : `${others} of ${trials} failed`
      : `${passed}/${judged}${judged < trials ? ` of ${trials}` : ''}${others === 0 ? '' : `, ${others} failed`}`;
  return [rate, low === undefined || high === undefined ? '' : range(low, high)];
}

function sums(group: GroupResult, { phrase, verdicts }: SideNames): readonly SectionLine[] {
  // The rates are below each other in a terminal.
  const width = Math.max(phrase.with.length, phrase.without.length) + 2;
  const verb = verbOf(group);
  const few = group.tooFew ? { warning: `too few: ${formatCount(group.judged, 'judged trial')}` } : {};
  const lines: SectionLine[] = [{ text: `${phrase.with.padEnd(width)}${rateOf(group.with, verb)}`, ...few }];
  if (group.without !== undefined)
    lines.push({ text: `${phrase.without.padEnd(width)}${rateOf(group.without, verb)}` });
  if (group.difference !== undefined) {
    lines.push({ text: `${'difference'.padEnd(width)}${verdictOn(group.difference, verdicts)}` });
  }
  const sum = allTokens(group);
  const tokens = sum === undefined ? 'unknown tokens' : formatCount(sum, 'token');
  const judge = group.judgeUsd === undefined ? '' : `, the judge $${group.judgeUsd.toFixed(4)}`;
  const cost = `${group.costUsd === undefined ? '' : `, $${group.costUsd.toFixed(4)}`}${judge}`;
  lines.push({ text: `${formatCount(group.misses, 'missing file')} requested, ${tokens}${cost}`, isSecondary: true });
  const averages = averagesNote(group, phrase);
  return averages === undefined ? lines : [...lines, { text: averages, isSecondary: true }];
}

/** Returns what a trial of each side needs on average; undefined if it is not known. */
export function averagesNote({ averages = {} }: GroupResult, phrase: SideNames['phrase']): string | undefined {
  const parts = (['with', 'without'] as const).flatMap((side) => {
    const own = averages[side];
    if (own === undefined) return [];
    const cost = own.costUsd === undefined ? '' : `, $${own.costUsd.toFixed(4)}`;
    const seconds = `${(own.milliseconds / 1000).toFixed(1)} s`;
    const tokens = own.tokens === undefined ? 'unknown tokens' : formatCount(Math.round(own.tokens), 'token');
    return [`${tokens}${cost}, ${seconds} ${phrase[side]}`];
  });
  return parts.length === 0 ? undefined : `each trial on average: ${parts.join('; ')}`;
}

function changeSection(change: GroupChange, { cases }: EvalComparison, labelOf: LabelOf): EvalSection {
  const own = cases.filter((one) => isSameGroup(one, change));
  const changed = own.filter(({ before, after }) => rate(before) !== rate(after));
  const same = own.length - changed.length;
  const verb = verbOf(change);
  const verdict =
    change.difference && verdictOn(change.difference, ['it is better', 'it is worse', 'no difference is shown']);
  return {
    title: titleOf(change),
    note: 'compared with the earlier result, with the skill',
    head: ['', 'before', 'after', 'change'],
    rows: changed.map((one) => [
      labelOf(one),
      ...[one.before, one.after].map(({ passed, judged }) => `${passed}/${judged}`),
      points(rate(one.after) - rate(one.before)),
    ]),
    lines: [
      { text: `before             ${rateOf(change.before, verb)}` },
      { text: `after              ${rateOf(change.after, verb)}` },
      ...(verdict === undefined ? [] : [{ text: `difference         ${verdict}` }]),
      ...(same === 0 ? [] : [{ text: `unchanged cases: ${same} of ${own.length}`, isSecondary: true as const }]),
    ],
  };
}

const rate = ({ passed, judged }: Tally): number => passed / judged;

const verbOf = ({ kind }: Pick<GroupResult, 'kind'>): string => (kind === 'trigger' ? 'correct' : 'passed');

function verdictOn(
  { value, low, high }: Estimate,
  [positive, negative, none]: readonly [string, string, string],
): string {
  const verdict = low > 0 ? positive : high < 0 ? negative : none;
  return `${points(value)} (95 %: ${points(low)} to ${points(high)}), ${verdict}`;
}

function rateOf(estimate: Estimate | undefined, verb: string): string {
  return estimate === undefined
    ? 'not judged'
    : `${percent(estimate.value)} ${verb} (95 %: ${range(estimate.low, estimate.high)})`;
}

/** Formats an interval of rates. */
export const range = (low: number, high: number): string => `${Math.round(low * 100)}–${Math.round(high * 100)} %`;

/** Formats a difference of rates. */
export function points(value: number): string {
  const rounded = Math.round(value * 1000) / 10;
  return `${rounded > 0 ? '+' : ''}${rounded} ${Math.abs(rounded) === 1 ? 'point' : 'points'}`;
}
