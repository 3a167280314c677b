/** Paths of files and folders, as items of a list. */
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-protocol';
import { decode, dirname, extension, type FileSystem, normalize, within } from '../../../skill/index.ts';
import { type Candidate, candidatesFor, isLinkForm, type Writing } from './candidates.ts';
import { describeFile } from './describe-file.ts';
import type { Offered } from './item.ts';
import type { PathPlace } from './place.ts';

/** Longer lists are cut, and asked for again when more is typed. */
const MOST = 1_000;
/** Up to so many files are described at once; in longer lists each when it is looked at. */
const DESCRIBED = 20;

export interface PathOptions {
  /** The editor offers by itself what lies directly in the folder that is typed, in links. */
  readonly isLinkCompletedByEditor: boolean;
  readonly fs: FileSystem;
}

/** The paths that may be meant at a place, those first that nothing leads to yet. */
export function pathItems(place: PathPlace, writing: Writing, { isLinkCompletedByEditor, fs }: PathOptions): Offered {
  const { typed } = place;
  const lead = /^(?:\.[/\\])+/.exec(typed)?.[0] ?? '';
  const back = typed.includes('\\') && !isLinkForm(place);
  const plain = plainPath(typed.slice(lead.length), place);
  const doubled = isLinkCompletedByEditor && isLinkForm(place) && place.base.kind === 'document';
  const all = candidatesFor(place, plain, writing)
    .filter((one) => !(doubled && isOfEditor(one, plain, writing)))
    .map((candidate) => ({ candidate, rank: rankOf(candidate, place) }))
    .sort((a, b) => (a.rank === b.rank ? byPath(a.candidate, b.candidate) : a.rank < b.rank ? -1 : 1));
  const shown = all.slice(0, MOST);
  const files = shown.filter(({ candidate }) => candidate.target === 'file').length;
  const items = shown.map(({ candidate, rank }, index): CompletionItem => {
    const text = lead + written(candidate.text, place, back);
    const described = files <= DESCRIBED && candidate.target === 'file';
    return {
      label: lead + (back ? candidate.text.replaceAll('/', '\\') : candidate.text),
      kind: candidate.target === 'folder' ? CompletionItemKind.Folder : CompletionItemKind.File,
      ...(described ? { detail: describeFile(candidate.path, fs.read(candidate.path)).detail } : {}),
      sortText: `${rank}${String(index).padStart(4, '0')}`,
      filterText: text,
      insertText: text,
      data: candidate.target === 'file' ? { kind: 'file', path: candidate.path } : { kind: 'folder' },
    };
  });
  return { items, range: place.range, isIncomplete: all.length > shown.length || !plain.includes('/') };
}

/** What lies outside of the skill keeps its order, the nearest first: a list that is cut must not lose that. */
function byPath(one: Candidate, other: Candidate): number {
  return one.where === 'outside' ? 0 : one.text < other.text ? -1 : 1;
}

/** What is typed as a path: `/`, decoded in a link, without empty parts and `.`, a `/` at its end kept. */
export function plainPath(typed: string, place: Pick<PathPlace, 'form'>): string {
  const path = (isLinkForm(place) ? decode(typed.replace(/\\([!-.:-@[\]-`{-~])/g, '$1')) : typed).replaceAll('\\', '/');
  // The last part is not whole yet: a dot may become two, and `..` leads up only when its `/` is there.
  const slash = path.lastIndexOf('/');
  const folder = normalize(path.slice(0, slash + 1));
  return (folder === '' ? '' : `${folder}/`) + path.slice(slash + 1);
}

/** A path as the place has to have it: in a link blanks and brackets would end it. */
function written(path: string, place: PathPlace, back: boolean): string {
  if (back) return path.replaceAll('/', '\\');
  if (!isLinkForm(place)) return path;
  if (place.angled) return path.replaceAll('<', '%3C').replaceAll('>', '%3E');
  return path
    .replaceAll('%', '%25')
    .replace(/[\s()<>#?]/g, (sign) => (sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign)));
}

const PICTURES = /^\.(?:png|jpe?g|gif|webp|svg|avif|bmp|ico)$/;

/** What comes first has the smallest: pictures where one is wanted, then what nothing leads to, folders, what lies outside. */
function rankOf({ where, target, path }: Candidate, { form }: PathPlace): string {
  const fits = form !== 'image' || PICTURES.test(extension(path)) ? 'a' : 'b';
  const order = { unreferenced: 'a', referenced: 'b', itself: 'd', outside: 'e' }[where];
  return fits + (where === 'referenced' && target === 'folder' ? 'c' : order);
}

/** Whether VS Code's Markdown offers it in a link: what lies directly in the typed folder, as seen from the document. */
function isOfEditor({ path }: Candidate, typed: string, { document }: Writing): boolean {
  const folder = typed === '..' ? '..' : typed.slice(0, typed.lastIndexOf('/') + 1);
  const inside = within(normalize(`${dirname(document.path)}/${folder}`), path);
  return inside !== undefined && !inside.includes('/');
}
