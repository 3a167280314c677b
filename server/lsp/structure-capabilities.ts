/** What `initialize` says of the features that show a document's structure. */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver-protocol';
import { LEGEND } from '../features/structure/legend.ts';

/** `initializationOptions.reportedByEditor`: what an editor's own Markdown support shows of a skill's documents. */
export const MARKDOWN = {
  /** Headings, of a document and of the workspace. */
  symbols: 'markdown.symbols',
  folding: 'markdown.folding',
  selection: 'markdown.selection',
} as const;

/** Only what the client can use, and does not do itself. */
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
