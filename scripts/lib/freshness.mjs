/** Detects whether `dist/` is up to date. Uses only Node's built-in modules. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dist, filesBelow, root } from './paths.mjs';

/** The file with the hash of the last complete build's sources. */
export const stamp = join(dist, '.built.json');

const sourceFolders = ['skill', 'server', 'runtime', 'client', 'cli'];
const buildFiles = ['package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/lib/bundles.mjs'];

/** Returns a hash of the path, size and time of every source file of the bundles, which also detects deleted files. */
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
 * Returns true if a build is required.
 * @returns {boolean} also true after a build with `--production`, because tests and the debugger need readable bundles
 */
export function isStale() {
  try {
    const built = JSON.parse(readFileSync(stamp, 'utf8'));
    return built.production || built.sources !== fingerprint();
  } catch {
    return true;
  }
}
