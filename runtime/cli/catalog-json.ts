import { type Catalog, type ClientProfile, defined, type Place } from '../../skill/index.ts';

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

/** Returns a catalog with `~` for the home in all of its paths. */
export function catalogJson(
  { client, offered, text, budget, notOffered, unknown }: Catalog,
  { fs, home = '' }: Place,
): CatalogJson {
  const homes = [...new Set([home, fs.realPath(home) ?? home])].filter((path) => path !== '' && path !== '/');
  const short = (one: string): string => homes.reduce(withTilde, one);
  return defined<CatalogJson>({
    id: client.id,
    ...evidenceOf(client),
    // The text has the entries.
    offered: offered.map(({ entry: _, ...one }) => ({ ...one, file: short(one.file) })),
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
