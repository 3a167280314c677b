/** A case-sensitive existence check that also works on case-insensitive disks. */
import { entryOf } from './entries.ts';
import type { FileSystem } from './files.ts';
import { within } from './paths.ts';

/**
 * Returns the kind of a path in exactly this letter case, or the path in its actual case, or undefined if it is
 * missing.
 */
export function exactKind(fs: FileSystem, top: string, path: string): 'file' | 'folder' | { path: string } | undefined {
  const rest = within(top, path);
  if (rest === undefined) return undefined;
  if (rest === '') return fs.kind(path);
  let folder = top;
  let same = true;
  let kind: 'file' | 'folder' = 'folder';
  for (const part of rest.split('/')) {
    const entry = entryOf(fs.list(folder), part);
    if (!entry) return undefined;
    same &&= entry.name === part;
    kind = entry.kind;
    folder = `${folder === '/' ? '' : folder}/${entry.name}`;
  }
  return same ? kind : { path: folder };
}
