import type { StressedSkill, StressTally } from '../protocol/stress.ts';
import { endedAs, figure, savedByGuards } from './describe.ts';
import { type Html, html } from './html.ts';

/** Prompts shown; a file may hold hundreds. */
const MOST_PROMPTS = 100;

/** How the runs went: figures, by model and by prompt. */
export function figuresOf(skill: StressedSkill): Html {
  if (skill.runs === 0) return html``;
  const figures: readonly (readonly [string, number])[] = [
    ['simulated runs', skill.runs],
    ['wasted calls', skill.wastedCalls],
    ['tokens wasted, estimated', skill.wastedTokens],
    ['model calls of a run, median', skill.medianCalls],
    ['95 of 100 runs at most', skill.p95Calls],
  ];
  const saved = savedByGuards(skill);
  const shown = skill.byPrompt.slice(0, MOST_PROMPTS);
  const more = skill.byPrompt.length - shown.length;
  return html`<h2>Runs</h2>
<dl class="figures">${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${figure(value)}</dd></div>`)}</dl>
<p class="note">Ended ${endedAs(skill)}. Guards: ${skill.guards}; at most ${skill.maxLlmCalls} model calls a run.</p>
${saved && html`<p class="note">${saved}</p>`}
${tableOf(
  'By model',
  'model',
  skill.byModel.map((one) => [one.model, one] as const),
)}
${tableOf(
  'By prompt',
  'prompt',
  shown.map((one) => [one.prompt, one] as const),
)}
${more > 0 ? html`<p class="muted">And ${more} more.</p>` : undefined}`;
}

function tableOf(caption: string, first: string, rows: readonly (readonly [string, StressTally])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">${first}</th><th scope="col">runs</th><th scope="col">wasteful</th><th scope="col">wasted calls</th><th scope="col">median</th><th scope="col">p95</th></tr></thead>
<tbody>${rows.map(
    ([name, { runs, wasteful, wastedCalls, medianCalls, p95Calls }]) =>
      html`<tr><th scope="row">${name}</th>${[runs, wasteful, wastedCalls, medianCalls, p95Calls].map((value) => html`<td>${figure(value)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
