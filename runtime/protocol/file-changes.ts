/** The files that a run changed in the copy of its workspace. */

import { defined } from '../../skill/index.ts';
import type { FileChange } from './events.ts';

/** The files that a run changed in the copy of its workspace. */
export interface FoundChanges {
  /** Sorted by path. */
  readonly changes: readonly FileChange[];
  /** Number of further changed files. */
  readonly more: number;
}

type ChangedText = NonNullable<FileChange['before']>;

/** Returns a change with its texts converted, for example stored in files or read from them. */
export function withTexts(change: FileChange, convert: (text: ChangedText) => ChangedText): FileChange {
  const { before, after } = change;
  return {
    ...change,
    ...defined<Partial<FileChange>>({
      before: before === undefined ? undefined : convert(before),
      after: after === undefined ? undefined : convert(after),
    }),
  };
}
