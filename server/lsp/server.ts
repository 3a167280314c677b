import type { Connection, InitializeParams } from 'vscode-languageserver';
import { type FileSystem, overlay } from '../../skill/index.ts';
import { Preparation } from '../features/preparation.ts';
import { showsRelated } from '../features/related-information.ts';
import type { Session } from '../features/session.ts';
import type { UserFolder } from '../features/skill-catalogue.ts';
import { listSkills } from '../features/skills.ts';
import { Typing } from '../features/typing.ts';
import type { History } from '../history/history.ts';
import { ListSkills, WorkspaceTrusted } from '../protocol.ts';
import type { MayWrite } from '../renaming/move-errors.ts';
import { readCommands, readCompletedByEditor, readFlag, readReportedByEditor, readRulePages } from '../settings.ts';
import { Targets } from '../targets/targets.ts';
import { Buffers } from '../workspace/buffers.ts';
import { uriOf } from '../workspace/uris.ts';
import { Workspace } from '../workspace/workspace.ts';
import { registerActions } from './code-actions.ts';
import { registerCompletion } from './completion.ts';
import { Configuration } from './configuration.ts';
import { deferredHandler } from './deferred-requests.ts';
import { serveDiagnostics } from './diagnostics.ts';
import { followDocuments } from './documents.ts';
import { followFiles, registerWatcher } from './file-watching.ts';
import { registerHovers } from './hovers.ts';
import { registerNavigation } from './navigation.ts';
import { serveRenames } from './renames.ts';
import { registerSkillRequests } from './skills.ts';
import { registerStructure } from './structure.ts';

/**
 * Starts the server on a connection that has received `initialize` with `params`, and nothing else yet. `disk`: the file
 * system without open documents. `pages`: the folder of the rule pages, used unless the editor shows them itself.
 * `mayWrite`: returns true if a file may be renamed. `history`: what git knows, if the user trusts the workspace. `userFolders`:
 * returns the folders with the user's own skills. `hasProgram`: tells whether a program is on the PATH; asked only if the user
 * trusts the workspace.
 */
export function startServer(
  connection: Connection,
  params: InitializeParams,
  disk: FileSystem,
  pages: string | undefined,
  mayWrite: MayWrite = () => true,
  userFolders: () => readonly UserFolder[] = () => [],
  history?: History,
  hasProgram?: (name: string) => boolean,
): void {
  const { capabilities: client, initializationOptions: options } = params;
  const buffers = new Buffers();
  const fs = overlay(disk, buffers.texts);
  const workspace = new Workspace(fs, (code, document, error) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    connection.console.error(`Rule ${code} failed on ${document}: ${reason}`);
  });
  /** Reads nothing through a link out of a skill. */
  const inside: FileSystem = { ...fs, read: (path) => workspace.read(path) };
  const session: Session = {
    workspace,
    targets: new Targets(workspace, (root) => buffers.someUnder(root)),
    buffers,
    history,
    // The pages ship with the server, so such a link works offline and in every editor.
    rulePages: readRulePages(options) ?? (pages && uriOf(pages)),
    reportedByEditor: readReportedByEditor(options),
    commands: readCommands(options),
    showsRelated: showsRelated(client),
    completedByEditor: readCompletedByEditor(options),
  };
  const trust = (): void => {
    if (hasProgram !== undefined) session.hasProgram = hasProgram;
  };
  if (readFlag(options, 'trusted')) trust();
  const typing = new Typing();
  const configuration = new Configuration(connection, params, session);
  let becomeReady = (): void => {};
  /** Resolves when the settings are loaded and the folders were searched. */
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  const respond = deferredHandler(ready, typing);

  const catalogue = registerSkillRequests({
    connection,
    client,
    session,
    fs: inside,
    disk,
    ready,
    userFolders,
    folders: () => configuration.folders,
  });
  const diagnostics = serveDiagnostics({
    connection,
    client,
    session,
    typing,
    settled: async () => {
      await ready;
      await configuration.settled();
    },
    onChanged: (affected) => catalogue.changed(affected),
  });
  workspace.countPaths((root) => catalogue.changed({ kind: 'skills', roots: [root] }));
  const { changed, fences } = diagnostics;
  const preparation = new Preparation(session, catalogue, () => diagnostics.isBusy());

  connection.onInitialized(async () => {
    void registerWatcher(connection, client);
    await configuration.load();
    becomeReady();
    diagnostics.start();
    preparation.start();
    if (!client.workspace?.workspaceFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(async (event) => {
      await configuration.foldersChanged(event);
      changed({ kind: 'all' }, true);
    });
  });
  connection.onDidChangeConfiguration(async ({ settings }) => {
    await configuration.settingsChanged(settings);
    changed({ kind: 'all' }, true);
  });
  followDocuments({ connection, client, session, disk, typing, fences, catalogue, changed });
  const files = followFiles({ connection, session, disk, catalogue, changed });
  serveRenames(connection, session, { client, mayWrite, ready, changed: (affected) => changed(affected, true) });
  connection.onNotification(WorkspaceTrusted, () => {
    history?.allow();
    trust();
  });
  registerActions(connection, client, session, ready);
  registerHovers(connection, params, session, respond);
  registerNavigation(connection, client, session, respond);
  registerCompletion(connection, client, session, inside, respond);
  registerStructure(connection, client, session, respond, ready);
  connection.onRequest(ListSkills, async () => {
    await ready;
    return listSkills(session, inside);
  });
  connection.onShutdown(() => {
    diagnostics.dispose();
    preparation.dispose();
    files.dispose();
    catalogue.dispose();
  });
}
