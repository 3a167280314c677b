/** The parts of completion items, before they are adapted to an editor. */
import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { Range } from '../../../skill/index.ts';

/** Items for one place, before they are adapted to the client. */
export interface CompletionResult {
  readonly items: readonly CompletionItem[];
  /** The replaced range, as offsets. */
  readonly range: Range;
  /** More items may be found when more is typed. */
  readonly isIncomplete?: boolean;
}

/** Data for `completionItem/resolve`. */
export type ItemData = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'folder' };

/** Formats text as a fenced code block, whatever it contains. */
export function fenceLines(lines: readonly string[], language: string): string {
  const longest = Math.max(2, ...lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** Concatenates two lists for the same place. */
export const concatenate = (first: CompletionResult, second: CompletionResult): CompletionResult => ({
  items: [...first.items, ...second.items],
  range: first.range,
  isIncomplete: (first.isIncomplete ?? false) || (second.isIncomplete ?? false),
});
