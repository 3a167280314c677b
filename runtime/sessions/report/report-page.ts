import { createHash } from 'node:crypto';
import { Html, html } from '../../stress/html.ts';
import { PAGE_STYLE } from '../../stress/page-style.ts';
import { count, guardsText, number, period, usageText, waysText } from './report-texts.ts';
import type { SessionsReport, SkillReport, WordsReport } from './sessions-report.ts';

/** Most files of a skill that are listed. */
const MAX_FILES = 20;

/**
 * Renders the report as one HTML page without scripts or external resources, enforced by its own content security policy.
 * Names and words of sessions are escaped.
 */
export function reportPage(report: SessionsReport): string {
  const style = createHash('sha256').update(PAGE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Skills in use</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<main>
<section aria-label="All sessions">
<p class="kicker">Skills in use</p>
<h1>${count(report.sessions, 'session')}</h1>
${report.sessions === 0 ? renderEmpty() : renderOverview(report)}
</section>
${report.skills.filter(({ loaded, misses }) => loaded > 0 || misses > 0).map(renderSkill)}
</main>
</body>
</html>`;
  return page.text;
}

function renderEmpty(): Html {
  return html`<div class="empty"><h2>No sessions were found</h2>
<p>Name a folder with sessions: <code>skillwright sessions report FOLDER</code></p></div>`;
}

function renderOverview(report: SessionsReport): Html {
  const { clients, skills, usage } = report;
  return html`<p class="verdict">${period(report)}: ${clients.map(({ client, sessions }) => `${client} ${sessions}`).join(', ')}</p>
<p class="note">${usageText(usage)}. Our guards ${guardsText(report)}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Skills"><table>
<caption>Skills, in sessions</caption>
<thead><tr><th scope="col">skill</th><th scope="col">offered</th><th scope="col">loaded</th><th scope="col">files read</th><th scope="col">missed</th><th scope="col">misses</th><th scope="col">tokens of its text</th></tr></thead>
<tbody>${skills.map(
    (
      one,
    ) => html`<tr><th scope="row">${one.skill}</th><td>${one.offered}</td><td>${one.loaded}</td><td>${one.read}</td><td>${one.missed}</td><td>${one.misses}</td><td>${number(one.tokens)}</td></tr>
`,
  )}</tbody>
</table></div>
<p class="note">Offered is a lower bound, because many sessions do not say which skills their client offered. Tokens of texts are estimates.</p>`;
}

function renderSkill(skill: SkillReport): Html {
  const { loaded, misses, missed, files, tokens, usage } = skill;
  const ways = waysText(skill);
  return html`<section aria-label="${skill.skill}">
<h1>${skill.skill}</h1>
<p class="verdict">${misses === 0 ? 'Nothing was missed.' : `${count(misses, 'miss', 'misses')} in ${count(missed, 'session')}.`} Loaded in ${count(loaded, 'session')}${ways === '' ? '' : ` (${ways})`}.</p>
<p class="note">Its texts: about ${number(tokens)} tokens. The sessions that loaded it: ${usageText(usage)}.</p>
${skill.words.length === 0 ? undefined : html`<h2>Words that led to misses</h2><ol class="causes">${skill.words.map(renderWords)}</ol>`}
${
  files.length === 0
    ? undefined
    : html`<h2>Files read</h2><ul class="asked">${files.slice(0, MAX_FILES).map(({ path, sessions }) => html`<li><code>${path}</code> <span class="muted">${count(sessions, 'session')}</span></li>`)}</ul>`
}
</section>`;
}

function renderWords({ words, misses, paths, where }: WordsReport): Html {
  return html`<li><div class="head"><h3>${words === '' ? 'Words that are not known' : html`<mark>${words}</mark>`}</h3><span class="cost">${count(misses, 'miss', 'misses')}</span></div>
<p class="muted">${paths.slice(0, MAX_FILES).map((path) => html`<code>${path}</code> `)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Misses by client and model"><table>
<thead><tr><th scope="col">client, model</th><th scope="col">misses</th><th scope="col">sessions</th></tr></thead>
<tbody>${where.map((one) => html`<tr><th scope="row">${one.client}, ${one.model}</th><td>${one.misses}</td><td>${one.sessions} of ${one.loaded}</td></tr>`)}</tbody>
</table></div></li>`;
}
