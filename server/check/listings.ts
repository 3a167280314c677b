/** What folders hold, as one text that travels to another thread faster than thousands of entries do. */
import type { DirectoryEntry } from '../../skill/index.ts';

/** No path has two slashes in a row, no name a `\0`. */
const FOLDER = '//';
const ENTRY = '\0';

export function packed(lists: ReadonlyMap<string, readonly DirectoryEntry[]>): string {
  const folders: string[] = [];
  for (const [folder, entries] of lists) {
    const parts = entries.map(
      ({ name, kind, link }) => (kind === 'file' ? (link ? 'F' : 'f') : link ? 'D' : 'd') + name,
    );
    folders.push([folder, ...parts].join(ENTRY));
  }
  return folders.join(FOLDER);
}

/** Answers what a folder holds; undefined where nobody listed it. */
export function unpacked(text: string): (folder: string) => readonly DirectoryEntry[] | undefined {
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
