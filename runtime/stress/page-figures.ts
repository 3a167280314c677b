import { type Html, html } from '../pages/html.ts';
import type { StressedSkill, StressTally } from '../protocol/stress.ts';
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
<thead><tr><th scope="col">${first}</th><th scope="col">runs</th><th scope="col">wasteful</th><th scope="col">wasted calls</th><th scope="col">median</th><th scope="col">p95</th></tr></thead>
<tbody>${rows.map(
    ([name, { runs, wasteful, wastedCalls, medianCalls, p95Calls }]) =>
      html`<tr><th scope="row">${name}</th>${[runs, wasteful, wastedCalls, medianCalls, p95Calls].map((value) => html`<td>${formatNumber(value)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
