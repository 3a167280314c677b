/** The families of runs: each with its forks. Independent of `vscode`. */
import { basename, dirname, join } from 'node:path';
import type { LibraryRun } from '../runs/library.ts';

/** Runs without their forks, and the forks of each. */
export interface Families {
  readonly roots: readonly LibraryRun[];
  readonly forksOf: (run: LibraryRun) => readonly LibraryRun[];
}

/**
 * Separates forks from the runs that they were forked from. A fork whose origin is not among the runs is a root. Journals
 * are untrusted: an origin must be older than its fork by its id, which begins with the time, so that no run is lost in a
 * cycle.
 */
export function familiesOf(runs: readonly LibraryRun[]): Families {
  const journals = new Set(runs.map(({ run }) => run.journal));
  const forks = new Map<string, LibraryRun[]>();
  const roots = runs.filter((one) => {
    const origin = originOf(one);
    if (origin === undefined || !journals.has(origin)) return true;
    const family = forks.get(origin);
    if (family === undefined) forks.set(origin, [one]);
    else family.push(one);
    return false;
  });
  return { roots, forksOf: ({ run }) => forks.get(run.journal) ?? [] };
}

/** Returns the journal of the run that this one was forked from; undefined for other runs. */
function originOf({ run: { journal, started } }: LibraryRun): string | undefined {
  const origin = started.forked?.run;
  const folder = dirname(journal);
  if (origin === undefined || origin >= basename(folder) || basename(origin) !== origin) return undefined;
  return join(dirname(folder), origin, basename(journal));
}
