import { createHash } from 'node:crypto';
import type { StressedSkill, StressLinks, StressReport } from '../protocol/stress.ts';
import { SIMULATED_NOTE, verdict } from './describe.ts';
import { Html, html } from './html.ts';
import { renderCauses } from './page-causes.ts';
import { renderFigures } from './page-figures.ts';
import { PAGE_STYLE } from './page-style.ts';

/**
 * Renders the report as one HTML page without scripts or external resources, enforced by its own content security policy.
 * `links` holds the link targets in VS Code; without it the page has no links. The class `outdated` on its body shows a
 * note that the skill has changed since.
 */
export function stressPage(report: StressReport, links?: StressLinks): string {
  const style = createHash('sha256').update(PAGE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
  const [only] = report.skills;
  const title = report.skills.length === 1 && only !== undefined ? only.skill : `${report.skills.length} skills`;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stress test of ${title}</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<main id="stress">
${report.notes.map((note) => html`<p class="note">${note}</p>`)}
${report.skills.map((skill) => renderSection(skill, report, links))}
</main>
</body>
</html>`;
  return page.text;
}

function renderSection(skill: StressedSkill, { complete }: StressReport, links: StressLinks | undefined): Html {
  const isComplete = complete || skill.runs === skill.planned;
  return html`<section aria-label="${skill.skill}">
${links && html`<p class="changed" role="status">The skill has changed since this test, which shows its earlier text. <a href="${links.again}">Run Again</a></p>`}
<p class="kicker">Stress test <span class="badge">simulated</span></p>
<h1>${skill.skill}</h1>
<p class="verdict">${verdict(skill)}</p>
${isComplete ? undefined : html`<p class="partial">Stopped after ${skill.runs} of ${skill.planned} runs: the report is incomplete.</p>`}
<p class="note">${SIMULATED_NOTE}</p>
${links && renderActions(skill, links)}
${skill.causes.length === 0 && skill.wastedCalls === 0 ? renderEmpty(skill, links) : renderCauses(skill, links)}
${renderFigures(skill)}
</section>`;
}

function renderActions({ worst }: StressedSkill, { again, worst: showWorst, manifest }: StressLinks): Html {
  return html`<nav class="actions" aria-label="Actions"><a href="${again}">Run Again</a>${
    worst && html`<a href="${showWorst}">Open the Worst Run in the Timeline</a>`
  }<a href="${manifest}">Open SKILL.md</a></nav>`;
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
