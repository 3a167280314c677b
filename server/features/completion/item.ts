import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { Range } from '../../../skill/index.ts';

/** Items for one place, before the client's way of replacing text is put on them. */
export interface Offered {
  readonly items: readonly CompletionItem[];
  /** What is replaced, offsets of the text. */
  readonly range: Range;
  /** More is found when more is typed. */
  readonly isIncomplete?: boolean;
}

/** What `completionItem/resolve` gets back, to find the rest by. */
export type ItemData = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'folder' };

/** A fenced text of any content, so that nothing of it is Markdown. */
export function fenced(lines: readonly string[], language: string): string {
  const longest = Math.max(2, ...lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** The items of two lists for one place, those of the first before. */
export const joined = (first: Offered, second: Offered): Offered => ({
  items: [...first.items, ...second.items],
  range: first.range,
  isIncomplete: (first.isIncomplete ?? false) || (second.isIncomplete ?? false),
});
