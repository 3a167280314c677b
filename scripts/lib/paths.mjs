/** Where things are. Builtins only: `setup.mjs` imports this before `node_modules` exists. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** What the scripts keep between runs; ignored by git and safe to delete. */
export const cache = join(root, '.cache');
export const dist = join(root, 'dist');
/** The browser host: code-server from npm. */
export const hostFolder = join(cache, 'vscode-host');
/** Node 24 of the project, whatever node npm itself runs on. */
export const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const ignored = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage', '.skillwright']);

/**
 * All files below a folder, in a stable order; links are not followed.
 * @param {string} folder absolute; one that does not exist has no files
 * @param {(path: string) => boolean} wanted asked with the absolute path
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
 * When a file was last written, in milliseconds; 0 where it does not exist.
 * @param {string} path
 */
export function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
