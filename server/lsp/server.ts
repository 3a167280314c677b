import {
  type CancellationToken,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import { type FileSystem, overlay } from '../../skill/index.ts';
import { codeActions, resolveCodeAction } from '../features/actions/code-actions.ts';
import { editSupport } from '../features/actions/edits.ts';
import { codeLenses } from '../features/code-lenses.ts';
import { documentLinks } from '../features/document-links.ts';
import { Feed, type FeedItem } from '../features/feed.ts';
import { hover, hoverSupport } from '../features/hover/hover.ts';
import { pullDocument, WorkspacePull } from '../features/pull.ts';
import { showsRelated } from '../features/related.ts';
import { isOfEditor, type Session } from '../features/session.ts';
import type { UserFolder } from '../features/skill-catalogue.ts';
import { listSkills } from '../features/skills.ts';
import { Typing } from '../features/typing.ts';
import { ListSkills, ShownDocuments } from '../protocol.ts';
import type { MayWrite } from '../renaming/refusals.ts';
import { readCommands, readCompletedByEditor, readReportedByEditor, readRulePages, readSettings } from '../settings.ts';
import { Targets } from '../targets/targets.ts';
import { Buffers, isSettings } from '../workspace/buffers.ts';
import { pathOf, uriOf } from '../workspace/uris.ts';
import { type Affected, type FileEvent, Workspace } from '../workspace/workspace.ts';
import { saysWhenFilesChange } from './capabilities.ts';
import { answerCompletion } from './completing.ts';
import { answerGoing } from './going.ts';
import { serveRenames } from './renaming.ts';
import { answerAboutSkills } from './skills.ts';
import { answerStructure, refreshStructure } from './structure.ts';

/** Milliseconds after which an editor that does not answer for its settings gets the defaults. */
const PATIENCE = 5_000;

const CANCELLED = new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'Cancelled.');

/**
 * Wires the server to a connection whose `initialize` came with `params`; nothing else has come yet. `disk` is what lies
 * below the open buffers; `pages` the folder of the rules' pages, to which findings lead unless the editor shows them itself; `mayWrite`
 * whether a file may be renamed on that disk; `userFolders` those of the user's own skills.
 */
