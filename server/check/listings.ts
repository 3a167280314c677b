/** Encodes folder listings as one string, which is passed to another thread faster than thousands of entries. */
import type { DirectoryEntry } from '../../skill/index.ts';

/** Separators: no path contains two consecutive slashes, and no name `\0`. */
const FOLDER = '//';
const ENTRY = '\0';

export function encodeListings(lists: ReadonlyMap<string, readonly DirectoryEntry[]>): string {
  const folders: string[] = [];
  for (const [folder, entries] of lists) {
    const parts = entries.map(
      ({ name, kind, link }) => (kind === 'file' ? (link ? 'F' : 'f') : link ? 'D' : 'd') + name,
    );
    folders.push([folder, ...parts].join(ENTRY));
  }
  return folders.join(FOLDER);
}

/** Returns a lookup of a folder's entries; undefined for a folder that was not listed. */
export function decodeListings(text: string): (folder: string) => readonly DirectoryEntry[] | undefined {
  const folders = new Map<string, string>();
  for (const one of text.split(FOLDER)) {
    const end = one.indexOf(ENTRY);
    folders.set(end < 0 ? one : one.slice(0, end), end < 0 ? '' : one.slice(end + 1));
  }
  return (folder) => {
    const entries = folders.get(folder);
    if (entries === undefined || entries === '') return entries === undefined ? undefined : [];
    return entries.split(ENTRY).map((entry): DirectoryEntry => {
      const mark = entry[0] ?? '';
      return {
        name: entry.slice(1),
        kind: mark.toLowerCase() === 'f' ? 'file' : 'folder',
        link: mark === mark.toUpperCase(),
      };
    });
  };
}
