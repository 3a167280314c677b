import { resolve } from 'node:path';
import { diskFiles, homeFolder } from '../../skill/disk.ts';
import { type Catalog, CLIENTS, type ClientProfile, catalogOf, defined, type Place } from '../../skill/index.ts';
import { jsonLine } from '../journal/json-line.ts';
import { redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
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

/** A client's catalog as JSON, a contract. Paths below the home begin with `~`. */
export interface CatalogJson {
  readonly id: string;
  readonly version: string;
  /** The date on which the list was compared with the installed client's; absent if it was not. */
  readonly proved?: string;
  readonly offered: readonly {
    readonly name: string;
    readonly file: string;
    readonly description: string;
    readonly cut?: number;
    readonly share?: number;
  }[];
  readonly text: string | null;
  readonly budget?: Catalog['budget'];
  readonly notOffered: Catalog['notOffered'];
  readonly unknown: readonly string[];
}

/** Prints what clients offer to a model in a folder, and why they do not offer other skills; returns the exit code. */
export async function printCatalogs(options: CatalogOptions, output: Output): Promise<number> {
  const cwd = slashes(resolve(options.cwd ?? '.'));
  const home = slashes(options.home === undefined ? homeFolder() : resolve(options.home));
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
  const place: Place = { fs: diskFiles(), cwd, home, environment };
  const clients = CLIENTS.filter(({ id }) => options.client === 'all' || options.client === id);
  const catalogs = clients.map((client) => shortened(catalogOf(client, place), place));
  if (options.json === true) output.line(jsonLine({ version: 1, clients: catalogs }));
  else output.line(catalogs.map((one, index) => prettyCatalog(one, clients[index]?.name ?? one.id)).join('\n\n'));
  await output.flushed();
  return 0;
}

const slashes = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);

/** Returns a catalog with `~` for the home in all of its paths. */
function shortened(
  { client, offered, text, budget, notOffered, unknown }: Catalog,
  { fs, home = '' }: Place,
): CatalogJson {
  const homes = [...new Set([home, fs.realPath(home) ?? home])].filter((path) => path !== '' && path !== '/');
  const short = (one: string): string => homes.reduce(withTilde, one);
  return defined<CatalogJson>({
    id: client.id,
    ...evidenceOf(client),
    offered: offered.map((one) => ({ ...one, file: short(one.file) })),
    text: text === null ? null : short(text),
    budget,
    notOffered: notOffered.map(({ file, reason, says, fix }) =>
      defined({ file: short(file), reason, says: short(says), fix: fix === undefined ? undefined : short(fix) }),
    ),
    unknown: unknown.map(short),
  });
}

/** Replaces a home at the start of paths by `~`. */
function withTilde(text: string, home: string): string {
  let result = '';
  for (let at = 0; ; ) {
    const found = text.indexOf(home, at);
    if (found < 0) return result + text.slice(at);
    const [before, after] = [text.charAt(found - 1), text.charAt(found + home.length)];
    const isPath = !/[\p{L}\p{N}_.~/-]/u.test(before) && !/[\p{L}\p{N}_.-]/u.test(after);
    result += text.slice(at, found) + (isPath ? '~' : home);
    at = found + home.length;
  }
}

/** Returns the version that the facts about a client's list are from, and the date if they were compared with it. */
const evidenceOf = ({ version, proved }: ClientProfile): Pick<CatalogJson, 'version' | 'proved'> =>
  proved === undefined ? { version } : { version: proved.version, proved: proved.date };
