/** Text changes for a rename. */
import type { Range } from '../../skill/index.ts';

/** A replacement in the current text of a document. */
export interface Change {
  readonly range: Range;
  readonly text: string;
  /** The reason why it is uncertain; the user is asked for confirmation. */
  readonly doubt?: string;
  /** True if no rule will recognize the new text as a path, such as a name with spaces in prose. Readers still will. */
  readonly unread?: true;
}

/** Changes by the documents' current paths, in order. */
export type Changes = ReadonlyMap<string, readonly Change[]>;

/** Applies replacements, which are in order and do not overlap. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let out = '';
  let at = 0;
  for (const { range, text: replacement } of changes) {
    out += text.slice(at, range.start) + replacement;
    at = range.end;
  }
  return out + text.slice(at);
}
