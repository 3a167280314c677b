/** Counts over all rows, updated as rows arrive and change: steps, kinds, problems, guards and filter choices. */
import { INT, INTS, NUM, NUMS, STATUSES } from '../columns.ts';
import type { SpanStatus } from '../row.ts';
import { CHIP_OF, type Chip, NAME_GROUPS, type NameGroup } from './filter.ts';
import { rootOf } from './outline.ts';
import { NO_PROBLEMS, type ProblemCounts, type ProblemKind, problemKind } from './problems.ts';
import { enlarge, type Table } from './table.ts';

export class Tally {
  steps = 0;
  /** Number of agents at the root, one for each prompt. */
  prompts = 0;
  /** True if the cost of some row is known. */
  hasCosts = false;
  /** Tokens of the largest request of a model call; 0 if none is known. */
  largestRequest = 0;
  readonly chips: { [chip in Chip]: number } = { llm: 0, skills: 0, tools: 0, scripts: 0, guards: 0 };
  readonly statuses = new Map<SpanStatus, number>();
  /** Number of rows with each name, by string index. */
  readonly names: { readonly [group in NameGroup]: Map<number, number> } = {
    agent: new Map(),
    skill: new Map(),
    tool: new Map(),
  };
  /** Ids, in order. */
  readonly problems: number[] = [];
  /** The problems of all rows by kind, and those below each row at the root, by its id. */
  allProblems: ProblemCounts = { ...NO_PROBLEMS };
  readonly problemsByRoot = new Map<number, ProblemCounts>();
  /** Ids of calls that change files, in order. */
  readonly changes: number[] = [];
  /** Id of the first guard row, warnings included; -1 for none. */
  firstGuard = -1;
  /** Ids of guards that counted rows, in order. */
  readonly guards: number[] = [];
  /** Ids of the rows that are evidence, each with the last guard that counted it. */
  readonly evidence = new Map<number, number>();
  private readonly table: Table;
  /** The status with which each row was counted, as its index plus one; 0 for none. */
  private counted = new Uint8Array(1024);

  constructor(table: Table) {
    this.table = table;
  }

  clear(): void {
    this.steps = 0;
    this.prompts = 0;
    this.hasCosts = false;
    this.largestRequest = 0;
    for (const chip of Object.keys(this.chips) as Chip[]) this.chips[chip] = 0;
    this.statuses.clear();
    for (const group of NAME_GROUPS) this.names[group].clear();
    this.problems.length = 0;
    this.allProblems = { ...NO_PROBLEMS };
    this.problemsByRoot.clear();
    this.changes.length = 0;
    this.firstGuard = -1;
    this.guards.length = 0;
    this.evidence.clear();
    this.counted.fill(0);
  }

  /** Counts a new or changed row. */
  update(id: number): void {
    if (id >= this.counted.length) this.counted = enlarge(this.counted, Math.max(id + 1, this.counted.length * 2));
    if (!Number.isNaN(this.table.nums[id * NUMS + NUM.costUsd])) this.hasCosts = true;
    const tokens = this.table.nums[id * NUMS + NUM.tokensIn]!;
    if (tokens > this.largestRequest && this.table.kind(id) === 'model') this.largestRequest = tokens;
    if (this.table.rest.get(id)?.change !== undefined) insertSorted(this.changes, id);
    else if (this.changes.length > 0) removeSorted(this.changes, id);
    const before = this.counted[id]!;
    const index = ((this.table.ints[id * INTS + INT.traits]! >> 16) & 255) + 1;
    if (before === index) return;
    this.counted[id] = index;
    const kind = this.table.kind(id);
    if (before === 0) this.add(id);
    if (kind === 'cause') return;
    const status = this.table.status(id);
    increment(this.statuses, status, 1);
    const verdict = kind === 'guard' ? this.table.rest.get(id)?.guard?.verdict : undefined;
    const was = STATUSES[before - 1];
    if (was !== undefined) increment(this.statuses, was, -1);
    const parent = this.table.parent(id);
    const above = parent < 0 ? undefined : this.table.kind(parent);
    const now = problemKind(kind, status, verdict, above);
    const wasProblem = was === undefined ? undefined : problemKind(kind, was, verdict, above);
    if (now === wasProblem) return;
    this.countProblem(id, wasProblem, -1);
    this.countProblem(id, now, 1);
    if (now === undefined) removeSorted(this.problems, id);
    else insertSorted(this.problems, id);
  }

  private countProblem(id: number, kind: ProblemKind | undefined, by: 1 | -1): void {
    if (kind === undefined) return;
    const root = rootOf(this.table, id);
    const counts = this.problemsByRoot.get(root) ?? { ...NO_PROBLEMS };
    this.problemsByRoot.set(root, counts);
    counts[kind] += by;
    this.allProblems[kind] += by;
  }

  private add(id: number): void {
    const { table } = this;
    const kind = table.kind(id);
    if (kind !== 'cause') {
      this.steps++;
      const chip = CHIP_OF[kind];
      if (chip !== undefined) this.chips[chip]++;
      for (const group of NAME_GROUPS) {
        const index = table.stringAt(id, INT[group]);
        if (index > 0) increment(this.names[group], index, 1);
      }
    }
    if (kind === 'agent' && table.parent(id) < 0) this.prompts++;
    if (kind === 'guard' && (this.firstGuard < 0 || id < this.firstGuard)) this.firstGuard = id;
    const guard = kind === 'guard' ? table.rest.get(id)?.guard : undefined;
    if (guard === undefined || guard.evidence.length === 0) return;
    insertSorted(this.guards, id);
    if (guard.verdict === 'warn') return;
    for (const one of guard.evidence) this.evidence.set(one, id);
  }
}

function increment<K>(counts: Map<K, number>, key: K, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}

/** Inserts a number into a sorted list, unless it is there. It is nearly always the last. */
export function insertSorted(list: number[], value: number): void {
  let at = list.length;
  while (at > 0 && list[at - 1]! > value) at--;
  if (list[at - 1] !== value) list.splice(at, 0, value);
}

/** Removes a number from a sorted list, if it is there. */
function removeSorted(list: number[], value: number): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  if (list[low] === value) list.splice(low, 1);
}
