/** The messages between the extension and a runtime process about what clients offer to a model: the page "What Clients See". */
import { NotificationType, RequestType } from 'vscode-jsonrpc';

export interface ShowCatalogsParams {
  /** Absolute path of the folder in which the clients would work. */
  readonly cwd: string;
  /** Absolute path of the SKILL.md whose state in each client the page shows first; none by default. */
  readonly focus?: string;
}

/** The page about one client. */
export interface CatalogPage {
  readonly client: string;
  readonly page: string;
}

/** The target of a link on the pages. */
export interface CatalogTarget {
  /** Absolute path of a SKILL.md, of a manifest, or of a folder. */
  readonly file: string;
  /** Why a client does not offer it, a code; absent if it is offered. */
  readonly reason?: string;
}

export interface CatalogsShown {
  /** In the order of the clients. */
  readonly pages: readonly CatalogPage[];
  /** The targets of the links of all pages, by the number in each link. */
  readonly targets: readonly CatalogTarget[];
  /** The folders and files that were read, absolute paths. */
  readonly sources: { readonly folders: readonly string[]; readonly files: readonly string[] };
}

/**
 * Reads the folders of skills, the settings and the plugins of all clients, in a folder and in the home. Sent to a process without
 * a run.
 */
export const ShowCatalogs = new RequestType<ShowCatalogsParams, CatalogsShown, void>('catalog/show');
/** Number of clients whose catalog is complete, and of all. Sent before the response to `ShowCatalogs`. */
export const CatalogProgress = new NotificationType<readonly [done: number, clients: number]>('catalog/progress');

/** The command that opens the page, also from the palette. */
export const SHOW_CATALOGS = 'skillwright.showWhatClientsSee';
/** The commands in the links of the page. The id of a client follows. */
export const CHOOSE_CLIENT = 'skillwright.whatClientsSee.choose';
/** The number of a target follows. */
export const OPEN_CATALOG_TARGET = 'skillwright.whatClientsSee.open';
/** The number of a target follows. */
export const FIX_CATALOG_TARGET = 'skillwright.whatClientsSee.fix';
/** The command that installs hooks in clients, also from the palette. */
export const GUARD_CLIENTS = 'skillwright.guardMyAgents';
export const CHOOSE_CATALOG_FOLDER = 'skillwright.whatClientsSee.folder';
/** Shows all skills alike. */
export const CLEAR_CATALOG_FOCUS = 'skillwright.whatClientsSee.all';

/** Returns the id of the element that holds the link to the fix of a target, which is hidden unless it has the class `has-fix`. */
export const fixId = (target: number): string => `fix-${target}`;
