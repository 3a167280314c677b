import { rateBar } from '../pages/bars.ts';
import { type Html, html } from '../pages/html.ts';
import type { StressedSkill, StressTally } from '../protocol/stress.ts';
import { wilson } from '../statistics/intervals.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { formatEnds, formatGuardSavings } from './describe.ts';

/** Maximum number of prompts to show, as a file may contain hundreds. */
const MAX_PROMPTS = 100;

/** Renders the figures of the runs, in total, by model and by prompt. */
export function renderFigures(skill: StressedSkill): Html {
  if (skill.runs === 0) return html``;
  const figures: readonly (readonly [string, number])[] = [
    ['simulated runs', skill.runs],
    ['wasted calls', skill.wastedCalls],
    ['wasted tokens (estimated)', skill.wastedTokens],
    ['median model calls per run', skill.medianCalls],
    ['95th percentile', skill.p95Calls],
  ];
  const saved = formatGuardSavings(skill);
  const shown = skill.byPrompt.slice(0, MAX_PROMPTS);
  const more = skill.byPrompt.length - shown.length;
  return html`<h2>Runs</h2>
<dl class="figures">${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${formatNumber(value)}</dd></div>`)}</dl>
<p class="note">Ended ${formatEnds(skill)}. Guards: ${skill.guards}. At most ${formatCount(skill.maxLlmCalls, 'model call')} per run.</p>
${saved && html`<p class="note">${saved}</p>`}
${renderTable(
  'By model',
  'model',
  skill.byModel.map((one) => [one.model, one] as const),
)}
${renderTable(
  'By prompt',
  'prompt',
  shown.map((one) => [one.prompt, one] as const),
)}
${more > 0 ? html`<p class="muted">And ${more} more.</p>` : undefined}`;
}

function renderTable(caption: string, first: string, rows: readonly (readonly [string, StressTally])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">${first}</th><th scope="col" class="rate-head">wasteful runs, with 95 % interval</th><th scope="col">wasted calls</th><th scope="col">median</th><th scope="col">p95</th></tr></thead>
<tbody>${rows
    .toSorted(([, a], [, b]) => b.wastedCalls - a.wastedCalls)
    .map(
      ([name, tally]) =>
        html`<tr><th scope="row">${name}</th><td class="rate">${renderRate(tally)}</td>${[tally.wastedCalls, tally.medianCalls, tally.p95Calls].map((value) => html`<td>${formatNumber(value)}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

/** Renders the share of runs that wasted calls. */
function renderRate({ wasteful, runs }: StressTally): Html {
  const interval = wilson(wasteful, runs);
  const shown = `${formatNumber(wasteful)} of ${formatNumber(runs)}`;
  if (interval === undefined) return html`${shown}`;
  const { low, high } = interval;
  return html`<span class="value"><span class="${wasteful === 0 ? 'passed' : 'failed'}">${shown}</span><span class="interval">${Math.round(low * 100)}–${Math.round(high * 100)} %</span></span>${rateBar({ value: wasteful / runs, low, high }, 'bad')}`;
}
