/** What is written when something gets another path or name. */
import type { Range } from '../../skill/index.ts';

/** A replacement in a document as it is now. */
export interface Change {
  readonly range: Range;
  readonly text: string;
  /** Why it is a guess; the user is asked about it. */
  readonly doubt?: string;
  /** No path that can be followed stands there afterwards: a name with blanks in running text. A reader understands it. */
  readonly unread?: true;
}

/** By the documents' paths as they are now, in order of the places. */
export type Changes = ReadonlyMap<string, readonly Change[]>;

/** A text with some of its parts replaced; they are in order and do not overlap. */
export function applied(text: string, changes: readonly Change[]): string {
  let out = '';
  let at = 0;
  for (const { range, text: anew } of changes) {
    out += text.slice(at, range.start) + anew;
    at = range.end;
  }
  return out + text.slice(at);
}
