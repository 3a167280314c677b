/** The cases on the page of results, with their trials. */

import { allTokens } from '../../models/prices/usage.ts';
import { type Html, html } from '../../pages/html.ts';
import type { EvalLinks } from '../../protocol/evals.ts';
import { formatCount, numberOrUnknown } from '../../text/count.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type { EvalResults, TrialResult } from '../results/results.ts';
import { type SideNames, sideNames } from '../results/side-names.ts';
import {
  type CasePlace,
  configurationsOf,
  fill,
  formatConfiguration,
  formatCostOf,
  formatSeconds,
  type PageLinks,
} from './page-places.ts';
import { stateOf, worstState } from './trouble.ts';

/** Maximum number of trials to show; the others are counted. */
const MAX_TRIALS = 3_000;
const VERDICTS = {
  passed: { text: 'passed', name: 'passed' },
  failed: { text: 'failed', name: 'failed' },
  not_judged: { text: 'not judged', name: 'unjudged' },
} as const;

/** Renders each case with its prompt and trials. */
export function renderCases(
  results: EvalResults,
  plan: EvalPlan | undefined,
  places: readonly CasePlace[],
  { links, timelines }: PageLinks,
): Html {
  const hasSeveral = configurationsOf(results).length > 1;
  const trialsOf = collectTrials(results, places);
  const names = sideNames(results);
  const sections = places.map((place) => {
    const { number, skill, name } = place;
    const { shown, more } = trialsOf(place);
    const described = plan?.skills.find((one) => one.name === skill)?.cases.find((one) => one.case === name);
    const own = results.cases.filter((one) => one.skill === skill && one.case === name);
    const state = worstState(own.map((one) => stateOf(one.with)));
    const title = links === undefined ? html`${name}` : html`<a href="${fill(links.case, number)}">${name}</a>`;
    const kind = described?.kind === 'trigger' ? 'trigger' : 'task';
    const trials = html`<div class="scroll" tabindex="0" role="region" aria-label="Trials of ${name}"><table class="trials">
<thead><tr><th scope="col" class="text">side</th>${hasSeveral ? html`<th scope="col" class="text">client, model</th>` : undefined}<th scope="col">trial</th><th scope="col" class="text">verdict</th><th scope="col">time</th><th scope="col">tokens</th><th scope="col">cost</th><th scope="col">run</th></tr></thead>
<tbody>${shown.toSorted(worstFirst).map((trial) => renderTrial(trial, { hasSeveral, links, timelines, names }))}</tbody></table></div>
${more > 0 ? html`<p class="muted">${formatCount(more, 'more trial')}: see results.json.</p>` : undefined}`;
    return html`<section class="case" id="case-${number}" aria-label="Case ${name}">
<div class="head"><h3 class="${state}">${title}</h3><span class="muted">${kind}</span></div>
${described && html`<pre class="frame" tabindex="0" role="group" aria-label="Prompt of ${name}">${described.prompt}</pre>`}
${state === 'passed' ? html`<details><summary>${formatCount(shown.length + more, 'trial')}</summary>${trials}</details>` : trials}
</section>`;
  });
  return html`<h2>Cases</h2>${sections}`;
}

const URGENCY: Readonly<Record<TrialResult['verdict'], number>> = { failed: 0, not_judged: 1, passed: 2 };

/** Orders the trials of a case: first those with the skill, and of these the failed ones. */
function worstFirst(a: TrialResult, b: TrialResult): number {
  if (a.side !== b.side) return a.side === 'with' ? -1 : 1;
  return a.side === 'with' ? URGENCY[a.verdict] - URGENCY[b.verdict] : 0;
}

/** Trials of a case to show, and the number of others. */
interface ShownTrials {
  readonly shown: readonly TrialResult[];
  readonly more: number;
}

/** Returns the trials of each case, up to the limit for all cases together. */
function collectTrials(
  { cases, trials }: EvalResults,
  places: readonly CasePlace[],
): (place: CasePlace) => ShownTrials {
  const keyOf = (skill: string, name: string): string => JSON.stringify([skill, name]);
  const counts = new Map<string, number>();
  for (const { skill, case: name, with: own, without } of cases) {
    const key = keyOf(skill, name);
    counts.set(key, (counts.get(key) ?? 0) + own.trials + (without?.trials ?? 0));
  }
  const limits = new Map<string, number>();
  let left = MAX_TRIALS;
  for (const { skill, name } of places) {
    const limit = Math.min(left, counts.get(keyOf(skill, name)) ?? 0);
    limits.set(keyOf(skill, name), limit);
    left -= limit;
  }
  const shown = new Map<string, TrialResult[]>();
  for (const trial of trials) {
    const key = keyOf(trial.skill, trial.case);
    const own = shown.get(key) ?? [];
    shown.set(key, own);
    if (own.length < (limits.get(key) ?? 0)) own.push(trial);
  }
  return ({ skill, name }) => {
    const key = keyOf(skill, name);
    const own = shown.get(key) ?? [];
    return { shown: own, more: (counts.get(key) ?? 0) - own.length };
  };
}

interface TrialColumns {
  readonly hasSeveral: boolean;
  readonly links: EvalLinks | undefined;
  readonly timelines: ReadonlyMap<string, string> | undefined;
  readonly names: SideNames;
}

function renderTrial(trial: TrialResult, { hasSeveral, links, timelines, names }: TrialColumns): Html {
  const { side, number, usage, milliseconds, run } = trial;
  const tokens = numberOrUnknown(allTokens(usage));
  const label = `Open the timeline of trial ${number}, ${names.phrase[side]}`;
  const target = links === undefined ? timelines?.get(run) : fill(links.trial, 0, run);
  const link =
    target === undefined ? html`<code>${run}</code>` : html`<a href="${target}" aria-label="${label}">Timeline</a>`;
  return html`<tr class="${side === 'without' ? 'baseline' : ''}"><td class="text">${names.column[side]}</td>${hasSeveral ? html`<td class="text">${formatConfiguration(trial)}</td>` : undefined}<td>${number}</td><td class="verdict-cell">${renderVerdict(trial)}</td><td>${formatSeconds(milliseconds)}</td><td>${tokens}</td><td>${formatCostOf(usage.costUsd)}</td><td>${link}</td></tr>`;
}

function renderVerdict({ verdict, checks, reason }: TrialResult): Html {
  const { text, name } = VERDICTS[verdict];
  const open = checks.filter(({ passed }) => passed !== true);
  if (open.length === 0)
    return html`<span class="${name}">${text}${reason === undefined ? undefined : html`: ${reason}`}</span>`;
  // What happened; the assertion says what was wanted, which reads like the opposite.
  const first = open.find(({ passed }) => passed === false) ?? open[0];
  const more = open.length > 1 ? ` And ${open.length - 1} more.` : '';
  return html`<details><summary><span class="${name}">${first?.passed === null ? `${text}: ` : ''}${first?.evidence}${more}</span></summary><ul>${checks.map(
    (check) =>
      html`<li><span class="${check.passed === true ? 'passed' : check.passed === false ? 'failed' : 'unjudged'}">${check.evidence}</span> <span class="muted">Expected: ${check.text}${check.judge && ` Judged by ${check.judge.model}.`}</span></li>`,
  )}</ul></details>`;
}
