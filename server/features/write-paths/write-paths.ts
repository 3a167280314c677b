import {
  type Bundle,
  basename,
  dirname,
  type FileSystem,
  isMarkdown,
  join,
  type Reference,
  type ReferenceForm,
  type ResolveContext,
  relative,
  resolve,
  type SkillDocument,
  stem,
  within,
} from '../../../skill/index.ts';
import type { IncomingFile, WrittenPaths } from '../../protocol.ts';
import { Lines } from '../../workspace/lines.ts';
import type { SkillEntry } from '../../workspace/skill-entry.ts';
import { pathOf, uriOf } from '../../workspace/uris.ts';
import type { Session } from '../session.ts';
import { freePath } from './incoming.ts';
import { type PathPlace, pathPlaceAt } from './place.ts';

/** Maximum number of files; more are probably a folder dropped by mistake. */
const MAX_FILES = 50;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|ico)$/i;

interface Target {
  /** Relative to the skill; a folder's ends with `/`. */
  readonly path: string;
  /** The file does not exist yet. */
  readonly isNew: boolean;
}

/** Handles `WritePaths` for the document at `path`. */
export function writePaths(
  { workspace }: Session,
  fs: FileSystem,
  path: string,
  position: { readonly line: number; readonly character: number },
  files: readonly IncomingFile[],
): WrittenPaths | undefined {
  const entry = workspace.skillOf(path);
  if (!entry?.has(path) || files.length === 0 || files.length > MAX_FILES) return undefined;
  const document = entry.document(path);
  const context = workspace.contextOf(entry);
  if ('unreadable' in document || context === undefined) return undefined;
  const skillAt = (one: string): SkillEntry | undefined => workspace.skillOf(one);
  const copies: { file: number; to: string }[] = [];
  const targets: Target[] = [];
  const taken = new Set<string>();
  for (const [at, file] of files.entries()) {
    const inside = placeInside(entry, skillAt, fs, file);
    if (inside === 'none') return undefined;
    if (inside !== undefined) {
      targets.push({ path: inside, isNew: false });
      continue;
    }
    const isTaken = (one: string): boolean => taken.has(one) || fs.kind(join(entry.root, one)) !== undefined;
    const to = freePath(file.name, entry.bundle, isTaken);
    taken.add(to);
    copies.push({ file: at, to: uriOf(join(entry.root, to)) });
    targets.push({ path: to, isNew: true });
  }
  const offset = new Lines(document.text).offset(position);
  const place = pathPlaceAt(document.text, offset, document.bodyStart);
  const writer = new Writer(entry, document, context, place);
  return { text: targets.map((target) => writer.write(target)).join(SEPARATORS[place]), copies };
}

const SEPARATORS: Readonly<Record<PathPlace, string>> = {
  prose: ', ',
  code: ' ',
  fence: ' ',
  frontmatter: ', ',
  'link-text': ', ',
  destination: ' ',
};

/** Returns the path of a file in this skill; undefined for a file from elsewhere; `none` if it cannot be copied. */
function placeInside(
  entry: SkillEntry,
  skillAt: (path: string) => SkillEntry | undefined,
  fs: FileSystem,
  { uri }: IncomingFile,
): string | undefined {
  if (uri === undefined) return undefined;
  const path = pathOf(uri);
  if (path === undefined) return 'none';
  const kind = fs.kind(path);
  const inner = within(entry.root, path);
  const bundled = inner !== undefined && inner !== '' && isBundled(entry.bundle, inner);
  // Files of a nested skill, or files that are not part of a skill, such as `.git`, are not its own.
  if (bundled && kind !== undefined && skillAt(kind === 'folder' ? `${path}/x` : path)?.root === entry.root)
    return kind === 'folder' ? `${inner}/` : inner;
  return kind === 'file' ? undefined : 'none';
}

const isBundled = ({ files, folders }: Bundle, path: string): boolean => files.has(path) || folders.has(path);

/** Writes paths at one place of a document. */
class Writer {
  readonly #entry: SkillEntry;
  readonly #document: SkillDocument;
  readonly #context: ResolveContext;
  readonly #place: PathPlace;

  constructor(entry: SkillEntry, document: SkillDocument, context: ResolveContext, place: PathPlace) {
    this.#entry = entry;
    this.#document = document;
    this.#context = context;
    this.#place = place;
  }

