/** Requests about the structure of documents: symbols, folding, selection, semantic tokens, inlay hints. */
import type { Connection } from 'vscode-languageserver';
import type { ClientCapabilities, Range } from 'vscode-languageserver-protocol';
import type { Session } from '../features/session.ts';
import { documentSymbols } from '../features/structure/document-symbols.ts';
import { foldingRanges } from '../features/structure/folding.ts';
import { inlayHints } from '../features/structure/inlay-hints.ts';
import { selectionRanges } from '../features/structure/selection.ts';
import { semanticTokens } from '../features/structure/semantic-tokens.ts';
import { workspaceSymbols } from '../features/structure/workspace-symbols.ts';
import type { Lines } from '../workspace/lines.ts';
import { CANCELLED, type RequestHandler } from './deferred-requests.ts';
import { MARKDOWN } from './structure-capabilities.ts';

/** Registers the handlers. `ready` resolves when the workspace is loaded. */
export function registerStructure(
  connection: Connection,
  client: ClientCapabilities,
  session: Session,
  respond: RequestHandler,
  ready: Promise<void>,
): void {
  const { documentSymbol, foldingRange } = client.textDocument ?? {};
  const nested = documentSymbol?.hierarchicalDocumentSymbolSupport === true;
  connection.onDocumentSymbol(({ textDocument }, token) =>
    respond(textDocument.uri, token, (path) => documentSymbols(session, path, nested), []),
  );
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    await ready;
    const sections = !session.reportedByEditor.has(MARKDOWN.symbols);
    const found = await workspaceSymbols(session, query, sections, () => token.isCancellationRequested);
    return token.isCancellationRequested ? CANCELLED : [...found];
  });
  connection.onFoldingRanges(({ textDocument }, token) =>
    respond(textDocument.uri, token, (path) => [...foldingRanges(session, path, foldingRange?.rangeLimit)], []),
  );
  connection.onSelectionRanges(({ textDocument, positions }, token) =>
    respond(textDocument.uri, token, (path) => [...(selectionRanges(session, path, positions) ?? [])], []),
  );
  connection.languages.semanticTokens.on(({ textDocument }, token) =>
    respond(textDocument.uri, token, (path) => semanticTokens(session, path) ?? NO_TOKENS, NO_TOKENS),
  );
  connection.languages.semanticTokens.onRange(({ textDocument, range }, token) =>
    respond(textDocument.uri, token, (path) => semanticTokens(session, path, partOf(range)) ?? NO_TOKENS, NO_TOKENS),
  );
  connection.languages.inlayHint.on(({ textDocument, range }, token) =>
    respond(textDocument.uri, token, (path) => [...inlayHints(session, path, partOf(range))], []),
  );
}

/** Requests a refresh of visible data after files or settings changed. */
export function refreshStructure(connection: Connection, { workspace }: ClientCapabilities): void {
  if (workspace?.semanticTokens?.refreshSupport) connection.languages.semanticTokens.refresh();
  if (workspace?.inlayHint?.refreshSupport) void connection.languages.inlayHint.refresh().catch(() => {});
}

const NO_TOKENS = { data: [] };

const partOf = (range: Range) => (lines: Lines) => ({ start: lines.offset(range.start), end: lines.offset(range.end) });
