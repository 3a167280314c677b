import { ConfinedFiles } from '../../runtime/confined/confined-files.ts';
import { PROJECT_FILE } from '../../server/project-file.ts';
import { decodeText, MAX_TEXT_BYTES, toSlashes } from '../../skill/disk.ts';
import type { DirectoryEntry, FileSystem, ReadResult } from '../../skill/index.ts';
import { Listings } from './listings.ts';

/** Maximum number of entries of a folder that are seen. */
const MAX_ENTRIES = 100_000;

/** Folders whose files a call may read and replace, held as long as it lasts. Nothing outside of them is looked up. */
export interface HeldRoots {
  /** The files below the folders; anything else does not exist. */
  readonly fs: FileSystem;
  /** For each folder, by its real path. */
  readonly files: ReadonlyMap<string, ConfinedFiles>;
  /** Returns the text of a regular file that is no link, if it is UTF-8. */
  textOf(path: string): string | undefined;
  /** Replaces the text of such a file. Returns the reason if that fails. */
  replace(path: string, text: string): string | undefined;
  close(): void;
}

export interface HoldOptions {
  /** Listings of earlier calls. */
  readonly listings?: Listings;
  /** False for the way of systems other than Linux. */
  readonly byDescriptor?: boolean;
}

/**
 * Holds folders, so that it does not matter what takes their places, or those of the folders below them, during a call.
 * @param roots real paths, absolute, with `/`; those that no longer exist are left out
 */
export function holdRoots(
  roots: readonly string[],
  { listings = new Listings(), byDescriptor }: HoldOptions = {},
): HeldRoots {
  const files = new Map<string, ConfinedFiles>();
  for (const root of roots) {
    const held = ConfinedFiles.hold(root, byDescriptor);
    if (held !== undefined) files.set(root, held);
  }
  const filesOf = (path: string): ConfinedFiles | undefined => {
    for (const [root, held] of files) if (path === root || path.startsWith(`${root}/`)) return held;
    return undefined;
  };
  const kind = (path: string): 'file' | 'folder' | undefined => {
    const found = filesOf(path)?.kind(path);
    return found === 'other' ? undefined : found;
  };
  return {
    files,
    fs: {
      kind,
      read: (path) => readText(filesOf(path), path),
      list(folder) {
        const held = filesOf(folder);
        const known = held && listings.get(folder);
        if (held === undefined || known !== undefined) return known ?? [];
        const located = held.locate(folder);
        if (located.kind !== 'found') return [];
        const { entries, hasLinks } = list(held, folder, kind);
        if (!hasLinks) listings.put(folder, located.stats, entries);
        return entries;
      },
      canList: (folder) => filesOf(folder)?.list(folder, 1) !== undefined,
      size(path) {
        const located = filesOf(path)?.locate(path);
        return located?.kind === 'found' ? located.stats.size : undefined;
      },
      realPath(path) {
        const located = filesOf(path)?.locate(path);
        return located?.kind === 'found' ? toSlashes(located.path) : undefined;
      },
    },
    textOf(path) {
      const held = filesOf(path);
      const located = held?.locateEntry(path);
      if (held === undefined || located?.kind !== 'found' || !located.stats.isFile()) return undefined;
      const bytes = held.read(path, MAX_TEXT_BYTES);
      const text = Buffer.isBuffer(bytes) ? bytes.toString('utf8') : undefined;
      return text !== undefined && Buffer.isBuffer(bytes) && Buffer.from(text).equals(bytes) ? text : undefined;
    },
    replace(path, text) {
      const held = filesOf(path);
      return held === undefined ? 'it is elsewhere' : held.replace(path, text);
    },
    close() {
      for (const held of files.values()) held.close();
    },
  };
}

function readText(held: ConfinedFiles | undefined, path: string): ReadResult {
  if (held === undefined) return { kind: 'missing' };
  const bytes = held.read(path, MAX_TEXT_BYTES);
  if (Buffer.isBuffer(bytes)) return decodeText(bytes);
  const located = held.locate(path);
  if (located.kind === 'missing' || located.kind === 'outside') return { kind: 'missing' };
  if (located.kind === 'found' && located.stats.isFile() && located.stats.size > MAX_TEXT_BYTES)
    return { kind: 'too-large', size: located.stats.size };
  return { kind: 'unreadable', message: bytes.kind === 'refused' ? 'not a file' : bytes.message };
}

/** Lists a folder as the disk is listed elsewhere: a link has the kind of its target, and one that leads out is left out. */
function list(
  held: ConfinedFiles,
  folder: string,
  kindOf: (path: string) => DirectoryEntry['kind'] | undefined,
): { readonly entries: readonly DirectoryEntry[]; readonly hasLinks: boolean } {
  const entries: DirectoryEntry[] = [];
  let hasLinks = false;
  for (const { name, kind } of held.list(folder, MAX_ENTRIES) ?? []) {
    if (kind === 'file' || kind === 'folder') entries.push({ name, kind, link: false });
    else {
      hasLinks ||= kind === 'link';
      const target = kind === 'link' ? kindOf(`${folder}/${name}`) : undefined;
      // Settings that cannot be read must be reported, not skipped.
      const shown = target ?? (name === PROJECT_FILE ? 'file' : undefined);
      if (shown !== undefined) entries.push({ name, kind: shown, link: kind === 'link' });
    }
  }
  return { entries: entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)), hasLinks };
}
