import { defined } from '../../../skill/index.ts';
import { allTokens } from '../../models/prices/usage.ts';
import { type Html, html } from '../../pages/html.ts';
import { htmlPage } from '../../pages/page.ts';
import type { EvalLinks } from '../../protocol/evals.ts';
import { formatNumber, numberOrUnknown } from '../../text/count.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import { caseLabels } from '../results/case-labels.ts';
import { type GroupNote, type GroupNotes, groupNotes } from '../results/group-notes.ts';
import { filter } from '../results/iterables.ts';
import { averagesNote, excludedNote, incompleteNote, summaryOf } from '../results/result-sections.ts';
import type { EvalResults, GroupResult } from '../results/results.ts';
import { type SideNames, sideNames } from '../results/side-names.ts';
import { renderCases } from './page-cases.ts';
import { renderComparison, renderMatrix } from './page-matrix.ts';
import { openParts, renderNext, renderUnfilled, renderWaiting } from './page-next.ts';
import { casePlaces, formatConfiguration, formatCostOf, formatSeconds, type PageLinks } from './page-places.ts';
import { EVAL_STYLE } from './page-style.ts';
import { byTrouble, stateOf, worstState } from './trouble.ts';

/** Maximum number of reasons why trials are not judged. */
const MAX_REASONS = 5;

/**
 * Renders the results of an eval as one HTML page without scripts or external resources, enforced by its own content security
 * policy: the matrix of cases, clients and models, and the trials of each case. `links` holds the link targets in VS Code;
 * without it the page has links only within itself, and to `timelines`, the pages of trials by their runs. The class `outdated`
 * on its body shows a note that the skill has changed since.
 */
export function evalPage(
  results: EvalResults,
  plan: EvalPlan | undefined,
  links?: EvalLinks,
  timelines?: ReadonlyMap<string, string>,
): string {
  const skills = [...new Set(results.groups.map(({ skill }) => skill))];
  const title = skills.length === 1 ? (skills[0] ?? '') : `${skills.length} skills`;
  return htmlPage({
    title: `Eval of ${title}`,
    style: EVAL_STYLE,
    id: 'eval',
    content:
      skills.length === 0
        ? renderEmpty(links)
        : skills.map((skill) => renderSkill(skill, results, plan, { links, timelines })),
  });
}

function renderSkill(skill: string, all: EvalResults, plan: EvalPlan | undefined, targets: PageLinks): Html {
  const { links } = targets;
  const results = ofSkill(all, skill);
  const every = casePlaces(all);
  const places = byTrouble(
    every.filter((one) => one.skill === skill),
    results.cases,
  );
  const unfilled = (all.notFilledIn ?? [])
    .map(({ case: name, ...one }, index) => ({ ...one, name, number: every.length + index }))
    .filter((one) => one.skill === skill);
  const open = openParts(results);
  // The approval is the next step, and says the same.
  const onlyWaits = all.complete && (all.planned ?? 0) - (all.completed ?? 0) === open.waitingTrials;
  const note = onlyWaits ? undefined : incompleteNote(all);
  const excluded = excludedNote(all);
  const notes = groupNotes(results);
  const labels = caseLabels(plan);
  const isSimulated = results.groups.every(({ model }) => model.startsWith('simulated/'));
  return html`<section aria-label="${skill}">
${links && renderOutdated(links)}
<p class="kicker">Eval ${isSimulated ? html`<span class="badge">simulated</span>` : undefined}</p>
<h1>${skill}</h1>
<p class="verdict"><span class="${worstState(results.cases.map((one) => stateOf(one.with)))}">${summaryOf(results)}</span></p>
${note === undefined ? undefined : html`<p class="partial">${note}</p>`}
${isSimulated ? html`<p class="note">Simulated: no language model was used. The results show that the cases work, not what a real model does.</p>` : undefined}
${links && renderNext({ skill, results: all, open, places, unfilled, isSimulated }, links)}
${renderWaiting(open, links)}
${renderMatrix(results, places, labels)}
${renderUnfilled(unfilled, links)}
${renderReasons(
  results.groups.map((group) => notes(group)),
  open.waitingReasons,
)}
${renderFigures(results.groups, notes, sideNames(results).phrase)}
${renderComparison(results, labels)}
${excluded === undefined ? undefined : html`<p class="note">${excluded}</p>`}
${renderCases(results, plan, places, targets)}
</section>`;
}

