/** The folders and files that the catalog of a client is made of, to compute it again when they change. */
import type { ClientProfile } from '../clients/profile.ts';
import { dirname } from '../files/paths.ts';
import { type Place, pathsOf } from './places.ts';
import { installedPlugins } from './plugins.ts';
import { readSettings } from './read-settings.ts';

/** Absolute paths, each once. */
export interface CatalogSources {
  /** Folders that exist, of skills and plugins. */
  readonly folders: readonly string[];
  /** Settings and lists of plugins, which need not exist, in folders that do. */
  readonly files: readonly string[];
}

/** Returns the sources of the catalogs of some clients at a place. Manifests and skills anywhere else in a repository are not among them. */
export function sourcesOf(clients: readonly ClientProfile[], place: Place): CatalogSources {
  const folders = new Set<string>();
  const files = new Set<string>();
  for (const { discovery } of clients) {
    if (discovery.kind !== 'folders') continue;
    const settings = readSettings(discovery.settings ?? [], place);
    const { plugins, trust } = discovery;
    const add = (to: Set<string>, paths: readonly string[]): void => {
      for (const path of paths) to.add(path);
    };
    for (const folder of discovery.folders) add(folders, pathsOf(folder, place));
    for (const { path } of settings.folders) folders.add(path);
    for (const { at } of discovery.settings ?? []) add(files, pathsOf(at, place));
    if (trust !== undefined) add(files, pathsOf(trust.at, place));
    if (plugins === undefined) continue;
    add(plugins.kind === 'list' ? files : folders, pathsOf(plugins.at, place));
    for (const { root } of installedPlugins(plugins, settings, place)) folders.add(root);
  }
  const exists = (folder: string): boolean => place.fs.kind(folder) === 'folder';
  return {
    folders: [...folders].filter(exists),
    files: [...files].filter((file) => exists(dirname(file))),
  };
}
