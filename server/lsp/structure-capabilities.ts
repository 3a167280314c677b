/** Capabilities of the features that show a document's structure. */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver-protocol';
import { defined } from '../../skill/index.ts';
import { LEGEND } from '../features/structure/legend.ts';

/** Values of `initializationOptions.reportedByEditor` for an editor whose Markdown support shows the structure of skills. */
export const MARKDOWN = {
  /** Headings of a document and of the workspace. */
  symbols: 'markdown.symbols',
  folding: 'markdown.folding',
  selection: 'markdown.selection',
} as const;

/** Returns capabilities that the client supports and does not provide itself. */
export function structureCapabilities(
  { textDocument, workspace }: ClientCapabilities,
  reportedByEditor: ReadonlySet<string>,
): ServerCapabilities {
  const lacks = (what: string): boolean => !reportedByEditor.has(what);
  return defined({
    documentSymbolProvider: textDocument?.documentSymbol && lacks(MARKDOWN.symbols) ? true : undefined,
    workspaceSymbolProvider: workspace?.symbol ? true : undefined,
    foldingRangeProvider: textDocument?.foldingRange && lacks(MARKDOWN.folding) ? true : undefined,
    selectionRangeProvider: textDocument?.selectionRange && lacks(MARKDOWN.selection) ? true : undefined,
    semanticTokensProvider: textDocument?.semanticTokens ? { legend: LEGEND, full: true, range: true } : undefined,
    inlayHintProvider: textDocument?.inlayHint ? true : undefined,
  });
}
