import { type DirectoryEntry, dirname, type FileSystem, within } from '../../skill/index.ts';
import type { Moves } from './moves.ts';

/** Returns a file system as if all moves and texts were written. `texts`: by their new paths; it may grow later. */
export function movedFiles(fs: FileSystem, moves: Moves, texts: ReadonlyMap<string, string>): FileSystem {
  /** Returns true if something was moved into a folder that may not exist. */
  const isNewFolder = (path: string): boolean =>
    moves.all.some(({ to }) => to !== path && within(path, to) !== undefined);
  const kind: FileSystem['kind'] = (path) => {
    const before = moves.before(path);
    return (before === undefined ? undefined : fs.kind(before)) ?? (isNewFolder(path) ? 'folder' : undefined);
  };
  return {
    kind,
    read(path) {
      const text = texts.get(path);
      if (text !== undefined) return { kind: 'text', text };
      const before = moves.before(path);
      return before === undefined ? { kind: 'missing' } : fs.read(before);
    },
    list(folder) {
      const before = moves.before(folder);
      const existing = before === undefined ? [] : fs.list(before);
      const entries = new Map<string, DirectoryEntry>();
      const at = (name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);
      for (const entry of existing) if (kind(at(entry.name)) !== undefined) entries.set(entry.name, entry);
      for (const { to } of moves.all) {
        const inner = to === folder ? undefined : within(folder, to);
        const [name = ''] = inner?.split('/') ?? [];
        const movedKind = name === '' ? undefined : kind(at(name));
        if (movedKind !== undefined && !entries.has(name)) entries.set(name, { name, kind: movedKind, link: false });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    realPath(path) {
      const before = moves.before(path);
      if (before === undefined) return undefined;
      const real = fs.realPath(before);
      return real === before ? path : (real ?? (isNewFolder(path) ? path : undefined));
    },
  };
}

/** Returns the source and target folders of the moves. */
export function touchedFolders(moves: Moves): readonly string[] {
  return [...new Set(moves.all.flatMap(({ from, to }) => [dirname(from), dirname(to)]))];
}
