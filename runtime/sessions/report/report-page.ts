import { defined } from '../../../skill/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { htmlPage } from '../../pages/page.ts';
import { PAGE_STYLE } from '../../pages/style.ts';
import type { SessionSource } from '../../protocol/sessions.ts';
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
import type { ReportView } from './report-view.ts';
import type { LatestSession, SessionsReport, SkillReport, WordsReport } from './sessions-report.ts';
import { renderSkillsTable } from './skills-table.ts';
import { SORT_SCRIPT } from './sort-script.ts';
import type { ToldReport } from './told-tally.ts';

/** Opens the setting for folders with sessions. */
const FOLDERS_LINK = `command:workbench.action.openSettings?${encodeURIComponent('["skillwright.sessions.folders"]')}`;
/** Maximum number of files listed for a skill. */
const MAX_FILES = 20;

/** The style of what other pages do not have. */
const STYLE = `${PAGE_STYLE}
.skills thead th { vertical-align: bottom; }
.skills thead th + th { min-width: 72px; white-space: normal; overflow-wrap: normal; }
.skills button { padding: 0; border: 0; color: inherit; background: none; font: inherit; text-align: inherit; cursor: pointer; }
.skills button:hover { text-decoration: underline; }
.skills button:focus-visible { outline: 1px solid var(--focus); outline-offset: 2px; }
.skills [aria-sort] { color: var(--fg); font-weight: 600; }
.skills [aria-sort] button::after { content: ' ↑'; }
.skills [aria-sort='descending'] button::after { content: ' ↓'; }
.skills .focus { background: var(--mark); }
.skills .focus th { font-weight: 600; }
table.rates tbody + tbody { border-top: 1px solid var(--line); }
.verdict + .note, .scroll + details { margin-bottom: 16px; }
details summary { cursor: pointer; color: var(--muted); }
details summary:focus-visible { outline: 1px solid var(--focus); outline-offset: 2px; }
`;

/**
 * Renders the report as one HTML page without external resources, enforced by its own content security policy. Names and
 * words of sessions are escaped.
 * @param view the links in VS Code, and the skill to show first. Without it the page has neither links nor scripts.
 */
export function reportPage(report: SessionsReport, view?: ReportView): string {
  const used = report.skills.filter(({ loaded, misses }) => loaded > 0 || misses > 0);
  const focused = report.skills.filter(({ skill }) => skill === view?.focus);
  const sections = [...focused, ...used.filter((skill) => !focused.includes(skill))];
  const content = html`<section aria-label="All sessions">
<p class="kicker">Skills in use</p>
<h1>${formatCount(report.sessions, 'session')}</h1>
${view && renderActions(view, report)}
${report.sessions === 0 ? renderEmpty(view) : renderOverview(report, view)}
</section>
${sections.map((skill) => renderSkill(skill, view))}`;
  const script = view === undefined ? {} : { script: SORT_SCRIPT };
  return htmlPage({ title: 'Skills in use', style: STYLE, ...script, content });
}

function renderActions({ actions }: ReportView, { sessions }: SessionsReport): Html {
  const offered = sessions === 0 ? actions.slice(0, 1) : actions;
  return html`<p class="actions">${offered.map(({ title, link }) => html`<a href="${link}">${title}</a>`)}</p>`;
}

function renderEmpty(view: ReportView | undefined): Html {
  const next =
    view === undefined
      ? html`Name a folder with sessions: <code>skillwright sessions report FOLDER</code>`
      : html`<a href="${FOLDERS_LINK}">Add a folder with sessions</a> in the settings, then read again.`;
  return html`<div class="empty"><h2>No sessions were found</h2>
<p>${next}</p></div>`;
}

function renderOverview(report: SessionsReport, view: ReportView | undefined): Html {
  return html`<p class="verdict">${period(report)}: ${clientsText(report)}</p>
<p class="note">${usageText(report)}. ${wasteText(report)}. ${guardsText(report)}.</p>
${renderSkillsTable(report, view)}
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

function renderSkill(skill: SkillReport, view: ReportView | undefined): Html {
  const { loaded, misses, missed, files, tokens, rate, told } = skill;
  const ways = waysText(skill);
  const words = skill.words.map((one) => renderWords(skill.skill, one, view));
  return html`<section aria-label="${skill.skill}">
<h1>${linked(view?.skill(skill.skill), html`${skill.skill}`)}</h1>
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

function renderWords(skill: string, { words, misses, paths, where }: WordsReport, view: ReportView | undefined): Html {
  const link = view?.words(skill, words);
  const edited = view !== undefined && link === undefined && words !== '' && view.skill(skill) !== undefined;
  const title = words === '' ? html`Words that are not known` : linked(link, html`<mark>${words}</mark>`);
  return html`<li><div class="head"><h3>${title}${edited ? html` <span class="badge">changed since</span>` : undefined}</h3><span class="cost">${formatCount(misses, 'miss', 'misses')}</span></div>
<p class="muted">${paths.slice(0, MAX_FILES).map((path) => html`<code>${path}</code> `)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Misses by client and model"><table>
<thead><tr><th scope="col">client, model</th><th scope="col">misses</th><th scope="col">sessions</th>${view && html`<th scope="col">latest session</th>`}</tr></thead>
<tbody>${where.map((one) => html`<tr><th scope="row">${clientText(one.client)}, ${one.model}</th><td>${one.misses}</td><td>${one.sessions} of ${one.loaded}</td>${view && renderSession(skill, one.latest, view)}</tr>`)}</tbody>
</table></div></li>`;
}

function renderSession(skill: string, { file, session, end, paths }: LatestSession, view: ReportView): Html {
  const source: SessionSource = defined({ file, session });
  return html`<td>${linked(view.session({ source, skill, paths }), html`${end.slice(0, 10) || 'show'}`)}</td>`;
}

function linked(link: string | undefined, text: Html): Html {
  return link === undefined ? text : html`<a href="${link}">${text}</a>`;
}
