/** Words of a run in the editor: the documents that can have them, and their ranges there. */
import { type DocumentSelector, Range } from 'vscode';
import type { TextRange } from './recorded-words.ts';

/** SKILL.md and bundled Markdown files. */
export const SKILL_DOCUMENTS: DocumentSelector = [
  { scheme: 'file', language: 'skill' },
  { scheme: 'file', language: 'markdown' },
];

/** Returns the range of a location in the editor. Both count from 0. */
export function rangeOf({ range }: { readonly range: TextRange }): Range {
  return new Range(range.line, range.column, range.endLine, range.endColumn);
}
