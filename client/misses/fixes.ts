import * as vscode from 'vscode';
import type { Cause } from '../../runtime/protocol/events.ts';
import { type Fix, fixesAt, fixFromSuggestions, rangeOf, sourceRangeOf } from '../editor/fixes.ts';
import { linesOf, unchangedWords } from '../editor/recorded-words.ts';

/** Fixes, and whether the language server offers them itself or we made them of what the run suggests. */
export interface OfferedFixes {
  readonly from: 'server' | 'suggestions';
  readonly fixes: readonly Fix[];
}

const NONE: OfferedFixes = { from: 'server', fixes: [] };

/**
 * The fixes for words that provoked a miss, where they stand now, best first. The linter is silent about some words; for
 * these the path that the run suggests is written behind them. Empty where their text has changed or the file is gone.
 */
export async function fixesOf(cause: Cause): Promise<OfferedFixes> {
  try {
    const document = await vscode.workspace.openTextDocument(cause.file);
    const words = unchangedWords(cause, linesOf(document.getText()));
    if (words === undefined) return NONE;
    const place = sourceRangeOf(cause.file, words);
    const fixes = await fixesAt(place);
    if (fixes.length > 0) return { from: 'server', fixes };
    return { from: 'suggestions', fixes: fixFromSuggestions(document, rangeOf(place), cause.suggestions) };
  } catch {
    return NONE;
  }
}
