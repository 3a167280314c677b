/** Paths of the checkout. Uses only Node's built-in modules: `setup.mjs` imports it before `node_modules` exists. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** Data that scripts keep between runs; ignored by git and safe to delete. */
export const cache = join(root, '.cache');
export const dist = join(root, 'dist');
/** The browser host: code-server from npm. */
export const hostFolder = join(cache, 'vscode-host');
/** The project's own Node 24, independent of the Node that runs npm. */
export const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const ignored = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage', '.skillwright']);

/**
 * Returns all files below a folder, in a stable order; links are not followed.
 * @param {string} folder absolute; a missing folder has no files
 * @param {(path: string) => boolean} wanted filter by absolute path
 * @returns {string[]} absolute paths
 */
export function filesBelow(folder, wanted = () => true) {
  if (!existsSync(folder)) return [];
  /** @type {string[]} */
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (ignored.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path, wanted));
    else if (entry.isFile() && wanted(path)) found.push(path);
  }
  return found;
}

/**
 * Returns the modification time of a file in milliseconds, or 0 if it does not exist.
 * @param {string} path
 */
export function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
