import type { DirectoryEntry } from './files.ts';

/** Folders with fewer entries are searched linearly. */
const FEW = 16;

interface Names {
  readonly exact: ReadonlyMap<string, DirectoryEntry>;
  /** By name in lower case; the first entry if several names differ only in case. */
  readonly lower: ReadonlyMap<string, DirectoryEntry>;
}

const namesOfLists = new WeakMap<readonly DirectoryEntry[], Names>();

/**
 * Returns the entry with that name, or else the first one in another letter case. `entries` is the list of a caching
 * file system, the same array each time, so a folder of ten thousand skills is not searched for every path.
 */
export function entryOf(entries: readonly DirectoryEntry[], name: string): DirectoryEntry | undefined {
  if (entries.length < FEW) {
    return (
      entries.find((one) => one.name === name) ?? entries.find((one) => one.name.toLowerCase() === name.toLowerCase())
    );
  }
  let names = namesOfLists.get(entries);
  if (names === undefined) {
    names = {
      exact: new Map(entries.map((one) => [one.name, one])),
      lower: new Map(entries.toReversed().map((one) => [one.name.toLowerCase(), one])),
    };
    namesOfLists.set(entries, names);
  }
  return names.exact.get(name) ?? names.lower.get(name.toLowerCase());
}