/** Shown in VS Code if the skill has changed. */
function renderOutdated({ again }: EvalLinks): Html {
  return html`<p class="changed" role="status">The skill has changed since this eval, which shows results of its earlier text. <a href="${again}">Run Again</a></p>`;
}

/** Returns the results of one skill. */
function ofSkill(results: EvalResults, skill: string): EvalResults {
  const isOwn = (one: { readonly skill: string }): boolean => one.skill === skill;
  const { comparison } = results;
  return {
    ...results,
    trials: filter(results.trials, isOwn),
    cases: results.cases.filter(isOwn),
    groups: results.groups.filter(isOwn),
    ...defined<Partial<EvalResults>>({
      comparison:
        comparison === undefined
          ? undefined
          : {
              ...comparison,
              cases: comparison.cases.filter(isOwn),
              groups: comparison.groups.filter(isOwn),
            },
    }),
  };
}

/** Lists why trials are not judged, except for the reasons that the page has elsewhere. */
function renderReasons(notes: readonly GroupNote[], shownBefore: ReadonlySet<string>): Html | undefined {
  const counts = new Map<string, number>();
  for (const { reasons } of notes)
    for (const [reason, count] of reasons)
      if (!shownBefore.has(reason)) counts.set(reason, (counts.get(reason) ?? 0) + count);
  if (counts.size === 0) return undefined;
  const shown = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_REASONS);
  return html`<h2>Not judged</h2><ul>${shown.map(([reason, count]) => html`<li class="unjudged">${reason} <span class="muted">×${count}</span></li>`)}</ul>`;
}

/** Renders tokens, cost, time and missing files by client and model. */
function renderFigures(groups: readonly GroupResult[], notes: GroupNotes, phrase: SideNames['phrase']): Html {
  const isJudged = groups.some(({ judgeUsd }) => judgeUsd !== undefined);
  const row = (group: GroupResult): Html => {
    const { trials, milliseconds } = notes(group);
    const cells = [
      formatNumber(group.trials),
      formatNumber(group.judged),
      numberOrUnknown(allTokens(group)),
      formatCostOf(group.costUsd),
      ...(isJudged ? [formatCostOf(group.judgeUsd)] : []),
      formatSeconds(milliseconds / Math.max(1, trials)),
      formatNumber(group.misses),
    ];
    return html`<tr><th scope="row">${formatConfiguration(group)}, ${group.kind}s</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  };
  return html`<h2>Figures</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Figures by client and model"><table class="evals">
<thead><tr><th scope="col">client, model</th><th scope="col">trials with</th><th scope="col">judged</th><th scope="col">tokens</th><th scope="col">cost</th>${isJudged ? html`<th scope="col">judge</th>` : undefined}<th scope="col">mean time</th><th scope="col">missing files</th></tr></thead>
<tbody>${groups.map(row)}</tbody></table></div>
${groups.flatMap((group) => renderAverages(group, groups.length > 1, phrase) ?? [])}`;
}

/** Renders what a trial of each side needs. */
function renderAverages(group: GroupResult, hasSeveral: boolean, phrase: SideNames['phrase']): Html | undefined {
  const note = averagesNote(group, phrase);
  if (note === undefined) return undefined;
  const label = hasSeveral ? `${formatConfiguration(group)}, ${group.kind}s, ` : '';
  return html`<p class="muted">${label}${note}</p>`;
}

function renderEmpty(links: EvalLinks | undefined): Html {
  return html`<section aria-label="No results"><p class="kicker">Eval</p><h1>No trial is complete</h1>
<div class="empty"><p>Run the eval again: it was stopped before the first trial ended.</p></div>
${links && html`<nav class="actions" aria-label="Actions"><a class="again" href="${links.again}">Run Again</a></nav>`}</section>`;
}
