/** The requests of an editor at a position of a document, each with the server capability that announces it. */
import type { Position, ServerCapabilities } from 'vscode-languageserver-protocol';

export interface EditorRequest {
  readonly method: string;
  readonly capability: keyof ServerCapabilities;
  /** Maximum milliseconds for 95 of 100 answers. */
  readonly maxMs: number;
  /** Requested with the rest of the path deleted, as while typing. */
  readonly halfWritten?: true;
  /** Requested once for the workspace instead of each position. */
  readonly once?: true;
  readonly params: (at: Place) => unknown;
}

export interface Place {
  readonly uri: string;
  readonly position: Position;
  /** The word at the position. */
  readonly word: string;
}

const at = ({ uri, position }: Place) => ({ textDocument: { uri }, position });
const document = ({ uri }: Place) => ({ textDocument: { uri } });
const range = ({ position }: Place) => ({ start: position, end: position });

export const EDITOR_REQUESTS: readonly EditorRequest[] = [
  {
    method: 'textDocument/completion',
    capability: 'completionProvider',
    maxMs: 20,
    halfWritten: true,
    params: (place) => ({ ...at(place), context: { triggerKind: 1 } }),
  },
  { method: 'textDocument/hover', capability: 'hoverProvider', maxMs: 20, params: at },
  { method: 'textDocument/definition', capability: 'definitionProvider', maxMs: 20, params: at },
  {
    method: 'textDocument/references',
    capability: 'referencesProvider',
    maxMs: 100,
    params: (place) => ({ ...at(place), context: { includeDeclaration: true } }),
  },
  { method: 'textDocument/documentHighlight', capability: 'documentHighlightProvider', maxMs: 20, params: at },
  { method: 'textDocument/prepareRename', capability: 'renameProvider', maxMs: 20, params: at },
  {
    method: 'textDocument/rename',
    capability: 'renameProvider',
    maxMs: 100,
    params: (place) => ({ ...at(place), newName: place.word.replace(/(?=\.\w+$|\/?$)/, '-renamed') }),
  },
  {
    method: 'textDocument/codeAction',
    capability: 'codeActionProvider',
    maxMs: 20,
    params: (place) => ({ ...document(place), range: range(place), context: { diagnostics: [] } }),
  },
  { method: 'textDocument/documentLink', capability: 'documentLinkProvider', maxMs: 20, params: document },
  { method: 'textDocument/documentSymbol', capability: 'documentSymbolProvider', maxMs: 20, params: document },
  { method: 'textDocument/foldingRange', capability: 'foldingRangeProvider', maxMs: 20, params: document },
  {
    method: 'textDocument/selectionRange',
    capability: 'selectionRangeProvider',
    maxMs: 20,
    params: (place) => ({ ...document(place), positions: [place.position] }),
  },
  { method: 'textDocument/semanticTokens/full', capability: 'semanticTokensProvider', maxMs: 20, params: document },
  {
    method: 'textDocument/inlayHint',
    capability: 'inlayHintProvider',
    maxMs: 20,
    params: (place) => ({ ...document(place), range: { start: { line: 0, character: 0 }, end: place.position } }),
  },
  {
    method: 'workspace/symbol',
    capability: 'workspaceSymbolProvider',
    maxMs: 100,
    once: true,
    params: ({ word }) => ({ query: word.replace(/^.*\/|\.\w+$/g, '').slice(0, 8) }),
  },
];
