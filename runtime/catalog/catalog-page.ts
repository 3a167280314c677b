import { basename, dirname } from '../../skill/index.ts';
import { type Html, html } from '../pages/html.ts';
import { htmlPage } from '../pages/page.ts';
import { PAGE_STYLE } from '../pages/style.ts';
import { fixId } from '../protocol/catalog.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import type { CatalogLinks } from './catalog-links.ts';
import { evidenceText, percentText, sizeText } from './catalog-texts.ts';
import type { ShownCatalog, SkillState } from './shown-catalog.ts';

/** Maximum number of skills that are listed as not offered. */
const MAX_LISTED = 500;

/** The style of what other pages do not have. */
const STYLE = `${PAGE_STYLE}
.clients { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); gap: 2px 20px; margin-top: 16px; }
.clients li { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: baseline; padding: 2px 10px; border-left: 2px solid transparent; }
.clients li:has([aria-current]) { border-color: var(--focus); background: var(--code); }
.clients [aria-current] { color: var(--fg); font-weight: 600; text-decoration: none; }
.missing { color: var(--warn-text); }
.offered td { vertical-align: top; }
.offered .focus { background: var(--mark); }
.offered .focus th { font-weight: 600; }
.path { display: block; color: var(--muted); font-size: 12px; font-weight: 400; }
.list { max-height: 420px; margin-top: 10px; overflow: auto; }
.causes .focus { padding-left: 10px; border-left: 2px solid var(--focus); }
.quick { display: none; margin-top: 6px; }
ul.muted li + li { margin-top: 6px; }
.has-fix .quick { display: block; }
`;

/** The only script of the page: after a client was chosen, the focus is on it again. Allowed by its hash. */
const SCRIPT = `
addEventListener('message', () => document.querySelector('nav [aria-current]')?.focus());
`;

/** The parts that all pages share. */
export interface CatalogsContext {
  /** The folder in which the clients would work, with `~` for the home. */
  readonly folder: string;
  /** The path of the SKILL.md that the pages show first, with `~` for the home; absent if there is none. */
  readonly focus?: string;
  readonly links: CatalogLinks;
  /** Returns a path as seen from that folder, if it is below it. */
  relative(path: string): string;
}

/**
 * Renders the page about one client: its list as the model gets it, the share of each skill, and why other skills are not in it;
 * above it all clients, to choose from. Without external resources; names and texts of skills are escaped.
 */
export function catalogPage(shown: ShownCatalog, all: readonly ShownCatalog[], context: CatalogsContext): string {
  const content = html`<section aria-label="All clients">
${renderHead(all, context)}
<nav aria-label="Clients"><ul class="clients">${all.map((one) => renderClient(one, one === shown, context))}</ul></nav>
${renderActions(context)}
</section>
<section aria-label="${shown.catalog.client.name}">
${renderCatalog(shown, context)}
</section>`;
  return htmlPage({ title: 'What clients see', style: STYLE, script: SCRIPT, id: 'catalog', content });
}

function renderHead(all: readonly ShownCatalog[], { folder, focus }: CatalogsContext): Html {
  const ofAll = (number: number): string => `${formatNumber(number)} of ${formatCount(all.length, 'client')}`;
  const kicker = html`<p class="kicker">What clients see in ${folder}</p>`;
  if (focus === undefined) {
    const some = all.filter(({ json }) => json.offered.length > 0).length;
    return html`${kicker}
<h1>Skills as clients offer them to a model</h1>
<p class="verdict">Skills are offered by ${ofAll(some)}. Choose one:</p>`;
  }
  const by = all.filter(({ focus: state }) => state?.kind === 'offered').length;
  const offered =
    by === 0 ? html`<span class="missing">No client offers this skill here.</span>` : html`Offered by ${ofAll(by)}.`;
  return html`${kicker}
<h1>${basename(dirname(focus))}</h1>
<p class="verdict">${offered}</p>`;
}

function renderClient({ catalog, json, focus }: ShownCatalog, isCurrent: boolean, { links }: CatalogsContext): Html {
  const { client } = catalog;
  const current = isCurrent ? html` aria-current="true"` : undefined;
  return html`<li><a href="${links.client(client.id)}"${current}>${client.name}</a> ${focus === undefined ? renderCounts(json) : renderState(focus, json)}</li>`;
}

