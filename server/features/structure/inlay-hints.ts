/** Behind a path, what a model pays for loading the file. */
import type { InlayHint } from 'vscode-languageserver-protocol';
import { estimateTokens, isMarkdown, type Range, within } from '../../../skill/index.ts';
import type { Lead } from '../../targets/target.ts';
import type { Lines } from '../../workspace/lines.ts';
import type { Session } from '../session.ts';
import { type Opened, openedAt } from './document.ts';

/** How far behind a path its link or code may end. */
const REACH = 300;
/** Texts whose tokens are kept. */
const MOST_KEPT = 500;

/** In order, for the part that the editor shows; none unless the setting asks for them. */
export function inlayHints(session: Session, path: string, part: (lines: Lines) => Range): readonly InlayHint[] {
  const entry = session.workspace.skillOf(path);
  const isWanted = entry !== undefined && session.workspace.settingsOf(entry, path).inlayTokens === true;
  const opened = isWanted ? openedAt(session, path) : undefined;
  if (opened === undefined) return [];
  const { start, end } = part(opened.lines);
  // A file that is named a thousand times is read once.
  const read = new Map<string, number | undefined>();
  return session.targets.of(path).flatMap((lead): InlayHint[] => {
    const { range } = lead;
    if (range.start < start || range.end > end) return [];
    const file = fileOf(lead, path);
    if (file !== undefined && !read.has(file)) read.set(file, tokensOf(session, file));
    const tokens = read.get(file ?? '');
    return file === undefined || tokens === undefined ? [] : [hint(opened, lead, file, tokens)];
  });
}

/** The file that a path leads to; undefined of words, names and guesses, and of the document itself. */
function fileOf({ kind, form, targets: [target] }: Lead, path: string): string | undefined {
  if (form === 'mention' || form === 'name' || form === 'anchor' || form === 'frontmatter') return undefined;
  if (kind === 'guess' || kind === 'missing' || target?.kind !== 'file' || target.path === path) return undefined;
  return target.path;
}

function hint({ document, skill, lines }: Opened, lead: Lead, file: string, tokens: number): InlayHint {
  const shown = within(skill.root, file) ?? file;
  return {
    position: lines.position(behind(document.text, lead)),
    label: `≈ ${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`,
    tooltip: `About what a model pays for loading ${shown}`,
    paddingLeft: true,
  };
}

/** Behind the link or the code that a path is part of. */
function behind(text: string, { range, fragment, form }: Lead): number {
  const end = fragment?.range.end ?? range.end;
  const [rest = ''] = text.slice(end, end + REACH).split(/[\r\n]/, 1);
  const close =
    form === 'link' || form === 'image' ? ')' : form === 'code' || form === 'code-command' ? '`' : undefined;
  const at = close === undefined ? -1 : rest.indexOf(close);
  if (at < 0) return end;
  const run = /^`+/.exec(rest.slice(at))?.[0].length ?? 1;
  return end + at + run;
}

const kept = new Map<string, { readonly text: string; readonly tokens: number }>();

/** Undefined of what is no text. */
function tokensOf({ workspace }: Session, path: string): number | undefined {
  const entry = workspace.skillOf(path);
  if (entry === undefined) return undefined;
  const document = isMarkdown(path) && entry.has(path) ? entry.document(path) : undefined;
  const text = document === undefined ? entry.text(path) : 'unreadable' in document ? undefined : document.text;
  if (text === undefined) return undefined;
  const known = kept.get(path);
  if (known?.text === text) return known.tokens;
  const tokens = estimateTokens(text);
  kept.delete(path);
  kept.set(path, { text, tokens });
  for (const old of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(old);
  }
  return tokens;
}
