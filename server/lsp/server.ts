import type { Connection, InitializeParams } from 'vscode-languageserver';
import { type FileSystem, overlay } from '../../skill/index.ts';
import { Preparation } from '../features/preparation.ts';
import { showsRelated } from '../features/related.ts';
import type { Session } from '../features/session.ts';
import type { UserFolder } from '../features/skill-catalogue.ts';
import { listSkills } from '../features/skills.ts';
import { Typing } from '../features/typing.ts';
import { ListSkills } from '../protocol.ts';
import type { MayWrite } from '../renaming/refusals.ts';
import { readCommands, readCompletedByEditor, readReportedByEditor, readRulePages } from '../settings.ts';
import { Targets } from '../targets/targets.ts';
import { Buffers } from '../workspace/buffers.ts';
import { uriOf } from '../workspace/uris.ts';
import { Workspace } from '../workspace/workspace.ts';
import { answerActions } from './acting.ts';
import { answeringAfter } from './answering.ts';
import { answerCompletion } from './completing.ts';
import { Configuration } from './configuration.ts';
import { serveDiagnostics } from './diagnostics.ts';
import { followDocuments } from './documents.ts';
import { answerGoing } from './going.ts';
import { serveRenames } from './renaming.ts';
import { answerHovers } from './showing.ts';
import { answerAboutSkills } from './skills.ts';
import { answerStructure } from './structure.ts';
import { followFiles, registerWatcher } from './watching.ts';

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
  const { capabilities: client, initializationOptions: options } = params;
  const buffers = new Buffers();
  const fs = overlay(disk, buffers.texts);
  const workspace = new Workspace(fs, (code, document, error) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    connection.console.error(`Rule ${code} failed on ${document}: ${reason}`);
  });
  const session: Session = {
    workspace,
    targets: new Targets(workspace, (root) => buffers.someUnder(root)),
    buffers,
    // They ship beside the server, so such a link works offline and in every editor.
    rulePages: readRulePages(options) ?? (pages && uriOf(pages)),
    reportedByEditor: readReportedByEditor(options),
    commands: readCommands(options),
    showsRelated: showsRelated(client),
    completedByEditor: readCompletedByEditor(options),
  };
  const typing = new Typing();
  const configuration = new Configuration(connection, params, session);
  let becomeReady = (): void => {};
  /** Requests wait until the settings are there and the folders were searched. */
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  const answering = answeringAfter(ready, typing);

  const catalogue = answerAboutSkills({
    ...{ connection, client, session, fs, disk, ready, userFolders },
    folders: () => configuration.folders,
  });
  const diagnostics = serveDiagnostics({
    ...{ connection, client, session, typing, ready },
    onChanged: (affected) => catalogue.changed(affected),
  });
  const { changed } = diagnostics;
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
  followDocuments({ connection, client, session, disk, typing, catalogue, changed });
  const files = followFiles({ connection, session, disk, catalogue, changed });
  serveRenames(connection, session, { client, mayWrite, ready, changed: (affected) => changed(affected, true) });
  answerActions(connection, client, session, ready);
  answerHovers(connection, params, session, answering);
  answerGoing(connection, client, session, answering);
  answerCompletion(connection, client, session, fs, answering);
  answerStructure(connection, client, session, answering, ready);
  connection.onRequest(ListSkills, async () => {
    await ready;
    return listSkills(session, fs);
  });
  connection.onShutdown(() => {
    diagnostics.dispose();
    preparation.dispose();
    files.dispose();
    catalogue.dispose();
  });
}
