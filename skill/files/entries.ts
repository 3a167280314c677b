import type { DirectoryEntry } from './files.ts';

/** Folders of fewer entries are looked through. */
const FEW = 16;

interface Names {
  readonly exact: ReadonlyMap<string, DirectoryEntry>;
  /** By name in lower case; the first of several. */
  readonly lower: ReadonlyMap<string, DirectoryEntry>;
}

const kept = new WeakMap<readonly DirectoryEntry[], Names>();

/**
 * The entry of that name, else the first of it in another letter case. `entries` is a folder's list as a file system
 * that remembers answers it, the same every time: a folder of ten thousand skills is not looked through for every path.
 */
export function entryOf(entries: readonly DirectoryEntry[], name: string): DirectoryEntry | undefined {
  if (entries.length < FEW) {
    return (
      entries.find((one) => one.name === name) ?? entries.find((one) => one.name.toLowerCase() === name.toLowerCase())
    );
  }
  let names = kept.get(entries);
  if (names === undefined) {
    names = {
      exact: new Map(entries.map((one) => [one.name, one])),
      lower: new Map(entries.toReversed().map((one) => [one.name.toLowerCase(), one])),
    };
    kept.set(entries, names);
  }
  return names.exact.get(name) ?? names.lower.get(name.toLowerCase());
}
