/** The paths of one section: what in its text has the shape of one, and those found so far. */

import type { ReferenceForm } from '../model/model.ts';
import { BUNDLE_FOLDERS, hasFileExtension, parseTarget, type TargetParts } from '../references/target.ts';

/** Paths of one block, or of one fence, that are read: a few thousand fill the longest paragraph that anybody writes. */
const MOST_PATHS = 10_000;
const BARE =
  /(?<![\w/.:@$%\\=&#-])(?:(?:\$\{?\w+\}?|\{\w+\}|<[\w -]+>)\/|\.{1,2}\/)*(?:[\w.@+{}<>*$-]|%20){1,120}(?:\/(?:[\w.@+{}<>*$-]|%20){1,120}){1,24}\/?|(?<![\w/.:@$-])(?:references?|scripts?|assets|templates|resources|examples)\/(?![\w/])/g;
const BARE_NAME = /(?<![\w/.:@$%\\=&#-])[\w-]{1,120}(?:\.[\w-]{1,60}){0,6}\.[A-Za-z]\w{0,9}(?![\w/-])/g;

/** The paths and file names in text that is neither code nor a link: as they stand there, and where. */
export function* bareTargets(plain: string): Iterable<{ readonly raw: string; readonly start: number }> {
  for (const match of plain.matchAll(BARE)) {
    const marks = /^\*+(?![/.*])/.exec(match[0])?.[0].length ?? 0;
    yield { raw: match[0].slice(marks).replace(/(?<=[^/*])\*+[.,;:!?]*$/, ''), start: match.index + marks };
  }
  for (const match of plain.matchAll(BARE_NAME)) {
    if (hasFileExtension(match[0])) yield { raw: match[0], start: match.index };
  }
}

export interface FoundPath {
  readonly parts: TargetParts;
  readonly form: ReferenceForm;
}

/** Collects the paths of a section; of each block and each fence as many as the limit says. */
export class FoundPaths {
  readonly #found: FoundPath[] = [];
  #room = MOST_PATHS;

  /** Before the paths of a block or a fence: the limit counts anew. */
  begin(): void {
    this.#room = MOST_PATHS;
  }

  /** Adds `raw`, which stands at `offset`, if it names a file. `known` is what the place tells of it. */
  add(raw: string, offset: number, form: ReferenceForm, known: Partial<TargetParts> = {}): void {
    if (this.#room <= 0) return;
    const parsed = parseTarget(raw, offset, form);
    const parts = parsed && { ...parsed, ...known, ...(parsed.excuse ? { excuse: parsed.excuse } : {}) };
    if (!parts || !namesFile(parts, form)) return;
    this.#found.push({ parts, form });
    this.#room--;
  }

  /** All of them in reading order. Of two readings of one place the first stays, which is the longer one. */
  inOrder(): readonly FoundPath[] {
    let end = -1;
    return this.#found
      .sort((a, b) => a.parts.range.start - b.parts.range.start)
      .filter(({ parts: { range } }) => {
        if (range.start < end) return false;
        end = range.end;
        return true;
      });
  }
}

/** Whether a target has the shape of a file or folder where it stands. */
export function namesFile(parts: TargetParts, form: ReferenceForm): boolean {
  const { path } = parts;
  if (/[\s"'`,;()!^]/.test(path) && form !== 'link' && form !== 'image' && form !== 'definition') return false;
  if (parts.base.kind !== 'document' || parts.excuse === 'pseudo-link') return true;
  if (/^[\d./]+$/.test(path) && !path.includes('..')) return false;
  if (hasFileExtension(path)) return true;
  if (form === 'link' || form === 'image' || form === 'definition') return path.includes('/') || /\.\w+$/.test(path);
  if (path.startsWith('../') || path.endsWith('/')) return true;
  const [first = ''] = path.split('/');
  return path.includes('/') && BUNDLE_FOLDERS.has(first);
}
