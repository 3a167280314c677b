import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

export interface ModuleFiles {
  /** Where the module lies, links followed. */
  readonly root: string;
  /** Of where the module lies, and of the name and content of every file below. */
  readonly hash: string;
  /** Hash of the content of each, by its path from the module's folder, with `/`: the module itself, then what it leads to. */
  readonly files: ReadonlyMap<string, string>;
  /** False where there are more or larger ones than are looked at: nobody can tell then whether it is the same. */
  readonly whole: boolean;
}

export interface ModuleFilesLimits {
  readonly files: number;
  readonly bytes: number;
}

const LIMITS: ModuleFilesLimits = { files: 500, bytes: 20_000_000 };

/**
 * Reads a module of tools (an absolute path) and the files that it leads to: each path in quotes that begins with `./` or
 * `../` and is there, in it and in the scripts that it leads to, whether it is imported, required or read. Paths that it
 * puts together and packages are not followed. Undefined where the module cannot be read.
 */
export function readModuleFiles(file: string, limits = LIMITS): ModuleFiles | undefined {
  const root = realFile(file);
  if (root === undefined) return undefined;
  const folder = dirname(root);
  const found = new Map<string, string>();
  const open = [root];
  const seen = new Set(open);
  let bytes = 0;
  let whole = true;
  for (const path of open) {
    if (found.size >= limits.files || bytes + sizeOf(path) > limits.bytes) {
      whole = false;
      break;
    }
    const content = read(path);
    if (content === undefined) continue;
    bytes += content.length;
    found.set(relative(folder, path).replaceAll('\\', '/'), hashOf(content));
    for (const next of isScript(path) ? leadsTo(path, content.toString('utf8')) : []) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  if (found.size === 0 && whole) return undefined;
  const lines = [...found].map((one) => JSON.stringify(one)).sort();
  return { root, hash: hashOf([JSON.stringify(root), ...lines].join('\n')), files: found, whole };
}

/** What is added to a path that `require` is given. */
const ENDINGS = ['', '.js', '.json', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs'];

function leadsTo(from: string, source: string): readonly string[] {
  const found: string[] = [];
  for (const [, , written = ''] of source.matchAll(/(['"`])(\.{1,2}\/[^'"`\n\\]{1,500})\1/g)) {
    const [plain = ''] = written.split(/[?#]/, 1);
    for (const path of new Set([plain, decoded(plain)])) {
      const target = resolve(dirname(from), path);
      const file = ENDINGS.map((ending) => realFile(target + ending)).find((one) => one !== undefined);
      if (file !== undefined) found.push(file);
    }
  }
  return found;
}

/** Paths of imports are addresses: a blank may stand there as `%20`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isScript(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

/** Where an ordinary file lies, links followed, as node follows them. */
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
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
