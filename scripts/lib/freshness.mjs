/** Whether `dist/` was made from the sources as they are now. Builtins only. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dist, filesBelow, root } from './paths.mjs';

/** What the last complete build was made of. */
export const stamp = join(dist, '.built.json');

const sourceFolders = ['skill', 'server', 'runtime', 'client', 'cli'];
const buildFiles = ['package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/lib/bundles.mjs'];

/** A hash over the path, size and time of every file that a bundle is made of; also sees files that went away. */
export function fingerprint() {
  const hash = createHash('sha256');
  const files = sourceFolders.flatMap((folder) =>
    filesBelow(join(root, folder), (path) => !/\.(test\.tsx?|md|snap)$/.test(path)),
  );
  for (const path of [...files, ...buildFiles.map((file) => join(root, file))]) {
    const state = statSync(path, { throwIfNoEntry: false });
    if (state) hash.update(`${relative(root, path)} ${state.size} ${state.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * Whether a build is needed.
 * @returns {boolean} true also for a build with `--production`: tests and the debugger want readable bundles
 */
export function isStale() {
  try {
    const built = JSON.parse(readFileSync(stamp, 'utf8'));
    return built.production || built.sources !== fingerprint();
  } catch {
    return true;
  }
}