  write(target: Target): string {
    const { path } = target;
    switch (this.#place) {
      case 'destination':
        return encodeDestination(this.#pathFor(target, 'link'));
      case 'fence':
        return quoteForShell(this.#pathFor(target, 'fence-command'));
      case 'code':
      case 'frontmatter':
      case 'link-text':
        return this.#pathFor(target, 'code');
      case 'prose':
        if (IMAGE.test(path)) return `![${plainName(path)}](${encodeDestination(this.#pathFor(target, 'image'))})`;
        if (!this.#prefersLinks()) return codeSpan(this.#pathFor(target, 'code'));
        return `[${this.#titleOf(target)}](${encodeDestination(this.#pathFor(target, 'link'))})`;
    }
  }

  /** Returns true if the document mostly uses links; without any paths, it uses code like most skills. */
  #prefersLinks(): boolean {
    let links = 0;
    for (const { form, excuse } of this.#document.references) {
      if (excuse !== undefined) continue;
      if (form === 'link' || form === 'definition') links++;
      else if (form === 'code') links--;
    }
    return links > 0;
  }

  /** Returns the path relative to the base of a form, verified by resolving it. */
  #pathFor(target: Target, form: ReferenceForm): string {
    const { root } = this.#entry;
    const whole = join(root, target.path);
    const folder = dirname(this.#document.path);
    const end = target.path.endsWith('/') ? '/' : '';
    const [near, far] = [`${relative(folder, whole)}${end}`, target.path];
    // Links are relative to the document; a path to open or run is relative to the skill's folder.
    const nearFirst = form === 'link' || form === 'image' || this.#readsFromDocument(form);
    const candidates = nearFirst ? [near, far] : [far, near];
    // A file that does not exist yet cannot be resolved; its name is unique.
    return (
      (target.isNew ? undefined : candidates.find((way) => this.#resolvesTo(way, form, whole))) ?? candidates[0] ?? far
    );
  }

  #resolvesTo(path: string, form: ReferenceForm, whole: string): boolean {
    const range = { start: this.#document.bodyStart, end: this.#document.bodyStart };
    const base = { kind: 'document' } as const;
    const reference: Reference = { kind: 'reference', form, range, target: path, path, base };
    const found = resolve(reference, this.#document, this.#context);
    return found.kind === 'found' && found.path === whole;
  }

  /** Returns true if the document's paths of a form are relative to its folder, if that is not the skill's. */
  #readsFromDocument(form: ReferenceForm): boolean {
    const folder = within(this.#entry.root, dirname(this.#document.path)) ?? '';
    if (folder === '') return false;
    const { files } = this.#entry.bundle;
    const isCode = form === 'code';
    let [near, far] = [0, 0];
    for (const { form: other, path } of this.#document.references) {
      if (isCode ? other !== 'code' && other !== 'bare' : !other.startsWith('fence')) continue;
      if (files.has(join(folder, path))) near++;
      else if (files.has(path)) far++;
    }
    return near > far;
  }

  /** Returns the text of a link: the first heading of a document, or else the file's name. */
  #titleOf({ path, isNew }: Target): string {
    const plain = escapeMarkdown(basename(path));
    if (isNew || !isMarkdown(path)) return plain;
    const document = this.#entry.document(join(this.#entry.root, path));
    const heading = 'unreadable' in document ? undefined : document.headings[0]?.text.trim();
    return heading === undefined || heading === '' || heading.length > 80 ? plain : escapeMarkdown(heading);
  }
}

/** `user-guide.png` → `user guide`. */
const plainName = (path: string): string => escapeMarkdown(stem(path).replaceAll(/[-_]+/g, ' ').trim());

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\[\]`<>]/g, '\\$&');

/** Encodes a link destination like VS Code and renderers expect. */
const encodeDestination = (path: string): string =>
  path.replaceAll(/[\s%#?()<>\\^`{}|"]/g, (sign) =>
    sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign),
  );

const quoteForShell = (path: string): string =>
  /[\s'"&;()$`\\*?<>|#]/.test(path) ? `"${path.replaceAll(/["$`\\]/g, '\\$&')}"` : path;

/** Returns a code span with enough backticks. */
function codeSpan(path: string): string {
  const longest = Math.max(0, ...[...path.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return longest > 0 ? `${ticks} ${path} ${ticks}` : `${ticks}${path}${ticks}`;
}
