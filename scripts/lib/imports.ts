/** Imports between source files. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** An import from one file, folder or part to another. */
export type Arrow = readonly [from: string, to: string];

/** An import of a source file. */
export interface Import {
  /** The path of the importing file from the root. */
  readonly from: string;
  /** The imported file's path from the root; absent for a package or a module of Node. */
  readonly to?: string;
  /** The module as the source names it; `node:fs` for `fs`. */
  readonly module: string;
}

/** True for tests and their helpers, which may import everything. */
export const isTest = (file: string): boolean => /\.test\.tsx?$|^test\/equipment\//.test(file);

/**
 * Returns every import of the source files of the repository, including types, tests and `import()`.
 * @param root absolute path of the checkout
 */
export function importsOf(root: string): readonly Import[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter(Boolean)
    .flatMap((file) => importsIn(root, file, read(join(root, file))));
}

/** Returns the imports in a text. */
function importsIn(root: string, file: string, text: string): readonly Import[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^'\s]+)'/g)].map(([, module = '']): Import => {
    if (/^\..*\.(?:tsx?|mjs)$/.test(module))
      return { from: file, to: relative(root, resolve(root, dirname(file), module)), module };
    return { from: file, module: isBuiltin(module) && !module.startsWith('node:') ? `node:${module}` : module };
  });
}

/** Returns the imports between files. */
export function betweenFiles(imports: readonly Import[]): readonly Arrow[] {
  return imports.flatMap(({ from, to }): Arrow[] => (to === undefined ? [] : [[from, to]]));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Deleted, but not committed yet.
    return '';
  }
}

/** Maps imports between files to their folders, without imports inside a folder. */
export function betweenFolders(arrows: readonly Arrow[]): readonly Arrow[] {
  return arrows.map(([from, to]): Arrow => [dirname(from), dirname(to)]).filter(([from, to]) => from !== to);
}

/**
 * Maps imports to sibling folders including their subfolders: if `a/b/c.ts` imports `a/d/e/f.ts`, that is an arrow from
 * `a/b` to `a/d`. Imports into a folder from a parent, or the other way round, are omitted.
 */
export function betweenNeighbors(arrows: readonly Arrow[]): readonly Arrow[] {
  return arrows.flatMap(([from, to]): Arrow[] => {
    const [a, b] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
    const at = a.findIndex((name, index) => name !== b[index]);
    if (at < 0 || at >= b.length) return [];
    return [[a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')]];
  });
}

/** Returns the arrows that are part of a cycle, each once, as `from → to`. */
export function cyclesIn(arrows: readonly Arrow[]): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reached = new Map([...next.keys()].map((start) => [start, reachableFrom(start, next)]));
  const inCycles = arrows.filter(([from, to]) => reached.get(to)?.has(from));
  return [...new Set(inCycles.map(([from, to]) => `${from} → ${to}`))].sort();
}

function reachableFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const seen = new Set<string>();
  const pending = [...(next.get(start) ?? [])];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    pending.push(...(next.get(one) ?? []));
  }
  return seen;
}
