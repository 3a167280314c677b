import { type ClientCapabilities, type InitializeResult, TextDocumentSyncKind } from 'vscode-languageserver-protocol';
import { ADVERTISED } from '../features/actions/offer.ts';
import { RUN_AGENT } from '../protocol.ts';

/** The answer to `initialize`: what the server does for this editor. `commands`: those that the editor has. */
export function initializeResult(client: ClientCapabilities, commands: ReadonlySet<string>): InitializeResult {
  return {
    capabilities: {
      textDocumentSync: {
        openClose: true,
        change: TextDocumentSyncKind.Incremental,
        save: !saysWhenFilesChange(client),
      },
      diagnosticProvider: { identifier: 'skillwright', interFileDependencies: true, workspaceDiagnostics: true },
      ...codeActionCapability(client),
      documentLinkProvider: {},
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        fileOperations: { didRename: { filters: [{ scheme: 'file', pattern: { glob: '**' } }] } },
      },
      // A lens without its command would do nothing when it is clicked.
      ...(commands.has(RUN_AGENT) ? { codeLensProvider: {} } : {}),
    },
    serverInfo: { name: 'skillwright' },
  };
}

/** Actions are literals here, which only newer clients take. */
function codeActionCapability({ textDocument }: ClientCapabilities): InitializeResult['capabilities'] {
  const { codeActionLiteralSupport, dataSupport, resolveSupport } = textDocument?.codeAction ?? {};
  if (codeActionLiteralSupport === undefined) return {};
  const resolveProvider = dataSupport === true && (resolveSupport?.properties.includes('edit') ?? false);
  return { codeActionProvider: { codeActionKinds: [...ADVERTISED], ...(resolveProvider ? { resolveProvider } : {}) } };
}

/** Whether the editor says when files come and go. */
export function saysWhenFilesChange(client: ClientCapabilities): boolean {
  return client.workspace?.didChangeWatchedFiles !== undefined;
}
