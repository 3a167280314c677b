import {
  type ClientCapabilities,
  type FileOperationOptions,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver-protocol';
import { ADVERTISED } from '../features/actions/offer.ts';
import { TRIGGERS } from '../features/completion/support.ts';
import { RUN_AGENT } from '../protocol.ts';
import { structureCapabilities } from './structure-capabilities.ts';

/** The answer to `initialize`: what the server does for this editor. `commands`: those that the editor has. */
export function initializeResult(
  client: ClientCapabilities,
  commands: ReadonlySet<string>,
  reportedByEditor: ReadonlySet<string> = new Set(),
): InitializeResult {
  return {
    capabilities: {
      textDocumentSync: {
        openClose: true,
        change: TextDocumentSyncKind.Incremental,
        save: !saysWhenFilesChange(client),
      },
      diagnosticProvider: { identifier: 'skillwright', interFileDependencies: true, workspaceDiagnostics: true },
      ...codeActionCapability(client),
      ...structureCapabilities(client, reportedByEditor),
      documentLinkProvider: {},
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      renameProvider: client.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
      completionProvider: { triggerCharacters: [...TRIGGERS], resolveProvider: true },
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        fileOperations: fileOperations(client),
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

/**
 * Which moves and deletions the editor tells of. Every path counts: what lies around skills moves them along, and where
 * skills are is not known yet.
 */
function fileOperations({ workspace }: ClientCapabilities): FileOperationOptions {
  const has = workspace?.fileOperations;
  const all = { filters: [{ scheme: 'file', pattern: { glob: '**' } }] };
  return {
    didRename: all,
    ...(has?.willRename ? { willRename: all } : {}),
    ...(has?.willDelete ? { willDelete: all, didDelete: all } : {}),
  };
}

/** Whether the editor says when files come and go. */
export function saysWhenFilesChange(client: ClientCapabilities): boolean {
  return client.workspace?.didChangeWatchedFiles !== undefined;
}
