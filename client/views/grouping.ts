/** Grouping and filtering of runs. Independent of `vscode`. */
import { oneLine } from '../panel/trace/read.ts';
import { clientOf, modelOf, stateOf, titleOf } from '../runs/describe.ts';
import type { LibraryRun } from '../runs/library.ts';

export type GroupBy = 'skill' | 'agent';

export interface Group {
  readonly kind: 'group';
  /** Identifies the group as runs are added and removed. */
  readonly key: string;
  readonly label: string;
  readonly type: 'pinned' | GroupBy;
  readonly runs: readonly LibraryRun[];
}

/** Maximum number of groups of a run. A run with more skills is listed under the first ones. */
const MAX_GROUPS = 20;

/** Groups runs by name, with pinned runs in a first group. Keeps the order of runs within a group. */
export function groupRuns(runs: readonly LibraryRun[], by: GroupBy): readonly Group[] {
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
      ? [{ kind: 'group', key: 'pinned', label: 'Pinned', type: 'pinned', runs: pinned } as const]
      : []),
    ...named.map(([label, runs]): Group => ({ kind: 'group', key: `${by} ${label}`, label, type: by, runs })),
  ];
}

function namesOf({ run }: LibraryRun, by: GroupBy): ReadonlySet<string> {
  if (by === 'agent') return new Set([oneLine(run.started.agent, 80) || '(no agent)']);
  const names = new Set(run.started.skills.slice(0, MAX_GROUPS).map((skill) => oneLine(skill.name, 80) || '(no name)'));
  return names.size > 0 ? names : new Set(['(no skill)']);
}

/** Returns the runs whose name, prompt, skills, agent, model, client and state contain every word of the query, ignoring case. */
export function filterRuns(runs: readonly LibraryRun[], query: string): readonly LibraryRun[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return runs;
  return runs.filter((one) => {
    const { run, meta, activity } = one;
    const skills = run.started.skills.map((skill) => skill.name);
    const texts = [titleOf(run, meta.name), run.started.prompt.slice(0, 10_000), run.started.agent, modelOf(run)];
    const client = [clientOf(run), run.started.client ?? 'adk'];
    const all = [...texts, ...client, ...skills, stateOf(run, activity).text].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
