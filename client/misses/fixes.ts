import * as vscode from 'vscode';
import type { Cause } from '../../runtime/protocol/events.ts';
import { type Fix, fixesAt, fixFromSuggestions, rangeOf, sourceRangeOf } from '../editor/fixes.ts';
import { linesOf, unchangedWords } from '../editor/recorded-words.ts';

/** Fixes and their source, which is the language server or the suggestions recorded by the run. */
export interface OfferedFixes {
  readonly source: 'server' | 'suggestions';
  readonly fixes: readonly Fix[];
}

const NONE: OfferedFixes = { source: 'server', fixes: [] };

/**
 * Returns the fixes for words that caused a miss, at their current position, best first. For words that the language
 * server reports nothing about, the fix inserts the path that the run suggests. Empty if the text has changed or the file
 * cannot be opened.
 */
export async function fixesForCause(cause: Cause): Promise<OfferedFixes> {
  try {
    const document = await vscode.workspace.openTextDocument(cause.file);
    const range = unchangedWords(cause, linesOf(document.getText()));
    if (range === undefined) return NONE;
    const source = sourceRangeOf(cause.file, range);
    const fixes = await fixesAt(source);
    if (fixes.length > 0) return { source: 'server', fixes };
    return { source: 'suggestions', fixes: fixFromSuggestions(document, rangeOf(source), cause.suggestions) };
  } catch {
    return NONE;
  }
}
