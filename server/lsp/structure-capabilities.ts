/** Capabilities of the features that show a document's structure. */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver-protocol';
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
  return {
    ...(textDocument?.documentSymbol && lacks(MARKDOWN.symbols) ? { documentSymbolProvider: true } : {}),
    ...(workspace?.symbol ? { workspaceSymbolProvider: true } : {}),
    ...(textDocument?.foldingRange && lacks(MARKDOWN.folding) ? { foldingRangeProvider: true } : {}),
    ...(textDocument?.selectionRange && lacks(MARKDOWN.selection) ? { selectionRangeProvider: true } : {}),
    ...(textDocument?.semanticTokens ? { semanticTokensProvider: { legend: LEGEND, full: true, range: true } } : {}),
    ...(textDocument?.inlayHint ? { inlayHintProvider: true } : {}),
  };
}
