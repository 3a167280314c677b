import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ReadFailure } from '../confined/read-file.ts';
import { readInside } from './read-inside.ts';
import { realRoot } from './real-root.ts';

/** Maximum size of a resource for a model, in bytes. */
const MAX_RESOURCE_BYTES = 10 * 1024 * 1024;

export type Resource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | ReadFailure;

export type LocatedResource =
  | { readonly kind: 'file'; readonly absolute: string; readonly size: number }
  | Extract<Resource, { kind: 'missing' | 'refused' }>;

/**
 * Finds a file of a skill by its exact, normalized path, case-sensitively on every file system. A link may lead to another
 * file of the skill, but not out of it.
 */
export function locateResource(root: string, path: string): LocatedResource {
  let folder = root;
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    let names: readonly string[];
    try {
      names = readdirSync(folder);
    } catch {
      return { kind: 'missing' };
    }
    if (!names.includes(segment)) return { kind: 'missing' };
    folder = join(folder, segment);
    try {
      const stat = lstatSync(folder);
      if (stat.isSymbolicLink()) {
        const inside = resolveInside(root, folder);
        if (inside === undefined) return { kind: 'refused', why: 'it is a link that leads out of the skill' };
        folder = inside;
      }
      const target = lstatSync(folder);
      if (index < segments.length - 1) {
        if (!target.isDirectory()) return { kind: 'missing' };
      } else {
        if (target.isDirectory()) return { kind: 'missing' };
        if (!target.isFile()) return { kind: 'refused', why: 'it is not a regular file' };
        return { kind: 'file', absolute: folder, size: target.size };
      }
    } catch {
      return { kind: 'missing' };
    }
  }
  return { kind: 'missing' };
}

/** Resolves a link completely; undefined if the target is missing or outside `root`. */
export function resolveInside(root: string, link: string): string | undefined {
  try {
    const top = realRoot(root);
    const target = realpathSync(link);
    return target === top || target.startsWith(top + sep) ? target : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a file of a skill. UTF-8 without NUL is text; anything else is binary. */
export function readResource(root: string, path: string): Resource {
  const located = locateResource(root, path);
  if (located.kind !== 'file') return located;
  if (located.size > MAX_RESOURCE_BYTES)
    return { kind: 'failed', message: `it is larger than ${MAX_RESOURCE_BYTES / 1024 / 1024} MB` };
  const bytes = readInside(root, located.absolute);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (bytes.includes(0)) return { kind: 'binary', bytes };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'binary', bytes };
  }
}
