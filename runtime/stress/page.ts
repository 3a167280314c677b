import { type Html, html } from '../pages/html.ts';
import { htmlPage } from '../pages/page.ts';
import { PAGE_STYLE } from '../pages/style.ts';
import type { StressedSkill, StressLinks, StressMatrix, StressReport } from '../protocol/stress.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { SIMULATED_NOTE, verdict } from './describe.ts';
import { verdictByClient, verdictOfFixes } from './describe-matrix.ts';
import { renderMatrixActions, renderSkillActions } from './page-actions.ts';
import { renderCauses } from './page-causes.ts';
import { renderFigures } from './page-figures.ts';
import { renderMatrix } from './page-matrix.ts';
import { renderObserved, renderObservedClients } from './page-observed.ts';

/**
 * Renders the report as one HTML page without scripts or external resources, enforced by its own content security policy.
 * `links` holds the link targets in VS Code; without it the page has no links. The class `outdated` on its body shows a
 * note that the skill has changed since.
 */
export function stressPage(report: StressReport, links?: StressLinks): string {
  const names = [...new Set(report.skills.map(({ skill }) => skill))];
  const title = names.length === 1 ? names[0] : `${names.length} skills`;
  const content = html`${report.notes.map((note) => html`<p class="note">${note}</p>`)}
${
  report.matrices === undefined
    ? report.skills.map((skill) => renderSection(skill, report, links))
    : report.matrices.map((matrix) => renderClients(matrix, report, links))
}`;
  return htmlPage({ title: `Stress test of ${title}`, style: PAGE_STYLE, id: 'stress', content });
}

function renderSection(skill: StressedSkill, { complete }: StressReport, links: StressLinks | undefined): Html {
  const isComplete = complete || skill.runs === skill.planned;
  return html`<section aria-label="${skill.skill}">
${links && renderOutdated(links)}
<p class="kicker">Stress test${skill.client === undefined ? '' : ` in ${skill.client}`} <span class="badge">simulated</span></p>
<h1>${skill.skill}</h1>
<p class="verdict">${skill.runs === 0 ? verdict(skill) : mark(skill.wastedCalls > 0, verdict(skill))}</p>
${isComplete ? undefined : html`<p class="partial">Stopped after ${formatNumber(skill.runs)} of ${formatCount(skill.planned, 'run')}: the report is incomplete.</p>`}
<p class="note">${SIMULATED_NOTE}</p>
${links && renderSkillActions(skill, links)}
${skill.causes.length === 0 && skill.wastedCalls === 0 ? renderEmpty(skill, links) : renderCauses(skill, links)}
${renderFigures(skill)}
${renderObserved(skill)}
${renderNotSimulated([skill])}
</section>`;
}

/** A section for one skill in several clients. */
function renderClients(matrix: StressMatrix, { complete, skills }: StressReport, links: StressLinks | undefined): Html {
  const own = skills.filter(({ file }) => file === matrix.file);
  return html`<section aria-label="${matrix.skill}">
${links && renderOutdated(links)}
<p class="kicker">Stress test in ${formatCount(matrix.clients.length, 'client')} <span class="badge">simulated</span></p>
<h1>${matrix.skill}</h1>
${complete ? undefined : html`<p class="partial">Stopped before all runs were done: the report is incomplete.</p>`}
<p class="verdict">${mark(
    matrix.clients.some(({ wastedCalls }) => wastedCalls > 0),
    verdictByClient(matrix),
  )}</p>
${verdictOfFixes(matrix) === undefined ? undefined : html`<p class="note">${verdictOfFixes(matrix)}</p>`}
${links && renderMatrixActions(matrix, links)}
${renderMatrix(matrix, links)}
${renderObservedClients(own)}
${renderNotSimulated(own)}
<p class="note">${SIMULATED_NOTE}</p>
</section>`;
}

/** Lists the commands whose answer is unknown. */
function renderNotSimulated(skills: readonly StressedSkill[]): Html | undefined {
  const unknown = skills.flatMap(({ client = '', notSimulated = [] }) =>
    notSimulated.map((one) => ({ ...one, client })),
  );
  if (unknown.length === 0) return undefined;
  return html`<h2>Commands that were not simulated</h2>
<ul class="asked">${unknown.map(({ client, command, calls }) => html`<li>${client}: <code>${command}</code> <span class="muted">×${calls}</span></li>`)}</ul>`;
}

function renderOutdated({ again }: StressLinks): Html {
  return html`<p class="changed" role="status">The skill has changed since this test, which shows its earlier text. <a href="${again}">Run Again</a></p>`;
}

/** Renders a verdict with its sign. */
function mark(isBad: boolean, text: string): Html {
  return html`<span class="${isBad ? 'failed' : 'passed'}">${text}</span>`;
}

function renderEmpty({ runs }: StressedSkill, links: StressLinks | undefined): Html {
  const how =
    links === undefined ? 'with --prompt TEXT or --prompts FILE' : 'in the setting skillwright.stress.prompts';
  if (runs === 0)
    return html`<div class="empty"><p>Run the test again: it was stopped before the first run ended.</p></div>`;
  return html`<div class="empty"><h2>No words of this skill waste calls</h2>
<p>Everything that the simulated models requested exists.</p>
<p class="muted">To test more, give your own prompts ${how}: other prompts lead to other parts of the text.</p></div>`;
}
