import {
  type Catalog,
  type CheckedNeed,
  type ClientProfile,
  defined,
  type Neighborhood,
  neighborhoods,
  type Place,
} from '../../skill/index.ts';

/** A client's catalog as JSON, a contract. Paths below the home begin with `~`. */
export interface CatalogJson {
  readonly id: string;
  readonly version: string;
  /** The date on which the list was compared with the installed client's; absent if it was not. */
  readonly proved?: string;
  /** The date of the documentation or source, if it was not. */
  readonly documented?: string;
  readonly offered: readonly {
    readonly name: string;
    readonly file: string;
    readonly description: string;
    readonly cut?: number;
    readonly share?: number;
    /** Absent if the body names nothing that it needs. */
    readonly needs?: readonly Pick<CheckedNeed, 'kind' | 'name' | 'missing'>[];
    /** The nearest skills of this list by the words of their descriptions, the nearest first; absent if none is near. */
    readonly neighbors?: Neighborhood['neighbors'];
    /** Words of its description that no other skill of this list has; absent if there are none. */
    readonly ownWords?: readonly string[];
  }[];
  readonly text: string | null;
  readonly budget?: Catalog['budget'];
  readonly notOffered: Catalog['notOffered'];
  readonly unknown: readonly string[];
}

/** Returns a catalog with `~` for the home in all of its paths. */
export function catalogJson(
  { client, offered, text, budget, notOffered, unknown }: Catalog,
  place: Place,
  needs: ReadonlyMap<string, readonly CheckedNeed[]> = new Map(),
): CatalogJson {
  const around = neighborhoods(offered);
  const short = shortPaths(place);
  return defined<CatalogJson>({
    id: client.id,
    ...evidenceOf(client),
    // The text has the entries.
    offered: offered.map(({ entry: _, ...one }, index) =>
      defined({
        ...one,
        file: short(one.file),
        needs: needs.get(one.file)?.map(({ kind, name, missing }) => defined({ kind, name, missing })),
        ...wordsOf(around[index]),
      }),
    ),
    text: text === null ? null : short(text),
    budget,
    notOffered: notOffered.map(({ file, reason, says, fix }) =>
      defined({ file: short(file), reason, says: short(says), fix: fix === undefined ? undefined : short(fix) }),
    ),
    unknown: unknown.map(short),
  });
}

/** Returns the fields about the words of a skill and its neighbors, those without content left out. */
const wordsOf = (around: Neighborhood | undefined): Partial<Neighborhood> =>
  defined({
    neighbors: around === undefined || around.neighbors.length === 0 ? undefined : around.neighbors,
    ownWords: around === undefined || around.ownWords.length === 0 ? undefined : around.ownWords,
  });

/** Returns the function that writes `~` for the home in all paths of a text. */
export function shortPaths({ fs, home = '' }: Place): (text: string) => string {
  const homes = [...new Set([home, fs.realPath(home) ?? home])].filter((path) => path !== '' && path !== '/');
  return (text) => homes.reduce(withTilde, text);
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

/** Returns the version that the facts about a client's list are from, and the date on which they were proved or documented. */
const evidenceOf = ({
  version,
  date,
  proved,
}: ClientProfile): Pick<CatalogJson, 'version' | 'proved' | 'documented'> =>
  proved === undefined ? { version, documented: date } : { version: proved.version, proved: proved.date };
