import {
  type ClientCapabilities,
  type FileOperationOptions,
  type InitializeResult,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver-protocol';
import { defined } from '../../skill/index.ts';
import { ADVERTISED } from '../features/actions/offer.ts';
import { TRIGGERS } from '../features/completion/support.ts';
import { RUN_AGENT } from '../protocol.ts';
import { structureCapabilities } from './structure-capabilities.ts';

/** Returns the response to `initialize`: the server's capabilities for this editor. `commands`: those that the editor has. */
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
        save: !reportsFileChanges(client),
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
      // Without its command, a code lens would have no effect.
      ...defined<Pick<ServerCapabilities, 'codeLensProvider'>>({
        codeLensProvider: commands.has(RUN_AGENT) ? {} : undefined,
      }),
    },
    serverInfo: { name: 'skillwright' },
  };
}

/** Returns the capability for code actions, which require support for literals. */
function codeActionCapability({ textDocument }: ClientCapabilities): InitializeResult['capabilities'] {
  const { codeActionLiteralSupport, dataSupport, resolveSupport } = textDocument?.codeAction ?? {};
  if (codeActionLiteralSupport === undefined) return {};
  const resolveProvider = dataSupport === true && (resolveSupport?.properties.includes('edit') ?? false);
  return {
    codeActionProvider: defined({ codeActionKinds: [...ADVERTISED], resolveProvider: resolveProvider || undefined }),
  };
}

/**
 * Returns the file operations that the server handles. All paths are included, since moving a parent folder moves skills,
 * and the locations of skills are not known yet.
 */
function fileOperations({ workspace }: ClientCapabilities): FileOperationOptions {
  const has = workspace?.fileOperations;
  const all = { filters: [{ scheme: 'file', pattern: { glob: '**' } }] };
  return defined({
    didRename: all,
    willRename: has?.willRename ? all : undefined,
    willDelete: has?.willDelete ? all : undefined,
    didDelete: has?.willDelete ? all : undefined,
  });
}

/** Returns true if the editor reports file changes. */
export function reportsFileChanges(client: ClientCapabilities): boolean {
  return client.workspace?.didChangeWatchedFiles !== undefined;
}
