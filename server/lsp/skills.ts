import { type Connection, DidChangeWatchedFilesNotification, type InitializeParams } from 'vscode-languageserver';
import { type FileSystem, within } from '../../skill/index.ts';
import type { Session } from '../features/session.ts';
import { Catalogue, type UserFolder } from '../features/skill-catalogue.ts';
import { writePaths } from '../features/write-paths/write-paths.ts';
import { DescribeSkill, ListCatalogue, SkillsChanged, WritePaths } from '../protocol.ts';
import { pathOf, uriOf } from '../workspace/uris.ts';

/** The parts of the server that requests about skills need. */
export interface SkillsParts {
  readonly connection: Connection;
  readonly client: InitializeParams['capabilities'];
  readonly session: Session;
  readonly fs: FileSystem;
  /** The file system without the open documents. */
  readonly disk: FileSystem;
  /** Resolves when the folders have been searched. */
  readonly ready: Promise<void>;
  /** Returns the current workspace folders. */
  readonly folders: () => readonly string[];
  readonly userFolders: () => readonly UserFolder[];
}

/** Handles requests beyond LSP about all skills, one skill, and paths to write. The caller reports changes to the returned catalogue. */
export function registerSkillRequests({
  connection,
  client,
  session,
  fs,
  disk,
  ready,
  folders,
  userFolders,
}: SkillsParts): Catalogue {
  /** Watched folders outside the workspace. */
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

  /** Registers watchers for user folders outside the workspace. Workspace folders are watched from the start. */
  async function watchUserFolders(): Promise<void> {
    const watchCapability = client.workspace?.didChangeWatchedFiles;
    const isWatched = (path: string): boolean =>
      watched.has(path) || folders().some((folder) => within(folder, path) !== undefined);
    const unwatched = catalogue.watched.filter((path) => !isWatched(path));
    if (!watchCapability?.dynamicRegistration || !watchCapability.relativePatternSupport || unwatched.length === 0)
      return;
    for (const path of unwatched) watched.add(path);
    const watchers = unwatched.map((path) => ({ globPattern: { baseUri: uriOf(path), pattern: '**/*' } }));
    try {
      await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    } catch (error) {
      connection.console.warn(`Could not watch the folders of user skills: ${String(error)}`);
    }
  }
}