function renderCounts({ offered, notOffered }: ShownCatalog['json']): Html {
  const others = notOffered.length === 0 ? '' : `, ${formatNumber(notOffered.length)} not`;
  return html`<span class="muted">${formatNumber(offered.length)} offered${others}</span>`;
}

function renderState(state: SkillState, { budget }: ShownCatalog['json']): Html {
  switch (state.kind) {
    case 'offered': {
      const { share, cut } = state.skill;
      const part =
        share === undefined || budget === undefined ? '' : `, ${percentText(share, budget.limit)} of the list`;
      return html`<span class="muted">offered${part}${cut === undefined ? '' : ', cut'}</span>`;
    }
    case 'not-offered':
      return html`<span class="missing">not offered: ${state.reason.reason}</span>`;
    case 'elsewhere':
      return html`<span class="missing">not in its folders</span>`;
  }
}

function renderActions({ links, focus }: CatalogsContext): Html {
  return html`<p class="actions">${focus === undefined ? undefined : html`<a href="${links.all}">Show All Skills</a>`}<a href="${links.again}">Read Again</a><a href="${links.folder}">Another Folder…</a><a href="${links.guard}">Guard My Agents…</a></p>`;
}

function renderCatalog(shown: ShownCatalog, context: CatalogsContext): Html {
  const { catalog, json, focus } = shown;
  const { client } = catalog;
  const size = sizeText(json.budget);
  const limit = size === '' ? 'The list has no limit that is known.' : `The list takes ${size}.`;
  const { offered } = json;
  return html`<h1>${client.name}</h1>
<p class="verdict">${offered.length === 0 ? 'It offers no skill here.' : `It offers ${formatCount(offered.length, 'skill')}. ${limit}`}</p>
<p class="note">The facts: ${evidenceText(json)}.</p>
${renderFocus(shown, context)}
${offered.length === 0 && json.notOffered.length === 0 && focus?.kind !== 'elsewhere' ? renderEmpty(shown, context) : undefined}
${offered.length === 0 ? undefined : renderText(shown)}
${offered.length === 0 ? undefined : renderOffered(shown, context)}
${json.notOffered.length === 0 ? undefined : renderNotOffered(shown, context)}
${renderUnknown(json.unknown)}`;
}

/** Returns the client's folders of skills in the workspace. */
const foldersOf = ({ catalog }: ShownCatalog): readonly string[] => {
  const { discovery } = catalog.client;
  if (discovery.kind !== 'folders') return [];
  return discovery.folders.flatMap((folder) => (folder.scope === 'workspace' ? [folder.path] : []));
};

const codes = (paths: readonly string[]): readonly Html[] =>
  paths.map(
    (path, index) => html`${index === 0 ? '' : index === paths.length - 1 ? ' or ' : ', '}<code>${path}</code>`,
  );

/** Renders why the client does not offer the skill that the page is about, and the remedy. */
function renderFocus(shown: ShownCatalog, context: CatalogsContext): Html | undefined {
  const { catalog, json, focus } = shown;
  if (focus?.kind === 'elsewhere') return renderElsewhere(shown, context);
  if (focus?.kind !== 'not-offered') return undefined;
  const { file, reason } = focus.reason;
  const { says = '', fix } = json.notOffered[catalog.notOffered.indexOf(focus.reason)] ?? {};
  const { links } = context;
  const target = links.add({ file, reason });
  return html`<div class="empty" id="${fixId(target)}"><h2>${catalog.client.name} does not offer this skill <span class="badge">${reason}</span></h2>
<p>${withCode(says)}</p>
${fix === undefined ? undefined : html`<p>${withCode(fix)}</p>`}
<p class="quick"><a class="fix" href="${links.fix(target)}">Quick Fix…</a></p></div>`;
}

function renderElsewhere(shown: ShownCatalog, { focus = '', relative }: CatalogsContext): Html {
  const { name } = shown.catalog.client;
  return html`<div class="empty"><h2>${name} does not look where this skill is</h2>
<p><code>${relative(focus)}</code> is in none of the folders that it searches.</p>
<p>Move or link the folder <code>${basename(dirname(focus))}</code> into ${codes(foldersOf(shown))}.</p></div>`;
}

