/** Completes paths of files and folders. */
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-protocol';
import {
  decode,
  defined,
  dirname,
  extension,
  type FileSystem,
  isMarkdown,
  normalize,
  within,
} from '../../../skill/index.ts';
import type { Candidate, EditedDocument } from './candidate.ts';
import { candidatesFor, isLinkForm } from './candidates.ts';
import { describeFile } from './describe-file.ts';
import type { CompletionResult } from './item.ts';
import type { PathPlace } from './place.ts';

/** Maximum number of items; a longer list is incomplete and requested again when more is typed. */
const MAX_ITEMS = 1_000;
/** Maximum number of files that are described immediately; in longer lists, each is described when selected. */
const MAX_DESCRIBED = 20;

export interface PathOptions {
  /** In links, the editor itself completes the direct contents of the typed folder. */
  readonly isLinkCompletedByEditor: boolean;
  readonly fs: FileSystem;
}

/** Returns the paths that may be meant at a place: the skill's own first, and of those the unreferenced ones. */
export function pathItems(
  place: PathPlace,
  edited: EditedDocument,
  { isLinkCompletedByEditor, fs }: PathOptions,
): CompletionResult {
  const { typed } = place;
  const prefix = /^(?:\.[/\\])+/.exec(typed)?.[0] ?? '';
  const hasBackslashes = typed.includes('\\') && !isLinkForm(place);
  const plain = plainPath(typed.slice(prefix.length), place);
  const isCompletedTwice = isLinkCompletedByEditor && isLinkForm(place) && place.base.kind === 'document';
  const isManifest = edited.document.path === edited.context.skill.manifest.path;
  const all = candidatesFor(place, plain, edited)
    .filter((one) => !(isCompletedTwice && isOfferedByEditor(one, plain, edited)))
    .map((candidate) => ({ candidate, rank: rankOf(candidate, place, isManifest) }))
    .sort((a, b) => (a.rank === b.rank ? byPath(a.candidate, b.candidate) : a.rank < b.rank ? -1 : 1));
  const shown = all.slice(0, MAX_ITEMS);
  const files = shown.filter(({ candidate }) => candidate.target === 'file').length;
  const items = shown.map(({ candidate, rank }, index): CompletionItem => {
    const text = prefix + encodePath(candidate.text, place, hasBackslashes);
    const described = files <= MAX_DESCRIBED && candidate.target === 'file';
    return defined({
      label: prefix + (hasBackslashes ? candidate.text.replaceAll('/', '\\') : candidate.text),
      kind: candidate.target === 'folder' ? CompletionItemKind.Folder : CompletionItemKind.File,
      detail: described ? describeFile(candidate.path, fs.read(candidate.path)).detail : undefined,
      sortText: `${rank}${String(index).padStart(4, '0')}`,
      filterText: text,
      insertText: text,
      data: candidate.target === 'file' ? { kind: 'file', path: candidate.path } : { kind: 'folder' },
    });
  });
  return { items, range: place.range, isIncomplete: all.length > shown.length || !plain.includes('/') };
}

/** Compares by path; files outside of the skill keep their order, closest first, since the list may be truncated. */
function byPath(one: Candidate, other: Candidate): number {
  return one.where === 'outside' ? 0 : one.text < other.text ? -1 : 1;
}

/** Normalizes typed text as a path: `/`, decoded in a link, without empty parts and `.`; a trailing `/` stays. */
export function plainPath(typed: string, place: Pick<PathPlace, 'form'>): string {
  const path = (isLinkForm(place) ? decode(typed.replace(/\\([!-.:-@[\]-`{-~])/g, '$1')) : typed).replaceAll('\\', '/');
  // The last part is incomplete: a dot may become two, and `..` needs its `/`.
  const slash = path.lastIndexOf('/');
  const folder = normalize(path.slice(0, slash + 1));
  return (folder === '' ? '' : `${folder}/`) + path.slice(slash + 1);
}

/** Returns a path in the form required at its place: in a link, spaces and parentheses are encoded. */
function encodePath(path: string, place: PathPlace, back: boolean): string {
  if (back) return path.replaceAll('/', '\\');
  if (!isLinkForm(place)) return path;
  if (place.angled) return path.replaceAll('<', '%3C').replaceAll('>', '%3E');
  return path
    .replaceAll('%', '%25')
    .replace(/[\s()<>#?]/g, (sign) => (sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign)));
}

const PICTURES = /^\.(?:png|jpe?g|gif|webp|svg|avif|bmp|ico)$/;

/** Sorts after the skill's own files, and the names of skills. */
const LAST = 'z';

/**
 * Returns a sort key: pictures in an image first, then unreferenced files, referenced ones, and folders, and all that is
 * outside of the skill last. Outside of SKILL.md, a text that nothing references yet follows those that SKILL.md leads to.
 */
function rankOf({ where, target, path }: Candidate, { form }: PathPlace, isManifest: boolean): string {
  const fits = form !== 'image' || PICTURES.test(extension(path)) ? 'a' : 'b';
  if (where === 'outside') return LAST + fits;
  if (where === 'referenced' && target === 'folder') return `${fits}d`;
  const isDeeper = where === 'unreferenced' && !isManifest && isMarkdown(path);
  return fits + (isDeeper ? 'c' : { unreferenced: 'a', referenced: 'b', itself: 'e' }[where]);
}

/** Returns true if VS Code's Markdown support offers the path in a link: a direct child of the typed folder, relative to the document. */
function isOfferedByEditor({ path }: Candidate, typed: string, { document }: EditedDocument): boolean {
  const folder = typed === '..' ? '..' : typed.slice(0, typed.lastIndexOf('/') + 1);
  const inside = within(normalize(`${dirname(document.path)}/${folder}`), path);
  return inside !== undefined && !inside.includes('/');
}
