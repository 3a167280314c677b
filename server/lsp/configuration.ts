/** The workspace's folders and settings, as the editor has them now. */
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import type { Session } from '../features/session.ts';
import { readSettings } from '../settings.ts';
import { pathOf, uriOf } from '../workspace/uris.ts';

/** Milliseconds after which an editor that does not send its settings gets the defaults. */
const PATIENCE = 5_000;

export class Configuration {
  readonly #connection: Connection;
  readonly #client: InitializeParams['capabilities'];
  readonly #session: Session;
  #folders: readonly string[];

  constructor(connection: Connection, params: InitializeParams, session: Session) {
    this.#connection = connection;
    this.#client = params.capabilities;
    this.#session = session;
    this.#folders = foldersOf(params);
  }

  /** Absolute paths of the workspace's folders. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Finds the skills in the folders, and reads the settings that the editor sends. */
  async load(): Promise<void> {
    const sections = this.#ask();
    void this.#register();
    this.#search();
    this.#use(await sections);
  }

  /** Folders were added to the workspace or removed from it. */
  async foldersChanged({ added, removed }: WorkspaceFoldersChangeEvent): Promise<void> {
    const gone = new Set(removed.map(({ uri }) => pathOf(uri)));
    const kept = this.#folders.filter((folder) => !gone.has(folder));
    this.#folders = [...kept, ...added.flatMap(({ uri }) => pathOf(uri) ?? [])];
    this.#search();
    this.#use(await this.#ask());
  }

  /** `settings`: what came with the notification, for editors that cannot be asked. */
  async settingsChanged(settings: unknown): Promise<void> {
    this.#use(this.#client.workspace?.configuration ? await this.#ask() : [sectionOf(settings)]);
  }

  #search(): void {
    const { workspace, buffers } = this.#session;
    workspace.setFolders(this.#folders);
    for (const path of buffers.paths()) workspace.opened(path);
  }

  /** The section `skillwright` for the whole workspace first, then for each folder. */
  #use([whole, ...ofFolders]: readonly unknown[]): void {
    this.#session.workspace.setSettings(
      readSettings(whole),
      new Map(ofFolders.map((section, index) => [this.#folders[index] ?? '', readSettings(section)])),
    );
  }

  async #ask(): Promise<readonly unknown[]> {
    if (!this.#client.workspace?.configuration) return [];
    try {
      const scopes = this.#folders.map((folder) => ({ section: 'skillwright', scopeUri: uriOf(folder) }));
      const late = new Promise<unknown[]>((resolve) => setTimeout(resolve, PATIENCE, []).unref());
      const answer = this.#connection.workspace.getConfiguration([{ section: 'skillwright' }, ...scopes]);
      return await Promise.race([answer, late]);
    } catch (error) {
      this.#connection.console.warn(`The editor sent no settings: ${String(error)}`);
      return [];
    }
  }

  async #register(): Promise<void> {
    if (!this.#client.workspace?.didChangeConfiguration?.dynamicRegistration) return;
    try {
      await this.#connection.client.register(DidChangeConfigurationNotification.type, { section: 'skillwright' });
    } catch (error) {
      this.#connection.console.warn(`The editor refused to send changes of settings: ${String(error)}`);
    }
  }
}

/** Absolute paths of the workspace's folders; of the one root in clients without workspace folders. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}

function sectionOf(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null && 'skillwright' in settings
    ? settings.skillwright
    : undefined;
}
