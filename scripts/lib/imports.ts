/** Who imports whom, as the sources say it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** From one file, folder or part to another. */
export type Arrow = readonly [from: string, to: string];

/**
 * Every import between files of the repository, by their paths from its root: types, tests and `import()` included.
 * @param root absolute path of the checkout
 */
export function importsOf(root: string): readonly Arrow[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter(Boolean)
    .flatMap((file) =>
      [...read(join(root, file)).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.(?:tsx?|mjs))'/g)].map(
        ([, path = '']): Arrow => [file, relative(root, resolve(root, dirname(file), path))],
      ),
    );
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Deleted, and not yet committed.
    return '';
  }
}

/** From the folder of each file to the folder of the other, where these are two. */
export function betweenFolders(arrows: readonly Arrow[]): readonly Arrow[] {
  return arrows.map(([from, to]): Arrow => [dirname(from), dirname(to)]).filter(([from, to]) => from !== to);
}

/**
 * From a folder with all below it to another that lies beside it: `a/b/c.ts` that imports `a/d/e/f.ts` is an arrow from
 * `a/b` to `a/d`. What leads into a folder from above, or out of it, is none.
 */
export function betweenNeighbours(arrows: readonly Arrow[]): readonly Arrow[] {
  return arrows.flatMap(([from, to]): Arrow[] => {
    const [a, b] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
    const at = a.findIndex((name, index) => name !== b[index]);
    if (at < 0 || at >= b.length) return [];
    return [[a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')]];
  });
}

/** The arrows that lie on a circle, each once, as `from → to`. */
export function circles(arrows: readonly Arrow[]): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reached = new Map([...next.keys()].map((start) => [start, reach(start, next)]));
  const round = arrows.filter(([from, to]) => reached.get(to)?.has(from));
  return [...new Set(round.map(([from, to]) => `${from} → ${to}`))].sort();
}

function reach(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(next.get(start) ?? [])];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    open.push(...(next.get(one) ?? []));
  }
  return seen;
}
