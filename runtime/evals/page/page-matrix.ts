import { type RateTone, rateBar } from '../../pages/bars.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Estimate } from '../../statistics/intervals.ts';
import { formatCount } from '../../text/count.ts';
import type { CaseLabel, CaseLabels } from '../results/case-labels.ts';
import { isSameGroup } from '../results/compare-results.ts';
import { failedUnrated, points, range } from '../results/result-sections.ts';
import type { CaseResult, EvalResults, GroupResult, SideResult } from '../results/results.ts';
import { sideNames } from '../results/side-names.ts';
import { percent } from '../results/thresholds.ts';
import { type CasePlace, configurationsOf, formatConfiguration } from './page-places.ts';
import { barRateOf, type SideState, stateOf } from './trouble.ts';

const TITLES = { task: 'All tasks', trigger: 'All triggers' } as const;

/** Renders the pass rates of cases by client and model, with and without the skill. */
export function renderMatrix(results: EvalResults, cases: readonly CasePlace[], labels: CaseLabels): Html {
  const configurations = configurationsOf(results);
  const hasBaseline = results.cases.some(({ without }) => without !== undefined);
  const { column } = sideNames(results);
  const sides = hasBaseline ? [column.with, column.without, 'difference'] : [column.with];
  const kinds = (['task', 'trigger'] as const).filter((kind) => results.groups.some((group) => group.kind === kind));
  const row = (title: Html, cells: readonly (readonly Html[])[], name = ''): Html =>
    html`<tr class="${name}"><th scope="row">${title}</th>${cells.flat()}</tr>`;
  const totals = kinds.map((kind) =>
    row(
      html`${TITLES[kind]}`,
      configurations.map(({ client, model }) =>
        groupCells(
          results.groups.find((group) => group.kind === kind && group.client === client && group.model === model),
          hasBaseline,
        ),
      ),
      'total',
    ),
  );
  const rows = cases.map(({ number, skill, name }) =>
    row(
      html`<a href="#case-${number}">${name}</a>${promptOf(labels({ skill, case: name }))}`,
      configurations.map(({ client, model }) =>
        caseCells(
          results.cases.find(
            (one) => one.skill === skill && one.case === name && one.client === client && one.model === model,
          ),
          hasBaseline,
        ),
      ),
    ),
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Pass rates"><table class="evals">
<caption>Passed trials, with 95 % intervals</caption>
<thead><tr><td></td>${configurations.map((one) => html`<th scope="colgroup" colspan="${sides.length}" class="group">${formatConfiguration(one)}</th>`)}</tr>
<tr><th scope="col">case</th>${configurations.flatMap(() => sides.map((side, index) => html`<th scope="col" class="${index === 0 ? 'group rate-head' : index === 1 ? 'rate-head' : ''}">${side}</th>`))}</tr></thead>
<tbody>${totals}${rows}</tbody></table></div>`;
}

/** Renders the beginning of the prompt below the name of a case that says nothing. */
function promptOf({ prompt }: CaseLabel): Html | undefined {
  return prompt === undefined ? undefined : html`<span class="interval">${prompt}</span>`;
}

function groupCells(group: GroupResult | undefined, hasBaseline: boolean): readonly Html[] {
  if (group === undefined) return emptyCells(hasBaseline);
  const few = group.tooFew
    ? html`<span class="few" title="${formatCount(group.judged, 'judged trial')}: a rate needs at least 10">too few</span>`
    : undefined;
  const withCell = html`<td class="group rate">${rateOf(group.with, few)}${group.with && rateBar(group.with, group.failed > 0 ? 'mixed' : 'good')}</td>`;
  if (!hasBaseline) return [withCell];
  return [
    withCell,
    html`<td class="rate">${group.without === undefined && group.kind === 'trigger' ? renderNothing('no baseline') : rateOf(group.without)}${group.without && rateBar(group.without, 'plain')}</td>`,
    differenceCell(group.difference, group.without === undefined ? 'no baseline' : 'fewer than two judged cases'),
  ];
}

function rateOf(estimate: Estimate | undefined, note?: Html): Html {
  if (estimate === undefined) return renderNothing('not judged');
  return html`<span class="value"><span>${percent(estimate.value)}${note === undefined ? undefined : html` ${note}`}</span><span class="interval">${range(estimate.low, estimate.high)}</span></span>`;
}

/** @param meaning why there is no difference */
function differenceCell(difference: Estimate | undefined, meaning = 'no baseline'): Html {
  if (difference === undefined) return html`<td>${renderNothing(meaning)}</td>`;
  const { value, low, high } = difference;
  const name = low > 0 ? 'better' : high < 0 ? 'worse' : '';
  return html`<td class="${name}">${points(value)}<span class="interval">${points(low)} to ${points(high)}</span></td>`;
}

function caseCells(one: CaseResult | undefined, hasBaseline: boolean): readonly Html[] {
  if (one === undefined) return emptyCells(hasBaseline);
  const state = stateOf(one.with);
  const withCell = html`<td class="group rate ${state === 'failed' ? 'failing' : ''}">${tallyOf(one.with, state)}${barOf(one.with, state === 'failed' ? 'mixed' : 'good')}</td>`;
  if (!hasBaseline) return [withCell];
  if (one.without === undefined)
    return [withCell, html`<td>${renderNothing('no baseline')}</td>`, html`<td>${renderNothing('no baseline')}</td>`];
  const isJudged = one.with.judged > 0 && one.without.judged > 0;
  const difference = isJudged
    ? points(one.with.passed / one.with.judged - one.without.passed / one.without.judged)
    : renderNothing('not judged');
  return [
    withCell,
    html`<td class="rate">${tallyOf(one.without)}${barOf(one.without, 'plain')}</td>`,
    html`<td>${difference}</td>`,
  ];
}

/** @param state marks the cell with a sign; absent for a baseline, of which nothing is expected */
function tallyOf(side: SideResult, state?: SideState): Html {
  const { passed, judged, trials, low, high } = side;
  const failed = failedUnrated(side);
  if (judged === 0 || low === undefined || high === undefined)
    return failed === 0
      ? renderNothing('not judged')
      : html`<span class="${state ?? ''}">${failed} of ${trials} failed</span>`;
  const others = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(judged + failed === trials ? [] : [`${trials - judged - failed} not judged`]),
  ];
  const part = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return html`<span class="value"><span class="${state ?? ''}">${passed}/${judged}</span><span class="interval">${range(low, high)}${part}</span></span>`;
}

function barOf(side: SideResult, tone: RateTone): Html | undefined {
  const rate = barRateOf(side);
  return rate && rateBar(rate, tone);
}

function emptyCells(hasBaseline: boolean): readonly Html[] {
  const cell = html`<td>${renderNothing('not run')}</td>`;
  return hasBaseline ? [cell, cell, cell] : [cell];
}

/** A dash, which a screen reader reads as its meaning. */
function renderNothing(meaning: string): Html {
  return meaning === 'not judged'
    ? html`<span class="unjudged muted">not judged</span>`
    : html`<span class="muted" role="img" aria-label="${meaning}">–</span>`;
}

/** Renders the changes of each case since the earlier result; nothing if there is none. */
export function renderComparison({ comparison }: EvalResults, labels: CaseLabels): Html | undefined {
  if (comparison === undefined || comparison.groups.length === 0) return undefined;
  const rate = ({ passed, judged }: { readonly passed: number; readonly judged: number }): number => passed / judged;
  const sections = comparison.groups.map((group) => {
    const own = comparison.cases.filter((one) => isSameGroup(one, group));
    const changed = own.filter(({ before, after }) => rate(before) !== rate(after));
    const label = `${TITLES[group.kind]}, ${formatConfiguration(group)}`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Changes: ${label}"><table class="evals">
<caption>${label}</caption>
<thead><tr><th scope="col">case</th><th scope="col">before</th><th scope="col">after</th><th scope="col">change</th></tr></thead>
<tbody><tr class="total"><th scope="row">${formatCount(own.length, 'case')}</th><td>${rateOf(group.before)}</td><td>${rateOf(group.after)}</td>${
      group.difference === undefined
        ? html`<td>${points(group.after.value - group.before.value)}</td>`
        : differenceCell(group.difference)
    }</tr>
${changed.map(
  ({ skill, case: name, before, after }) =>
    html`<tr><th scope="row">${name}${promptOf(labels({ skill, case: name }))}</th><td>${before.passed}/${before.judged}</td><td>${after.passed}/${after.judged}</td><td>${points(rate(after) - rate(before))}</td></tr>`,
)}</tbody></table></div>${changed.length < own.length ? html`<p class="note">Unchanged: ${own.length - changed.length} of ${formatCount(own.length, 'case')}.</p>` : undefined}`;
  });
  return html`<h2>Since the earlier result, with the skill</h2>${sections}`;
}
