/** Inlay hints after paths with the number of tokens of the file. */
import type { InlayHint } from 'vscode-languageserver-protocol';
import { estimateTokens, formatCount, isMarkdown, type Range, within } from '../../../skill/index.ts';
import type { Occurrence } from '../../targets/target.ts';
import type { Lines } from '../../workspace/lines.ts';
import type { Session } from '../session.ts';
import { type OpenDocument, openDocumentAt } from './document.ts';

/** Maximum distance from a path to the end of its link or code. */
const MAX_DISTANCE = 300;
/** Maximum number of cached texts. */
const MAX_CACHED = 500;

/** Returns hints in order for the visible part; none unless the setting is enabled. */
export function inlayHints(session: Session, path: string, part: (lines: Lines) => Range): readonly InlayHint[] {
  const entry = session.workspace.skillOf(path);
  const isEnabled = entry !== undefined && session.workspace.settingsOf(entry, path).inlayTokens === true;
  const opened = isEnabled ? openDocumentAt(session, path) : undefined;
  if (opened === undefined) return [];
  const { start, end } = part(opened.lines);
  // A file that is referenced a thousand times is read once.
  const read = new Map<string, number | undefined>();
  return session.targets.of(path).flatMap((occurrence): InlayHint[] => {
    const { range } = occurrence;
    if (range.start < start || range.end > end) return [];
    const file = fileOf(occurrence, path);
    if (file !== undefined && !read.has(file)) read.set(file, tokensOf(session, file));
    const tokens = read.get(file ?? '');
    return file === undefined || tokens === undefined ? [] : [hint(opened, occurrence, file, tokens)];
  });
}

/** Returns the target file of a path; undefined for mentions, names and guesses, and for the document itself. */
function fileOf({ kind, form, targets: [target] }: Occurrence, path: string): string | undefined {
  if (form === 'mention' || form === 'name' || form === 'anchor' || form === 'frontmatter') return undefined;
  if (kind === 'guess' || kind === 'missing' || target?.kind !== 'file' || target.path === path) return undefined;
  return target.path;
}

function hint(
  { document, skill, lines }: OpenDocument,
  occurrence: Occurrence,
  file: string,
  tokens: number,
): InlayHint {
  const shown = within(skill.root, file) ?? file;
  return {
    position: lines.position(offsetAfter(document.text, occurrence)),
    label: `≈ ${formatCount(tokens, 'token')}`,
    tooltip: `Approximate cost of loading ${shown}`,
    paddingLeft: true,
  };
}

/** Returns the offset after the link or code that contains a path. */
function offsetAfter(text: string, { range, fragment, form }: Occurrence): number {
  const end = fragment?.range.end ?? range.end;
  const [rest = ''] = text.slice(end, end + MAX_DISTANCE).split(/[\r\n]/, 1);
  const close =
    form === 'link' || form === 'image' ? ')' : form === 'code' || form === 'code-command' ? '`' : undefined;
  const at = close === undefined ? -1 : rest.indexOf(close);
  if (at < 0) return end;
  const run = /^`+/.exec(rest.slice(at))?.[0].length ?? 1;
  return end + at + run;
}

const cache = new Map<string, { readonly text: string; readonly tokens: number }>();

/** Returns undefined if the file is not text. */
function tokensOf({ workspace }: Session, path: string): number | undefined {
  const entry = workspace.skillOf(path);
  if (entry === undefined) return undefined;
  const document = isMarkdown(path) && entry.has(path) ? entry.document(path) : undefined;
  const text = document === undefined ? entry.text(path) : 'unreadable' in document ? undefined : document.text;
  if (text === undefined) return undefined;
  const known = cache.get(path);
  if (known?.text === text) return known.tokens;
  const tokens = estimateTokens(text);
  cache.delete(path);
  cache.set(path, { text, tokens });
  for (const old of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(old);
  }
  return tokens;
}
