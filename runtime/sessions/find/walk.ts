import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum depth of a file below the folder. */
const MAX_DEPTH = 12;
/** Folders without sessions, which can be large. */
const SKIPPED = new Set(['node_modules', '.git']);

export interface WalkOptions {
  /** True if a folder may be read. */
  readonly allows: (folder: string) => boolean;
  readonly signal?: AbortSignal;
}

/**
 * Finds the files below a folder whose paths match a pattern of segments: `*` matches within a name, `**` any number of
 * folders. Links are not followed. Folders that cannot be read are skipped.
 */
export async function* filesBelow(folder: string, pattern: string, options: WalkOptions): AsyncGenerator<string> {
  yield* walk(folder, pattern.split('/'), options, 0);
}

async function* walk(
  folder: string,
  segments: readonly string[],
  options: WalkOptions,
  depth: number,
): AsyncGenerator<string> {
  const [segment = '', ...rest] = segments;
  if (depth > MAX_DEPTH || options.signal?.aborted === true || !options.allows(folder)) return;
  if (segment === '**') {
    yield* walk(folder, rest, options, depth);
    for (const entry of await entriesOf(folder))
      if (entry.isDirectory() && !SKIPPED.has(entry.name))
        yield* walk(join(folder, entry.name), segments, options, depth + 1);
    return;
  }
  const entries = segment.includes('*') ? await entriesOf(folder) : await entryOf(folder, segment);
  const test = matcher(segment);
  for (const entry of entries) {
    if (!test.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (rest.length > 0) {
      if (entry.isDirectory()) yield* walk(path, rest, options, depth + 1);
    } else if (entry.isFile() && options.allows(path)) yield path;
  }
}

type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory'>;

async function entriesOf(folder: string): Promise<readonly Entry[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function entryOf(folder: string, name: string): Promise<readonly Entry[]> {
  try {
    const stat = await lstat(join(folder, name));
    return [{ name, isFile: () => stat.isFile(), isDirectory: () => stat.isDirectory() }];
  } catch {
    return [];
  }
}

function matcher(segment: string): RegExp {
  const parts = segment.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`, 's');
}
