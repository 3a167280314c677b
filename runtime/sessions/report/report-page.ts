import { type Html, html } from '../../pages/html.ts';
import { htmlPage } from '../../pages/page.ts';
import { PAGE_STYLE } from '../../pages/style.ts';
import { formatCount } from '../../text/count.ts';
import type { MissRate } from './miss-rates.ts';
import {
  clientsText,
  clientText,
  guardsText,
  kindText,
  lostFileText,
  missRateText,
  period,
  rateText,
  toldText,
  usageText,
  wasteText,
  waysText,
} from './report-texts.ts';
import type { SessionsReport, SkillReport, WordsReport } from './sessions-report.ts';
import { renderSkillsTable } from './skills-table.ts';
import type { ToldReport } from './told-tally.ts';

/** Maximum number of files listed for a skill. */
const MAX_FILES = 20;

/** The style of what other pages do not have. */
const STYLE = `${PAGE_STYLE}
.skills thead th { vertical-align: bottom; }
.skills thead th + th { min-width: 72px; white-space: normal; overflow-wrap: normal; }
table.rates tbody + tbody { border-top: 1px solid var(--line); }
.verdict + .note, .scroll + details { margin-bottom: 16px; }
details summary { cursor: pointer; color: var(--muted); }
details summary:focus-visible { outline: 1px solid var(--focus); outline-offset: 2px; }
`;

/**
 * Renders the report as one HTML page without scripts and external resources, enforced by its own content security policy. Names
 * and words of sessions are escaped.
 */
export function reportPage(report: SessionsReport): string {
  const used = report.skills.filter(({ loaded, misses }) => loaded > 0 || misses > 0);
  const content = html`<section aria-label="All sessions">
<p class="kicker">Skills in use</p>
<h1>${formatCount(report.sessions, 'session')}</h1>
${report.sessions === 0 ? EMPTY : renderOverview(report)}
</section>
${used.map(renderSkill)}`;
  return htmlPage({ title: 'Skills in use', style: STYLE, content });
}

const EMPTY = html`<div class="empty"><h2>No sessions were found</h2>
<p>Name a folder with sessions: <code>skillwright sessions report FOLDER</code></p></div>`;

function renderOverview(report: SessionsReport): Html {
  return html`<p class="verdict">${period(report)}: ${clientsText(report)}</p>
<p class="note">${usageText(report)}. ${wasteText(report)}. ${guardsText(report)}.</p>
${renderSkillsTable(report)}
<p class="note">Offered is a lower bound, because many sessions do not say which skills their client offered. Tokens of texts are estimates.</p>
${renderRates(report)}`;
}

/** Renders the misses per 100 requests of all sessions, by client and by kind. */
function renderRates({ missRates }: SessionsReport): Html {
  const { clients, kinds } = missRates;
  const row = (name: string, rate: MissRate): Html =>
    html`<tr><th scope="row">${name}</th><td>${rateText(rate)}</td><td>${rate.misses}</td><td>${rate.requests}</td><td>${rate.sessions}</td></tr>`;
  return html`<h2>Misses per 100 requests into skills</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Misses per 100 requests"><table class="rates">
<thead><tr><th scope="col">client, kind</th><th scope="col">per 100 (95 %)</th><th scope="col">misses</th><th scope="col">requests</th><th scope="col">sessions</th></tr></thead>
<tbody>${row('all sessions', missRates)}</tbody>
<tbody>${clients.map((one) => row(clientText(one.client), one))}</tbody>
<tbody>${kinds.map((one) => row(kindText(one.kind), one))}</tbody>
</table></div>
<p class="note">The interval is Wilson’s for the effective number of requests, because those of one session resemble each other. Sessions that do not show what became of requests are not measured.</p>`;
}

/** Renders which of the files were never read that a skill tells a model to read. */
function renderTold(told: ToldReport | undefined): Html | undefined {
  if (told === undefined) return undefined;
  const files = told.files
    .slice(0, MAX_FILES)
    .map((file) => html`<li><code>${file.path}</code> <span class="muted">${lostFileText(file)}</span></li>`);
  return html`<h2>Instructed to read</h2><p>${toldText(told)}.</p>
${files.length === 0 ? undefined : html`<ul class="asked">${files}</ul>`}`;
}

function renderSkill(skill: SkillReport): Html {
  const { loaded, misses, missed, files, tokens, rate, told } = skill;
  const ways = waysText(skill);
  const words = skill.words.map(renderWords);
  return html`<section aria-label="${skill.skill}">
<h1>${skill.skill}</h1>
<p class="verdict">${misses === 0 ? 'Nothing was missed.' : `${formatCount(misses, 'miss', 'misses')} in ${formatCount(missed, 'session')}.`} Loaded in ${formatCount(loaded, 'session')}${ways === '' ? '' : ` (${ways})`}.</p>
<p class="note">Misses per 100 requests: ${missRateText(rate)}. Its texts: about ${formatCount(tokens, 'token')}. The sessions that loaded it: ${usageText(skill)}.</p>
${words.length === 0 ? undefined : html`<h2>Words that led to misses</h2><ol class="causes">${words}</ol>`}
${renderTold(told)}
${
  files.length === 0
    ? undefined
    : html`<h2>Files read</h2><ul class="asked">${files.slice(0, MAX_FILES).map(({ path, sessions }) => html`<li><code>${path}</code> <span class="muted">${formatCount(sessions, 'session')}</span></li>`)}</ul>`
}
</section>`;
}

function renderWords({ words, misses, paths, where }: WordsReport): Html {
  const title = words === '' ? html`Words that are not known` : html`<mark>${words}</mark>`;
  return html`<li><div class="head"><h3>${title}</h3><span class="cost">${formatCount(misses, 'miss', 'misses')}</span></div>
<p class="muted">${paths.slice(0, MAX_FILES).map((path) => html`<code>${path}</code> `)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Misses by client and model"><table>
<thead><tr><th scope="col">client, model</th><th scope="col">misses</th><th scope="col">sessions</th></tr></thead>
<tbody>${where.map((one) => html`<tr><th scope="row">${clientText(one.client)}, ${one.model}</th><td>${one.misses}</td><td>${one.sessions} of ${one.loaded}</td></tr>`)}</tbody>
</table></div></li>`;
}
