import { dirname, relative } from 'node:path';
import { type Html, html } from '../pages/html.ts';
import type { StressLinks, StressMatrix } from '../protocol/stress.ts';
import { formatNumber } from '../text/count.ts';
import { DOUBTFUL_REPORT_NOTE } from './describe.ts';
import { cellOf, formatCell, verdictByClient, verdictOfFixes } from './describe-matrix.ts';

/** Maximum number of words to show; the others are counted. */
const MAX_SHOWN = 100;

/** Renders the words of a skill by client: wasted calls now, and with the fixes. */
export function renderMatrix(matrix: StressMatrix, links: StressLinks | undefined): Html {
  const { clients, words } = matrix;
  const shown = words.slice(0, MAX_SHOWN);
  const more = words.length - shown.length;
  const unexplained = clients.some((one) => one.unexplained > 0);
  return html`<p class="verdict">${verdictByClient(matrix)}</p>
${verdictOfFixes(matrix) === undefined ? undefined : html`<p class="note">${verdictOfFixes(matrix)}</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="Wasted calls by client"><table class="matrix">
<caption>Wasted calls by client${clients.some(({ fixed }) => fixed !== undefined) ? ' → with the fixes' : ''}</caption>
<thead><tr><th scope="col">words</th>${clients.map(({ client }) => html`<th scope="col">${client}</th>`)}</tr></thead>
<tbody><tr class="total"><th scope="row">all</th>${clients.map(({ wastedCalls, fixed }) => renderCell(formatCell(wastedCalls, fixed)))}</tr>
${shown.map(
  (one, number) =>
    html`<tr><th scope="row">${renderWords(matrix, number, links)}</th>${clients.map(({ client }) => renderCell(cellOf(one, client)))}</tr>`,
)}
${unexplained ? html`<tr><th scope="row">without a known cause</th>${clients.map((one) => renderCell(formatCell(one.unexplained || undefined, undefined)))}</tr>` : undefined}</tbody></table></div>
${more > 0 ? html`<p class="muted">And ${formatNumber(more)} more.</p>` : undefined}
<h2>Fixes</h2>
<ol class="fixes">${shown.map(
    ({ fixes, doubtful }, number) =>
      html`<li><strong>${renderWords(matrix, number, links)}</strong>${fixes.map((fix) => html`<br>${fix}`)}${doubtful ? html`<br><span class="muted">${DOUBTFUL_REPORT_NOTE}</span>` : undefined}</li>`,
  )}</ol>`;
}

/** An empty cell is read as 0 by a screen reader, and shown as a dash. */
function renderCell(text: string): Html {
  return text === '' ? html`<td><span class="muted" aria-label="0">–</span></td>` : html`<td>${text}</td>`;
}

function renderWords({ file, words }: StressMatrix, number: number, links: StressLinks | undefined): Html {
  const one = words[number];
  if (one === undefined) return html``;
  const place = `${relative(dirname(file), one.file).replaceAll('\\', '/')}:${one.line}`;
  const name = html`“${one.text}” <span class="place">${place}</span>`;
  return links === undefined ? name : html`<a href="${links.cause.replaceAll('{n}', String(number))}">${name}</a>`;
}
