import { resolve } from 'node:path';
import { homeFolder, toSlashes } from '../../skill/disk.ts';
import { CLIENTS, catalogOf, type Place } from '../../skill/index.ts';
import { catalogJson } from '../catalog/catalog-json.ts';
import { clientFiles } from '../catalog/client-files.ts';
import { jsonLine } from '../journal/json-line.ts';
import { redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { CatalogNeeds } from './catalog-needs.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { prettyCatalog } from './pretty-catalog.ts';
import { statsOf } from './stats-of.ts';

export interface CatalogOptions {
  /** The id of a client, or `all`. */
  readonly client: string;
  readonly cwd?: string;
  readonly home?: string;
  readonly json?: boolean;
}

/** Prints what clients offer to a model in a folder, and why they do not offer other skills; returns the exit code. */
export async function printCatalogs(options: CatalogOptions, output: Output): Promise<number> {
  const cwd = toSlashes(resolve(options.cwd ?? '.'));
  const home = toSlashes(options.home === undefined ? homeFolder() : resolve(options.home));
  for (const [option, path] of [
    ['--cwd', options.cwd],
    ['--home', options.home],
  ] as const)
    if (path !== undefined && (path === '' || statsOf(path)?.isDirectory() !== true)) {
      output.error(`Specify a folder after ${option}: ${path || 'an empty path'} is not a folder.`);
      return INVALID_USAGE;
    }
  const redactor = redactorOf(secretsOfEnvironment(process.env));
  output.redactWith((text) => redactor.text(text));
  // Variables such as CODEX_HOME belong to this user's home, not to another one.
  const environment = options.home === undefined ? process.env : {};
  const place: Place = { fs: clientFiles(), cwd, home, environment };
  const clients = CLIENTS.filter(({ id }) => options.client === 'all' || options.client === id);
  const needs = new CatalogNeeds(place);
  const catalogs = clients.map((client) => {
    const catalog = catalogOf(client, place);
    return catalogJson(catalog, place, needs.of(catalog));
  });
  if (options.json === true) output.line(jsonLine({ version: 1, clients: catalogs }));
  else output.line(catalogs.map((one, index) => prettyCatalog(one, clients[index]?.name ?? one.id)).join('\n\n'));
  await output.flushed();
  return 0;
}
