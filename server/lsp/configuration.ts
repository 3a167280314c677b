/** The current folders and settings of the workspace. */
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import type { Session } from '../features/session.ts';
import { readSettings } from '../settings.ts';
import { pathOf, uriOf } from '../workspace/uris.ts';

/** Timeout for an editor that does not send its settings, in milliseconds; the defaults apply then. */
const SETTINGS_TIMEOUT = 5_000;

export class Configuration {
  readonly #connection: Connection;
  readonly #client: InitializeParams['capabilities'];
  readonly #session: Session;
  #folders: readonly string[];
  /** The section that an editor without configuration requests sent last. */
  #notifiedSection: unknown;
  /** Number of requests for settings, and the latest of them whose settings were applied. */
  #requestCount = 0;
  #appliedRequest = 0;
  /** The request for the settings of added folders, if one is pending. */
  #ofAddedFolders: Promise<void> | undefined;

  constructor(connection: Connection, params: InitializeParams, session: Session) {
    this.#connection = connection;
    this.#client = params.capabilities;
    this.#session = session;
    this.#folders = foldersOf(params);
  }

  /** Absolute paths of the workspace folders. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Finds the skills in the folders, and reads the editor's settings. */
  async load(): Promise<void> {
    const settings = this.#updateSettings();
    void this.#register();
    this.#search();
    await settings;
  }

  /** Handles added or removed workspace folders. */
  async foldersChanged({ added, removed }: WorkspaceFoldersChangeEvent): Promise<void> {
    const removedPaths = new Set(removed.map(({ uri }) => pathOf(uri)));
    const remaining = this.#folders.filter((folder) => !removedPaths.has(folder));
    this.#folders = [...remaining, ...added.flatMap(({ uri }) => pathOf(uri) ?? [])];
    this.#search();
    this.#ofAddedFolders = this.#updateSettings();
    await this.#ofAddedFolders;
  }

  /** Resolves when the settings of added folders are known: findings without them might be withdrawn. */
  async settled(): Promise<void> {
    await this.#ofAddedFolders;
  }

  /** @param settings from the notification, for editors without configuration requests */
  async settingsChanged(settings: unknown): Promise<void> {
    this.#notifiedSection = sectionOf(settings);
    await this.#updateSettings();
  }

  #search(): void {
    const { workspace, buffers } = this.#session;
    workspace.setFolders(this.#folders);
    for (const path of buffers.paths()) workspace.opened(path);
  }

  /** Applies the current settings. A late reply never replaces the settings of a later request. */
  async #updateSettings(): Promise<void> {
    const request = ++this.#requestCount;
    const sections = this.#client.workspace?.configuration ? await this.#requestSettings() : [this.#notifiedSection];
    if (request < this.#appliedRequest) return;
    this.#appliedRequest = request;
    this.#applySettings(sections);
  }

  /** Applies the section `skillwright` of the workspace, followed by those of the folders. */
  #applySettings([whole, ...ofFolders]: readonly unknown[]): void {
    this.#session.workspace.setSettings(
      readSettings(whole),
      new Map(ofFolders.map((section, index) => [this.#folders[index] ?? '', readSettings(section)])),
    );
  }

  async #requestSettings(): Promise<readonly unknown[]> {
    try {
      const scopes = this.#folders.map((folder) => ({ section: 'skillwright', scopeUri: uriOf(folder) }));
      const late = new Promise<unknown[]>((resolve) => setTimeout(resolve, SETTINGS_TIMEOUT, []).unref());
      const answer = this.#connection.workspace.getConfiguration([{ section: 'skillwright' }, ...scopes]);
      return await Promise.race([answer, late]);
    } catch (error) {
      this.#connection.console.warn(`Could not get the settings from the editor: ${String(error)}`);
      return [];
    }
  }

  async #register(): Promise<void> {
    if (!this.#client.workspace?.didChangeConfiguration?.dynamicRegistration) return;
    try {
      await this.#connection.client.register(DidChangeConfigurationNotification.type, { section: 'skillwright' });
    } catch (error) {
      this.#connection.console.warn(`Could not register for changes of settings: ${String(error)}`);
    }
  }
}

/** Returns the absolute paths of the workspace folders, or of the root for clients without workspace folders. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}

function sectionOf(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null && 'skillwright' in settings
    ? settings.skillwright
    : undefined;
}
