/** The tree of runs as data. Knows no `vscode`. */
import { oneLine } from '../panel/trace/read.ts';
import { modelOf, stateOf, titleOf } from '../runs/describe.ts';
import type { LibraryRun } from '../runs/library.ts';

export type GroupBy = 'skill' | 'agent';

export interface Group {
  readonly kind: 'group';
  /** Stays the same as runs come and go. */
  readonly key: string;
  readonly label: string;
  readonly what: 'pinned' | GroupBy;
  readonly runs: readonly LibraryRun[];
}

/** A run that offered more skills stands in the groups of the first ones. */
const MOST_GROUPS = 20;

/** Groups by name, what is pinned above all; runs in the order that they come in. */
export function groupsOf(runs: readonly LibraryRun[], by: GroupBy): readonly Group[] {
  const groups = new Map<string, LibraryRun[]>();
  for (const run of runs) {
    if (run.meta.pinned === true) continue;
    for (const name of namesOf(run, by)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [run]);
      else group.push(run);
    }
  }
  const pinned = runs.filter((run) => run.meta.pinned === true);
  const named = [...groups].sort(([a], [b]) => a.localeCompare(b));
  return [
    ...(pinned.length > 0
      ? [{ kind: 'group', key: 'pinned', label: 'Pinned', what: 'pinned', runs: pinned } as const]
      : []),
    ...named.map(([label, runs]): Group => ({ kind: 'group', key: `${by} ${label}`, label, what: by, runs })),
  ];
}

function namesOf({ run }: LibraryRun, by: GroupBy): ReadonlySet<string> {
  if (by === 'agent') return new Set([oneLine(run.started.agent, 80) || '(no agent)']);
  const names = new Set(
    run.started.skills.slice(0, MOST_GROUPS).map((skill) => oneLine(skill.name, 80) || '(no name)'),
  );
  return names.size > 0 ? names : new Set(['(no skill)']);
}

/** Runs that hold every word of the query in name, prompt, skills, agent, model or state, letter case aside. */
export function matching(runs: readonly LibraryRun[], query: string): readonly LibraryRun[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return runs;
  return runs.filter((one) => {
    const { run, meta, atWork } = one;
    const skills = run.started.skills.map((skill) => skill.name);
    const told = [titleOf(run, meta.name), run.started.prompt.slice(0, 10_000), run.started.agent, modelOf(run)];
    const all = [...told, ...skills, stateOf(run, atWork).text].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
