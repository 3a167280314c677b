/** A repository on disk, read once, with a mutation applied in memory. */
import { diskFiles } from '../../skill/disk.ts';
import { cachingFiles, type DirectoryEntry, dirname, type FileSystem, join } from '../../skill/index.ts';
import type { Mutation } from './mutation.ts';

export interface MutableFiles extends FileSystem {
  /** Applies a mutation in place of the last one; without one, the disk is visible. */
  apply(mutation?: Pick<Mutation, 'texts' | 'removed'>): void;
}

/** `root` counts as a git repository, like the original. */
export function mutableFiles(root: string): MutableFiles {
  const disk = cachingFiles(diskFiles());
  const texts = new Map<string, ReturnType<FileSystem['read']>>();
  let changed: ReadonlyMap<string, string> = new Map();
  let removed: ReadonlySet<string> = new Set();
  const isGone = (path: string): boolean => removed.has(path);
  const list = (folder: string): readonly DirectoryEntry[] => {
    const entries = disk.list(folder);
    if (changed.size === 0 && removed.size === 0) return entries;
    const names = new Map(entries.filter((one) => !isGone(join(folder, one.name))).map((one) => [one.name, one]));
    // Git keeps no empty folders: a folder whose last file was removed disappears, too.
    if (removed.size > 0) {
      for (const one of names.values()) {
        const inner = join(folder, one.name);
        const touched = one.kind === 'folder' && [...removed].some((path) => path.startsWith(`${inner}/`));
        if (touched && list(inner).length === 0) names.delete(one.name);
      }
    }
    for (const path of changed.keys()) {
      if (!path.startsWith(`${folder}/`)) continue;
      const [name = '', ...deeper] = path.slice(folder.length + 1).split('/');
      if (!names.has(name)) names.set(name, { name, kind: deeper.length > 0 ? 'folder' : 'file', link: false });
    }
    return [...names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  return {
    apply(mutation) {
      changed = mutation?.texts ?? new Map();
      removed = new Set(mutation?.removed ?? []);
    },
    read(path) {
      const text = changed.get(path);
      if (text !== undefined) return { kind: 'text', text };
      if (isGone(path)) return { kind: 'missing' };
      const known = texts.get(path) ?? disk.read(path);
      texts.set(path, known);
      return known;
    },
    list,
    kind(path) {
      if (path === `${root}/.git`) return 'folder';
      if (changed.has(path)) return 'file';
      if (isGone(path)) return undefined;
      if (changed.size === 0 && removed.size === 0) return disk.kind(path);
      return list(dirname(path)).find((one) => join(dirname(path), one.name) === path)?.kind;
    },
    realPath: (path) => disk.realPath(path) ?? (changed.has(path) ? path : undefined),
  };
}
