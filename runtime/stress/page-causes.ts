import { dirname, relative } from 'node:path';
import { amountBar } from '../pages/bars.ts';
import { type Html, html } from '../pages/html.ts';
import type { RequestedPath, StressCause, StressedSkill, StressLinks } from '../protocol/stress.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { frameOf } from './code-frame.ts';
import { DOUBTFUL_REPORT_NOTE, formatCost } from './describe.ts';

/** Maximum number of causes to show; the others are counted. */
const MAX_SHOWN = 100;

/** Renders the words that waste calls, worst first, and those that lead to files which some clients do not load. */
export function renderCauses(skill: StressedSkill, links: StressLinks | undefined): Html {
  const numbered = skill.causes.map((cause, number) => ({ cause, number }));
  const missing = numbered.filter(({ cause }) => cause.kind === 'missing' && !cause.doubtful);
  const doubtful = numbered.filter(({ cause }) => cause.kind === 'missing' && cause.doubtful);
  const unreachable = numbered.filter(({ cause }) => cause.kind === 'unreachable');
  const list = (of: typeof numbered): Html => {
    const maxCalls = of[0]?.cause.calls ?? 1;
    const shown = of.slice(0, MAX_SHOWN).map(({ cause, number }) => renderCause(cause, skill, maxCalls, number, links));
    const more = of.length - shown.length;
    return html`<ol class="causes">${shown}</ol>${more > 0 ? html`<p class="muted">${formatCount(more, 'more location')}.</p>` : undefined}`;
  };
  const { calls, asked } = skill.unexplained;
  return html`<h2>Words that waste calls</h2>
${missing.length > 0 ? list(missing) : html`<p>None.</p>`}
${calls > 0 ? html`<p class="muted">${formatCount(calls, 'call')} without a known cause:</p>${renderPaths(asked)}` : undefined}
${doubtful.length > 0 ? html`<h2>Doubtful words</h2><p class="muted">${DOUBTFUL_REPORT_NOTE}</p>${list(doubtful)}` : undefined}
${unreachable.length > 0 ? html`<h2>Files that ADK’s tools do not load</h2><p class="muted">These files exist, and clients that read files themselves find them. They do not count as wasted.</p>${list(unreachable)}` : undefined}`;
}

function renderCause(
  cause: StressCause,
  skill: StressedSkill,
  maxCalls: number,
  number: number,
  links: StressLinks | undefined,
): Html {
  const { line, before, words, after } = frameOf(cause);
  const file = relative(dirname(skill.file), cause.file).replaceAll('\\', '/');
  const location = `${file}:${cause.line}`;
  const name = html`“${cause.text}” <span class="place">${location}</span>`;
  const title =
    links === undefined ? name : html`<a href="${links.cause.replaceAll('{n}', String(number))}">${name}</a>`;
  const tone = cause.kind === 'missing' && !cause.doubtful ? 'warn' : 'info';
  return html`<li id="cause-${number}">
<div class="head"><h3>${title}</h3><span class="cost">${formatCost(cause)}</span></div>
${amountBar(cause.calls, maxCalls, tone)}
<pre class="frame"><span class="number">${line}</span><span>${before}<mark>${words}</mark>${after}</span></pre>
<dl class="facts"><dt>Requested</dt><dd>${renderPaths(cause.asked)}</dd>${
    cause.kind === 'missing' && cause.suggestions.length > 0
      ? html`<dt>Probably meant</dt><dd>${cause.suggestions.slice(0, 3).map((path) => html`<code>${path}</code> `)}</dd>`
      : undefined
  }<dt>Fix</dt><dd>${cause.fix}${fixButton(cause, number, links)}</dd></dl>
</li>`;
}

/** Renders the fix that the editor offers for these words, or a note once they have changed. */
function fixButton(cause: StressCause, number: number, links: StressLinks | undefined): Html | undefined {
  if (links?.fix === undefined || cause.kind !== 'missing') return undefined;
  const changed = html`<span class="done" role="status">These words have changed since the test.</span>`;
  if (cause.suggestions.length === 0) return changed;
  return html` <a class="fix" href="${links.fix.replaceAll('{n}', String(number))}" aria-label="Apply Fix: ${cause.fix}">Apply Fix</a>${changed}`;
}

function renderPaths(paths: readonly RequestedPath[]): Html {
  return html`<ul class="asked">${paths.map(({ path, calls }) => html`<li><code>${path}</code> <span class="muted">×${formatNumber(calls)}</span></li>`)}</ul>`;
}
