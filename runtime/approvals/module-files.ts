import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { readRegularFile } from '../confined/read-file.ts';

/** The files that make up a module. */
export interface ModuleFiles {
  /** Real path of the module. */
  readonly root: string;
  /** Hash of the module's path and of the names and contents of all files. */
  readonly hash: string;
  /**
   * Hashes of the contents by path relative to the module's folder, with `/`: the module itself first, then its
   * dependencies.
   */
  readonly files: ReadonlyMap<string, string>;
  /** False if the files exceed the limits, so that changes cannot be detected. */
  readonly isComplete: boolean;
}

/** Limits on the files of a module that are read. */
export interface ModuleFilesLimits {
  readonly files: number;
  readonly bytes: number;
}

const LIMITS: ModuleFilesLimits = { files: 500, bytes: 20_000_000 };

/**
 * Reads a module of tools and its dependencies: every quoted path that starts with `./` or `../` and exists, in the module
 * and in the scripts that it refers to, whether it is imported, required or read. Computed paths and packages are not
 * followed. Returns undefined if the module cannot be read.
 * @param file absolute path
 */
export function readModuleFiles(file: string, limits = LIMITS): ModuleFiles | undefined {
  const root = realFile(file);
  if (root === undefined) return undefined;
  const folder = dirname(root);
  const found = new Map<string, string>();
  const open = [root];
  const seen = new Set(open);
  let bytes = 0;
  let isComplete = true;
  for (const path of open) {
    if (found.size >= limits.files || bytes + sizeOf(path) > limits.bytes) {
      isComplete = false;
      break;
    }
    const content = read(path);
    if (content === undefined) continue;
    bytes += content.length;
    found.set(relative(folder, path).replaceAll('\\', '/'), hashOf(content));
    for (const next of isScript(path) ? referencedFiles(path, content.toString('utf8')) : []) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  if (found.size === 0 && isComplete) return undefined;
  const lines = [...found].map((one) => JSON.stringify(one)).sort();
  return { root, hash: hashOf([JSON.stringify(root), ...lines].join('\n')), files: found, isComplete };
}

/** Suffixes that `require` appends to a path. */
const SUFFIXES = ['', '.js', '.json', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs'];

function referencedFiles(from: string, source: string): readonly string[] {
  const found: string[] = [];
  for (const [, , written = ''] of source.matchAll(/(['"`])(\.{1,2}\/[^'"`\n\\]{1,500})\1/g)) {
    const [plain = ''] = written.split(/[?#]/, 1);
    for (const path of new Set([plain, tryDecode(plain)])) {
      const target = resolve(dirname(from), path);
      const file = SUFFIXES.map((ending) => realFile(target + ending)).find((one) => one !== undefined);
      if (file !== undefined) found.push(file);
    }
  }
  return found;
}

/** Import paths are URLs, in which a space may be written as `%20`. */
function tryDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isScript(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

/** Returns the real path of a regular file, resolved as Node does. */
function realFile(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function read(path: string): Buffer | undefined {
  const bytes = readRegularFile(path);
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