export function startServer(
  connection: Connection,
  params: InitializeParams,
  disk: FileSystem,
  pages: string | undefined,
  mayWrite: MayWrite = () => true,
  userFolders: () => readonly UserFolder[] = () => [],
): void {
  const client = params.capabilities;
  const buffers = new Buffers();
  const fs = overlay(disk, buffers.texts);
  const workspace = new Workspace(fs, (code, document, error) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    connection.console.error(`Rule ${code} failed on ${document}: ${reason}`);
  });
  const reportedByEditor = readReportedByEditor(params.initializationOptions);
  // They ship beside the server, so such a link works offline and in every editor.
  const rulePages = readRulePages(params.initializationOptions) ?? (pages && uriOf(pages));
  const commands = readCommands(params.initializationOptions);
  const targets = new Targets(workspace, (root) => buffers.someUnder(root));
  const session: Session = {
    ...{ workspace, targets, buffers, rulePages, reportedByEditor, commands },
    showsRelated: showsRelated(client),
    completedByEditor: readCompletedByEditor(params.initializationOptions),
  };
  const pull = new WorkspacePull(session);
  const typing = new Typing();
  let folders = foldersOf(params);
  /** Only for clients that cannot pull. */
  const push = client.textDocument?.diagnostic ? undefined : new Feed(session, new Map(), publish);
  let isReady = false;
  let becomeReady = (): void => {};
  /** Requests wait until the settings are there and the folders were searched. */
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });

  const catalogue = answerAboutSkills({
    ...{ connection, client, session, fs, ready, userFolders },
    folders: () => folders,
  });

  connection.onInitialized(async () => {
    const sections = askSections();
    void registerDynamically();
    useFolders();
    useSections(await sections);
    isReady = true;
    becomeReady();
    push?.update({ kind: 'all' }, 0);
    if (client.workspace?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => pathOf(uri)));
        folders = folders.filter((folder) => !gone.has(folder));
        for (const { uri } of added) folders.push(...[pathOf(uri) ?? []].flat());
        useFolders();
        useSections(await askSections());
        changed({ kind: 'all' }, true);
      });
    }
  });

  connection.onDidChangeConfiguration(async ({ settings }) => {
    useSections(client.workspace?.configuration ? await askSections() : [sectionOf(settings)]);
    changed({ kind: 'all' }, true);
  });

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    const path = buffers.open(uri, languageId, version, text);
    if (path === undefined) return;
    // What is typed there holds once it is saved; what the editor says of it by itself is not said again meanwhile.
    if (isSettings(path)) return changed({ kind: 'all' }, false);
    const appeared = disk.kind(path) === undefined;
    catalogue.noted([{ path, kind: 'changed' }]);
    changed(workspace.textChanged(path, appeared), appeared);
    const known = workspace.skillOf(path);
    workspace.opened(path);
    if (workspace.skillOf(path) !== known) catalogue.changed({ kind: 'all' });
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const path = buffers.change(uri, version, contentChanges);
    if (path === undefined || isSettings(path)) return;
    typing.noted();
    catalogue.noted([{ path, kind: 'changed' }]);
    changed(workspace.textChanged(path, false), false);
  });
  connection.onDidCloseTextDocument(({ textDocument }) => {
    const path = buffers.close(textDocument.uri);
    if (path === undefined) return;
    if (isSettings(path)) return changed({ kind: 'all' }, false);
    const vanished = disk.kind(path) === undefined;
    catalogue.noted([{ path, kind: 'changed' }]);
    changed(workspace.textChanged(path, vanished), vanished);
  });
  connection.onDidSaveTextDocument(() => {
    if (saysWhenFilesChange(client)) return;
    workspace.rescan();
    catalogue.rescan();
    for (const path of buffers.paths()) workspace.opened(path);
    changed({ kind: 'all' }, true);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const events = changes.flatMap(({ uri, type }): FileEvent[] => {
      const path = pathOf(uri);
      return path === undefined ? [] : [{ path, kind: KINDS[type] ?? 'changed' }];
    });
    changed(workspace.filesChanged(catalogue.noted(events)), true);
  });

  serveRenames(connection, session, { client, mayWrite, ready, changed: (affected) => changed(affected, true) });

  connection.languages.diagnostics.on(async ({ textDocument, previousResultId }, token) => {
    await ready;
    if (!(await typing.settled(token))) return CANCELLED;
    return pullDocument(session, pathOf(textDocument.uri), previousResultId);
  });
  connection.languages.diagnostics.onWorkspace(async (params, token, _work, progress) => {
    await ready;
    return pull.answer(params, token, progress);
  });
  connection.onCodeAction(async (params) => {
    await ready;
    const path = pathOf(params.textDocument.uri);
    return path === undefined ? [] : [...codeActions(session, path, params, editSupport(client))];
  });
  connection.onCodeActionResolve(async (action) => {
    await ready;
    return resolveCodeAction(session, action, editSupport(client));
  });
  connection.onCodeLens(async ({ textDocument }) => {
    await ready;
    const path = pathOf(textDocument.uri);
    return path === undefined ? [] : [...codeLenses(session, path)];
  });
  connection.onDocumentLinks(async ({ textDocument }, token) => {
    await ready;
    if (!(await typing.settled(token))) return CANCELLED;
    const path = pathOf(textDocument.uri);
    return path === undefined ? [] : [...documentLinks(session, path)];
  });
  const showsInHover = hoverSupport(client, params.initializationOptions);
  connection.onHover(async ({ textDocument, position }, token) => {
    await ready;
    if (!(await typing.settled(token))) return CANCELLED;
    const path = pathOf(textDocument.uri);
    return path === undefined ? null : (hover(session, path, position, showsInHover) ?? null);
  });
  answerGoing(connection, client, session, answering);
  answerCompletion(connection, client, session, fs, answering);
  answerStructure(connection, client, session, answering, ready);
  connection.onRequest(ListSkills, async () => {
    await ready;
    return listSkills(session, fs);
  });
  connection.onNotification(ShownDocuments, (uris) => {
    const before = session.shown ?? new Set(buffers.paths());
    const now = new Set(uris.flatMap((uri) => pathOf(uri) ?? []));
    session.shown = now;
    const turned = [...before, ...now].filter((path) => !before.has(path) || !now.has(path));
    const roots = turned.flatMap((path) => (isReady && saysOfIt(path) ? (workspace.skillOf(path)?.root ?? []) : []));
    if (roots.length > 0) changed({ kind: 'skills', roots }, true);
  });
  connection.onShutdown(() => {
    pull.end();
    push?.dispose();
    catalogue.dispose();
  });

  /** Answers about a document once the server is ready, and the keys that came before the question are taken in. */
  async function answering<T>(uri: string, token: CancellationToken, answer: (path: string) => T, none: T) {
    await ready;
    if (!(await typing.settled(token))) return CANCELLED;
    const path = pathOf(uri);
    return path === undefined ? none : answer(path);
  }

  /** Whether the editor has something to say of a document that it shows. */
  function saysOfIt(path: string): boolean {
    return workspace.diagnose(path)?.findings.some((finding) => isOfEditor(session, finding)) ?? false;
  }

  function publish(items: readonly FeedItem[]): void {
    for (const { uri, path, items: diagnostics } of items) {
      const version = buffers.get(path)?.version;
      const send = { uri, diagnostics, ...(version === undefined ? {} : { version }) };
      connection.sendDiagnostics(send).catch(() => {});
    }
  }

  /** Tells the client what may have changed. `refresh`: it cannot know by itself, since nothing was typed. */
  function changed(affected: Affected, refresh: boolean): void {
    if (affected.kind === 'none') return;
    catalogue.changed(affected);
    pull.changed(affected);
    push?.update(affected, 150);
    if (refresh) refreshStructure(connection, client);
    if (refresh && client.workspace?.diagnostics?.refreshSupport) {
      connection.languages.diagnostics.refresh().catch(() => {});
    }
  }

  function useFolders(): void {
    workspace.setFolders(folders);
    for (const path of buffers.paths()) workspace.opened(path);
  }

  /** The section `skillwright` for the whole workspace first, then for each folder. */
  function useSections([whole, ...ofFolders]: readonly unknown[]): void {
    workspace.setSettings(
      readSettings(whole),
      new Map(ofFolders.map((section, index) => [folders[index] ?? '', readSettings(section)])),
    );
  }

  async function askSections(): Promise<readonly unknown[]> {
    if (!client.workspace?.configuration) return [];
    try {
      const scopes = folders.map((folder) => ({ section: 'skillwright', scopeUri: uriOf(folder) }));
      const late = new Promise<unknown[]>((resolve) => setTimeout(resolve, PATIENCE, []).unref());
      return await Promise.race([connection.workspace.getConfiguration([{ section: 'skillwright' }, ...scopes]), late]);
    } catch (error) {
      connection.console.warn(`The editor sent no settings: ${String(error)}`);
      return [];
    }
  }

  async function registerDynamically(): Promise<void> {
    try {
      if (client.workspace?.didChangeConfiguration?.dynamicRegistration) {
        await connection.client.register(DidChangeConfigurationNotification.type, { section: 'skillwright' });
      }
      if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
        await connection.client.register(DidChangeWatchedFilesNotification.type, {
          watchers: [{ globPattern: '**/*' }],
        });
      }
    } catch (error) {
      connection.console.warn(`The editor refused a registration: ${String(error)}`);
    }
  }
}

const KINDS: Readonly<Partial<Record<FileChangeType, FileEvent['kind']>>> = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
};

/** Absolute paths of the workspace's folders; of the one root in clients that know no folders. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}

function sectionOf(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null && 'skillwright' in settings
    ? settings.skillwright
    : undefined;
}
