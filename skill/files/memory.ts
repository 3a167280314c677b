/** Files that are not on disk: an in-memory tree for tests, and open buffers overlaid on another file system. */
import type { DirectoryEntry, FileSystem, ReadResult } from './files.ts';
import { dirname, join, normalize } from './paths.ts';

/** The content of a path in the tree: a text, another result of reading it, or a link to another path. */
export type MemoryFile = string | Exclude<ReadResult, { kind: 'text' | 'missing' }> | { readonly link: string };

const isLink = (file: MemoryFile): file is { readonly link: string } => typeof file === 'object' && 'link' in file;

/** Creates an in-memory tree from absolute paths. Parent folders exist implicitly; links may be circular. */
export function memoryFiles(files: Readonly<Record<string, MemoryFile>>): FileSystem {
  const entries = new Map<string, MemoryFile>();
  const folders = new Map<string, Set<string>>([['/', new Set()]]);
  for (const [path, file] of Object.entries(files)) {
    let child = normalize(path);
    entries.set(child, file);
    while (child !== '/') {
      const parent = dirname(child);
      const known = folders.get(parent);
      if (known) known.add(child);
      else folders.set(parent, new Set([child]));
      child = parent;
    }
  }

  /** Resolves the links in a path; undefined if the path is missing or circular. */
  function resolveLinks(path: string, hops = 0): string | undefined {
    let current = '/';
    const parts = normalize(path).split('/').filter(Boolean);
    for (const [index, part] of parts.entries()) {
      current = join(current, part);
      const file = entries.get(current);
      if (file === undefined && !folders.has(current)) return undefined;
      if (file !== undefined && isLink(file)) {
        if (hops > 32) return undefined;
        return resolveLinks(join(dirname(current), file.link, ...parts.slice(index + 1)), hops + 1);
      }
    }
    return current;
  }

  const kind = (path: string) => {
    const real = resolveLinks(path);
    return real === undefined ? undefined : folders.has(real) ? 'folder' : 'file';
  };
  return {
    kind,
    realPath: (path) => resolveLinks(path),
    read(path) {
      const file = entries.get(resolveLinks(path) ?? '');
      if (file === undefined || isLink(file)) {
        return kind(path) === 'folder' ? { kind: 'unreadable', message: 'not a file' } : { kind: 'missing' };
      }
      return typeof file === 'string' ? { kind: 'text', text: file } : file;
    },
    list(folder) {
      const children = [...(folders.get(resolveLinks(folder) ?? '') ?? [])].sort();
      return children.flatMap((path): DirectoryEntry[] => {
        const target = kind(path);
        const file = entries.get(path);
        const link = file !== undefined && isLink(file);
        return target ? [{ name: path.slice(path.lastIndexOf('/') + 1), kind: target, link }] : [];
      });
    },
  };
}

/**
 * Overlays open buffers on a file system: a path in `buffers` reads as its text, even if the disk has no such file yet.
 * The map is read at every call, so the caller may change it.
 */
export function overlay(base: FileSystem, buffers: ReadonlyMap<string, string>): FileSystem {
  return {
    read(path) {
      const text = buffers.get(path);
      return text === undefined ? base.read(path) : { kind: 'text', text };
    },
    // The size on disk is unknown until the buffer is saved.
    size: (path) => (buffers.has(path) ? undefined : base.size?.(path)),
    kind: (path) => (buffers.has(path) ? 'file' : base.kind(path)),
    realPath: (path) => base.realPath(path) ?? (buffers.has(path) ? path : undefined),
    deadLinks: (folder) => base.deadLinks?.(folder) ?? [],
    list(folder) {
      const entries = base.list(folder);
      const added: DirectoryEntry[] = [];
      for (const path of buffers.keys()) {
        if (dirname(path) !== folder) continue;
        const name = path.slice(path.lastIndexOf('/') + 1);
        if (!entries.some((entry) => entry.name === name)) added.push({ name, kind: 'file', link: false });
      }
      if (added.length === 0) return entries;
      return [...entries, ...added].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    },
  };
}