function renderEmpty(shown: ShownCatalog, { links }: CatalogsContext): Html {
  const { name } = shown.catalog.client;
  return html`<div class="empty"><h2>No skill is where ${name} looks</h2>
<p>In this folder it looks in ${codes(foldersOf(shown))}.</p>
<p><a href="${links.newSkill}">Create a skill</a>, or <a href="${links.folder}">choose the folder</a> in which you start ${name}.</p></div>`;
}

function renderText({ catalog, json }: ShownCatalog): Html {
  const heading = html`<h2>What the model gets</h2>`;
  if (json.text === null) return html`${heading}<p>The text of ${catalog.client.name}’s list is not known.</p>`;
  return html`${heading}
<pre class="frame list" tabindex="0" role="region" aria-label="The list as the model gets it">${json.text}</pre>`;
}

function renderOffered({ catalog, json, focus }: ShownCatalog, { links, relative }: CatalogsContext): Html {
  const { budget } = json;
  const hasShares = json.offered.some(({ share }) => share !== undefined);
  const rows = json.offered.map(({ name, file, share, cut }, index): Html => {
    const skill = catalog.offered[index];
    const link = skill === undefined ? undefined : links.open(links.add({ file: skill.file }));
    const isFocus = focus?.kind === 'offered' && focus.skill === skill;
    const cutText =
      cut === undefined
        ? undefined
        : html` <span class="missing">${formatCount(cut, 'character')} of its description cut</span>`;
    const shares =
      share === undefined
        ? hasShares && html`<td></td>`
        : html`<td>${formatNumber(share)}</td>${budget && html`<td>${percentText(share, budget.limit)}</td>`}`;
    return html`<tr${isFocus ? html` class="focus"` : undefined}><th scope="row"><a href="${link ?? ''}">${name}</a>${cutText}<span class="path">${relative(file)}</span></th>${shares || undefined}</tr>`;
  });
  return html`<h2>Offered</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Offered skills"><table class="offered">
<thead><tr><th scope="col">skill</th>${hasShares ? html`<th scope="col">characters</th>${budget && html`<th scope="col">of the list</th>`}` : undefined}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function renderNotOffered({ catalog, json, focus }: ShownCatalog, { links, relative }: CatalogsContext): Html {
  const entries = json.notOffered.map((one, index) => ({ ...one, raw: catalog.notOffered[index] }));
  const isFocus = (one: (typeof entries)[number]): boolean => focus?.kind === 'not-offered' && focus.reason === one.raw;
  const items = entries
    .toSorted((a, b) => Number(isFocus(b)) - Number(isFocus(a)))
    .slice(0, MAX_LISTED)
    .map((one): Html => {
      const { file, reason, says, fix, raw } = one;
      const target = links.add({ file: raw?.file ?? '', reason });
      return html`<li id="${fixId(target)}"><div${isFocus(one) ? html` class="focus"` : undefined}><div class="head"><h3><a href="${links.open(target)}">${relative(file)}</a></h3><span class="badge">${reason}</span></div>
<p>${withCode(says)}</p>
${fix === undefined ? undefined : html`<p class="muted">${withCode(fix)}</p>`}
<p class="quick"><a class="fix" href="${links.fix(target)}">Quick Fix…</a></p></div></li>`;
    });
  const rest = entries.length - items.length;
  return html`<h2>Not offered (${formatNumber(entries.length)})</h2>
<ol class="causes">${items}</ol>
${rest === 0 ? undefined : html`<p class="note">${formatNumber(rest)} more. <code>skillwright catalog --client ${json.id}</code> lists all.</p>`}`;
}

function renderUnknown(unknown: readonly string[]): Html | undefined {
  if (unknown.length === 0) return undefined;
  return html`<h2>Not known</h2>
<ul class="muted">${unknown.map((one) => html`<li>${withCode(one)}</li>`)}</ul>`;
}

/** Returns a text whose parts in backticks are code. */
const withCode = (text: string): readonly Html[] =>
  text.split('`').map((part, index, { length }) =>
    // A backtick without a second one stays as it is.
    index % 2 === 0 ? html`${part}` : index === length - 1 ? html`\`${part}` : html`<code>${part}</code>`,
  );
