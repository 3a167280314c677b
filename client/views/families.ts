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

/** A run of a family, and the number of forks that lead to it from the first one. */
interface FamilyMember {
  readonly run: LibraryRun;
  readonly depth: number;
}

/** Returns the family of the run with this journal, each run before its forks; empty if the run is not among these. */
export function familyOf(runs: readonly LibraryRun[], journal: string): readonly FamilyMember[] {
  const byJournal = new Map(runs.map((one) => [one.run.journal, one]));
  let first = byJournal.get(journal);
  // An origin is older than its fork, so this ends.
  for (let above = first; above !== undefined; above = byJournal.get(originOf(above) ?? '')) first = above;
  if (first === undefined) return [];
  const { forksOf } = familiesOf(runs);
  const members: FamilyMember[] = [];
  const pending: FamilyMember[] = [{ run: first, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    members.push(next);
    const { depth } = next;
    // Newest first, as they are listed.
    pending.push(
      ...forksOf(next.run)
        .map((run) => ({ run, depth: depth + 1 }))
        .toReversed(),
    );
  }
  return members;
}

/** Returns the number of forks of each run that has some, by its journal. */
export function countForks(runs: readonly LibraryRun[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of runs) {
    const origin = originOf(one);
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return counts;
}

/** Returns the journal of the run that this one was forked from; undefined for other runs. */
function originOf({ run: { journal, started } }: LibraryRun): string | undefined {
  const origin = started.forked?.run;
  const folder = dirname(journal);
  if (origin === undefined || origin >= basename(folder) || basename(origin) !== origin) return undefined;
  return join(dirname(folder), origin, basename(journal));
}
