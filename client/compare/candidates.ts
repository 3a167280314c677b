/** The runs to compare a run with. Independent of `vscode`. */
import type { LibraryRun } from '../runs/library.ts';

type Run = Pick<LibraryRun, 'run'>;

/**
 * Sorts the other runs by what they have in common with a run: the same prompt, agent, client and skills first, then the
 * same agent and skills, then a common skill. Keeps the order of runs with as much in common.
 */
export function sortByLikeness<T extends Run>(runs: readonly T[], run: Run): readonly T[] {
  const others = runs.filter((one) => one.run.journal !== run.run.journal);
  return others.toSorted((a, b) => likeness(b, run) - likeness(a, run));
}

/** Returns how much two runs have in common: 3 for a repetition, 0 for nothing. */
export function likeness(a: Run, b: Run): number {
  const [first, second] = [a.run.started, b.run.started];
  const [skills, others] = [namesOf(a), namesOf(b)];
  const isSameAgent =
    first.agent === second.agent &&
    first.client === second.client &&
    skills.length === others.length &&
    skills.every((name) => others.includes(name));
  if (isSameAgent) return first.prompt === second.prompt ? 3 : 2;
  return skills.some((name) => others.includes(name)) ? 1 : 0;
}

function namesOf({ run }: Run): readonly string[] {
  return run.started.skills.map(({ name }) => name);
}

/** Returns the earlier runs of the same prompt, agent, client and skills, in the given order. */
export function earlierRepetitions<T extends Run>(runs: readonly T[], run: Run): readonly T[] {
  return runs.filter((one) => likeness(one, run) === 3 && one.run.started.time < run.run.started.time);
}

/** Returns two journals in the order of their runs' starts, so that the earlier run is on the left. */
export function inOrder(a: Run, b: Run): readonly [a: string, b: string] {
  const journals = [a.run.journal, b.run.journal] as const;
  return b.run.started.time < a.run.started.time ? [journals[1], journals[0]] : journals;
}
