import { dirname, relative } from 'node:path';
import { own } from '../../skill/index.ts';
import { amountBar } from '../pages/bars.ts';
import { type Html, html } from '../pages/html.ts';
import type { StressedWords, StressLinks, StressMatrix } from '../protocol/stress.ts';
import { formatNumber } from '../text/count.ts';
import { DOUBTFUL_REPORT_NOTE } from './describe.ts';
import { formatCell } from './describe-matrix.ts';
import { hasFix } from './page-actions.ts';

/** Maximum number of words to show; the others are counted. */
const MAX_SHOWN = 100;

/** Renders the words of a skill by client: wasted calls now, and with the fixes. */
export function renderMatrix(matrix: StressMatrix, links: StressLinks | undefined): Html {
  const { clients, words } = matrix;
  const shown = words.slice(0, MAX_SHOWN);
  const more = words.length - shown.length;
  const unexplained = clients.some((one) => one.unexplained > 0);
  const largest = Math.max(0, ...words.flatMap(({ calls }) => Object.values(calls)));
  const most = Math.max(0, ...clients.map(({ wastedCalls }) => wastedCalls));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Wasted calls by client"><table class="matrix">
<caption>Wasted calls by client${clients.some(({ fixed }) => fixed !== undefined) ? ' → with the fixes' : ''}</caption>
<thead><tr><th scope="col">words</th>${clients.map(({ client }) => html`<th scope="col">${client}</th>`)}</tr></thead>
<tbody><tr class="total"><th scope="row">all</th>${clients.map(({ wastedCalls, fixed }) => renderCell(wastedCalls, fixed, most))}</tr>
${shown.map(
  (one, number) =>
    html`<tr><th scope="row">${renderWords(matrix, number, links)}</th>${clients.map(({ client }) => renderCell(own(one.calls, client), own(one.fixed, client), largest))}</tr>`,
)}
${unexplained ? html`<tr><th scope="row">without a known cause</th>${clients.map((one) => renderCell(one.unexplained || undefined, undefined, most))}</tr>` : undefined}</tbody></table></div>
${more > 0 ? html`<p class="muted">And ${formatNumber(more)} more.</p>` : undefined}
<h2>Fixes</h2>
<ol class="fixes">${shown.map(
    (one, number) =>
      html`<li><strong>${renderWords(matrix, number, links)}</strong>${hasFix(one) ? fixButton(one, number, links) : undefined}${one.fixes.map((fix) => html`<br>${fix}`)}${one.doubtful ? html`<br><span class="muted">${DOUBTFUL_REPORT_NOTE}</span>` : undefined}</li>`,
  )}</ol>`;
}

/** Renders the wasted calls of a client, with a sign. An empty cell is read as 0 by a screen reader, and shown as a dash. */
function renderCell(calls: number | undefined, fixed: number | undefined, largest: number): Html {
  const text = formatCell(calls, fixed);
  if (text === '') return html`<td><span class="muted" role="img" aria-label="0">–</span></td>`;
  if ((calls ?? 0) === 0) return html`<td><span class="passed">${text}</span></td>`;
  return html`<td class="failing"><span class="failed">${text}</span>${amountBar(calls ?? 0, largest, 'warn', fixed)}</td>`;
}

/** Renders the fix that the editor offers for these words. */
function fixButton({ fixes }: StressedWords, number: number, links: StressLinks | undefined): Html | undefined {
  if (links?.fix === undefined) return undefined;
  return html` <a class="fix" href="${links.fix.replaceAll('{n}', String(number))}" aria-label="Apply Fix: ${fixes[0] ?? ''}">Apply Fix</a>`;
}

function renderWords({ file, words }: StressMatrix, number: number, links: StressLinks | undefined): Html {
  const one = words[number];
  if (one === undefined) return html``;
  const place = `${relative(dirname(file), one.file).replaceAll('\\', '/')}:${one.line}`;
  const name = html`“${one.text}” <span class="place">${place}</span>`;
  return links === undefined ? name : html`<a href="${links.cause.replaceAll('{n}', String(number))}">${name}</a>`;
}
