/** Finds and collects the paths of one section. */

import type { ReferenceForm } from '../model/model.ts';
import { pathMatches, pathPattern } from '../references/path-matches.ts';
import { BUNDLE_FOLDERS, hasFileExtension, parseTarget, type TargetParts } from '../references/target.ts';

/** Maximum number of paths per block or fence. The longest real paragraphs have a few thousand. */
const MAX_PATHS = 10_000;
/** A path in text, and a folder alone. Behind `@load:` a path needs no space. */
const BARE = pathPattern(
  String.raw`(?:(?<![\w/.:@$%\\=&#SPACED-])|(?<=@[a-z]{3,12}:))(?:(?:\$\{?\w+\}?|\{\w+\}|<[\w -]+>|~)\/|\.{1,2}\/)*(?:[\w.@+{}<>*$SPACED-]|%20){1,120}(?:\/(?:[\w.@+{}<>*$LETTERS-]|%20){1,120}){1,24}\/?|(?<![\w/.:@$SPACED-])(?:references?|scripts?|assets|templates|resources|examples)\/(?![\w/SPACED])`,
);
const BARE_NAME = pathPattern(
  String.raw`(?<![\w/.:@$%\\=&#SPACED-])[\wSPACED-]{1,120}(?:\.[\w-]{1,60}){0,6}\.[A-Za-z]\w{0,9}(?![\w/-])`,
);

/** Finds the paths and file names in text that is neither code nor a link, as written, with their offsets. */
export function* bareTargets(plain: string): Iterable<{ readonly raw: string; readonly start: number }> {
  // Most texts have no path at all, and their characters are compared faster than a pattern is matched.
  for (const { text, start } of plain.includes('/') ? pathMatches(plain, BARE) : []) {
    const marks = /^\*+(?![/.*])/.exec(text)?.[0].length ?? 0;
    yield { raw: text.slice(marks).replace(/(?<=[^/*])\*+[.,;:!?]*$/, ''), start: start + marks };
  }
  if (!plain.includes('.')) return;
  for (const { text, start } of pathMatches(plain, BARE_NAME)) if (hasFileExtension(text)) yield { raw: text, start };
}

export interface FoundPath {
  readonly parts: TargetParts;
  readonly form: ReferenceForm;
}

/** Collects the paths of a section, up to the limit for each block and fence. */
export class FoundPaths {
  readonly #found: FoundPath[] = [];
  #remaining = MAX_PATHS;

  /** Starts a new block or fence, for which the limit is counted separately. */
  startBlock(): void {
    this.#remaining = MAX_PATHS;
  }

  /** Adds the target `raw` at `offset` if it names a file. `known` has properties that follow from its position. */
  add(raw: string, offset: number, form: ReferenceForm, known: Partial<TargetParts> = {}): void {
    if (this.#remaining <= 0) return;
    const parsed = parseTarget(raw, offset, form);
    if (parsed === undefined) return;
    const parts = { ...parsed, ...known };
    if (parsed.excuse) parts.excuse = parsed.excuse;
    if (!namesFile(parts, form)) return;
    this.#found.push({ parts, form });
    this.#remaining--;
  }

  /** Returns all paths in reading order. If two overlap, the first one, which is longer, is kept. */
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

/** Returns true if a target has the form of a file or folder, depending on the syntax in which it is written. */
export function namesFile(parts: TargetParts, form: ReferenceForm): boolean {
  const { path } = parts;
  if (/[\s"'`,;()!^]/.test(path) && form !== 'link' && form !== 'image' && form !== 'definition') return false;
  // An installed skill has data of the user, too.
  if (parts.base.kind === 'installed') return hasFileExtension(path);
  if (parts.base.kind !== 'document' || parts.excuse === 'pseudo-link') return true;
  if (/^[\d./]+$/.test(path) && !path.includes('..')) return false;
  if (hasFileExtension(path)) return true;
  if (form === 'link' || form === 'image' || form === 'definition') return path.includes('/') || /\.\w+$/.test(path);
  if (path.startsWith('../') || path.endsWith('/')) return true;
  const [first = ''] = path.split('/');
  return path.includes('/') && BUNDLE_FOLDERS.has(first);
}
