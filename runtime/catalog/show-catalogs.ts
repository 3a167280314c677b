/** Reads the catalogs of all clients that search folders, and renders a page about each. */
import { setImmediate } from 'node:timers/promises';
import { homeFolder } from '../../skill/disk.ts';
import { CLIENTS, catalogOf, defined, type Place, sourcesOf, within } from '../../skill/index.ts';
import type { CatalogsShown, ShowCatalogsParams } from '../protocol/catalog.ts';
import { catalogJson, shortPaths } from './catalog-json.ts';
import { CatalogLinks } from './catalog-links.ts';
import { type CatalogsContext, catalogPage } from './catalog-page.ts';
import { clientFiles } from './client-files.ts';
import { type ShownCatalog, stateOf } from './shown-catalog.ts';

/**
 * Returns the pages about what clients offer in a folder. Aborting the signal makes it reject.
 * @param redact replaces secrets in a text
 * @param onProgress receives the number of clients that are done, and of all
 */
export async function showCatalogs(
  { cwd, focus }: ShowCatalogsParams,
  environment: Place['environment'],
  redact: (text: string) => string,
  signal: AbortSignal,
  onProgress: (done: number, clients: number) => void,
): Promise<CatalogsShown> {
  const place: Place = { fs: clientFiles(), cwd, home: homeFolder(), environment };
  const clients = CLIENTS.filter(({ discovery }) => discovery.kind === 'folders');
  const all: ShownCatalog[] = [];
  for (const client of clients) {
    onProgress(all.length, clients.length);
    // Each client is read in one go; a cancellation arrives between two of them.
    await setImmediate();
    signal.throwIfAborted();
    const catalog = catalogOf(client, place);
    const json = catalogJson(catalog, place);
    all.push(defined({ catalog, json, focus: focus === undefined ? undefined : stateOf(catalog, focus, place) }));
  }
  const links = new CatalogLinks();
  const short = shortPaths(place);
  const folder = short(cwd);
  const context: CatalogsContext = defined({
    folder,
    relative: (path: string) => within(folder, path) ?? path,
    focus: focus === undefined ? undefined : short(focus),
    links,
  });
  const pages = all.map((one) => ({ client: one.catalog.client.id, page: redact(catalogPage(one, all, context)) }));
  return { pages, targets: links.targets, sources: sourcesOf(clients, place) };
}
