import { type Connection, DidChangeWatchedFilesNotification, type InitializeParams } from 'vscode-languageserver';
import { type FileSystem, within } from '../../skill/index.ts';
import type { Session } from '../features/session.ts';
import { Catalogue, type UserFolder } from '../features/skill-catalogue.ts';
import { writePaths } from '../features/write-paths/write-paths.ts';
import { DescribeSkill, ListCatalogue, SkillsChanged, WritePaths } from '../protocol.ts';
import { pathOf, uriOf } from '../workspace/uris.ts';

/** What the requests about skills need of the running server. */
export interface SkillsParts {
  readonly connection: Connection;
  readonly client: InitializeParams['capabilities'];
  readonly session: Session;
  readonly fs: FileSystem;
  /** Without the open documents. */
  readonly disk: FileSystem;
  /** Settles when the folders were searched. */
  readonly ready: Promise<void>;
  /** The workspace's, as they are now. */
  readonly folders: () => readonly string[];
  readonly userFolders: () => readonly UserFolder[];
}

/** Answers what an editor asks beyond LSP of all skills, of one, and of paths to write. The caller tells the catalogue what changes. */
export function answerAboutSkills({
  connection,
  client,
  session,
  fs,
  disk,
  ready,
  folders,
  userFolders,
}: SkillsParts): Catalogue {
  /** Folders outside the workspace that the editor was asked to watch. */
  const watched = new Set<string>();
  const catalogue = new Catalogue(session, { fs, disk }, folders, userFolders, (skills) => {
    connection.sendNotification(SkillsChanged, skills === undefined ? {} : { skills }).catch(() => {});
  });
  connection.onRequest(ListCatalogue, async () => {
    await ready;
    await catalogue.read();
    const listed = catalogue.list();
    void watchUserFolders();
    return listed;
  });
  connection.onRequest(DescribeSkill, async ({ root }) => {
    await ready;
    return catalogue.details(root) ?? null;
  });
  connection.onRequest(WritePaths, async ({ textDocument, position, files }) => {
    await ready;
    const path = pathOf(textDocument.uri);
    return (path === undefined ? undefined : writePaths(session, fs, path, position, files)) ?? null;
  });
  return catalogue;

  /** The workspace's folders are watched from the start; these lie elsewhere. */
  async function watchUserFolders(): Promise<void> {
    const watching = client.workspace?.didChangeWatchedFiles;
    const isWatched = (path: string): boolean =>
      watched.has(path) || folders().some((folder) => within(folder, path) !== undefined);
    const elsewhere = catalogue.watched.filter((path) => !isWatched(path));
    if (!watching?.dynamicRegistration || !watching.relativePatternSupport || elsewhere.length === 0) return;
    for (const path of elsewhere) watched.add(path);
    const watchers = elsewhere.map((path) => ({ globPattern: { baseUri: uriOf(path), pattern: '**/*' } }));
    try {
      await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    } catch (error) {
      connection.console.warn(`The editor does not watch the user's skills: ${String(error)}`);
    }
  }
}
