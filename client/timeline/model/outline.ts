/** The visible rows of the tree: folded branches and filtered kinds left out, in the order they are drawn. */
import type { SpanKind, SpanRow } from '../protocol.ts';

export type Chip = 'llm' | 'skills' | 'tools' | 'scripts' | 'guards';

export const CHIP_OF: { readonly [kind in SpanKind]: Chip | undefined } = {
  agent: undefined,
  model: 'llm',
  skill: 'skills',
  tool: 'tools',
  script: 'scripts',
  tools: 'tools',
  approval: 'scripts',
  guard: 'guards',
  cause: 'guards',
  answer: undefined,
  note: undefined,
};

export interface Outline {
  /** Ids of the visible rows, top to bottom. */
  readonly ids: readonly number[];
  /** Place of a row among the visible ones, -1 where it is hidden. By id. */
  readonly indexOf: Int32Array;
  /** From 1. By id. */
  readonly level: Int32Array;
  /** Place among its siblings, from 1, and how many they are, filtered ones left out. By id. */
  readonly position: Int32Array;
  readonly siblings: Int32Array;
  /** Rows with children that are not filtered out. By id. */
  readonly parents: Uint8Array;
}

/**
 * Lays the tree out.
 * @param rows all rows, by id; a parent stands before its children
 * @param collapsed ids of the rows whose children are folded away
 * @param chips kinds to show, with the rows they stand under; empty shows all
 */
export function outlineOf(rows: readonly SpanRow[], collapsed: ReadonlySet<number>, chips: ReadonlySet<Chip>): Outline {
  const count = rows.length;
  const kept = keptBy(rows, chips);
  const first = new Int32Array(count).fill(-1);
  const last = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const position = new Int32Array(count);
  const siblings = new Int32Array(count);
  const childCount = new Int32Array(count + 1);
  const roots: number[] = [];
  for (let id = 0; id < count; id++) {
    if (kept[id] === 0) continue;
    const parent = parentOf(rows, id);
    position[id] = ++childCount[parent + 1]!;
    if (parent < 0) {
      roots.push(id);
      continue;
    }
    const before = last[parent]!;
    if (before < 0) first[parent] = id;
    else next[before] = id;
    last[parent] = id;
  }
  for (let id = 0; id < count; id++) siblings[id] = childCount[parentOf(rows, id) + 1]!;

  const ids: number[] = [];
  const indexOf = new Int32Array(count).fill(-1);
  const level = new Int32Array(count);
  for (const root of roots) walk(root);
  const parents = new Uint8Array(count);
  for (let id = 0; id < count; id++) parents[id] = first[id]! >= 0 ? 1 : 0;
  return { ids, indexOf, level, position, siblings, parents };

  function walk(root: number): void {
    let id = root;
    level[root] = 1;
    for (;;) {
      indexOf[id] = ids.length;
      ids.push(id);
      const child = first[id]!;
      if (child >= 0 && !collapsed.has(id)) {
        level[child] = level[id]! + 1;
        id = child;
        continue;
      }
      while (next[id]! < 0 || id === root) {
        if (id === root) return;
        id = parentOf(rows, id);
      }
      level[next[id]!] = level[id]!;
      id = next[id]!;
    }
  }
}

/** A parent that is missing, or does not stand before its child, counts as none: no journal can make a loop. */
function parentOf(rows: readonly SpanRow[], id: number): number {
  const parent = rows[id]?.parent ?? -1;
  return parent < id && parent >= 0 ? parent : -1;
}

function keptBy(rows: readonly SpanRow[], chips: ReadonlySet<Chip>): Uint8Array {
  const kept = new Uint8Array(rows.length);
  if (chips.size === 0) return kept.fill(1);
  for (let id = rows.length - 1; id >= 0; id--) {
    const chip = CHIP_OF[rows[id]?.kind ?? 'note'];
    if (chip !== undefined && chips.has(chip)) kept[id] = 1;
    const parent = parentOf(rows, id);
    if (kept[id] === 1 && parent >= 0) kept[parent] = 1;
  }
  return kept;
}

/** A row that reports trouble: F8 stops there. */
export function isProblem(row: SpanRow): boolean {
  if (row.kind === 'guard') return row.guard?.verdict !== 'warn';
  if (row.kind === 'cause' || row.kind === 'approval' || row.kind === 'agent') return false;
  return row.status === 'miss' || row.status === 'error' || row.status === 'denied';
}

/** How many rows each chip would show. */
export function countChips(rows: readonly SpanRow[]): { readonly [chip in Chip]: number } {
  const counts = { llm: 0, skills: 0, tools: 0, scripts: 0, guards: 0 };
  for (const row of rows) {
    const chip = CHIP_OF[row.kind];
    if (chip !== undefined && row.kind !== 'cause') counts[chip]++;
  }
  return counts;
}

/** A row's ancestors, nearest first. */
export function ancestors(rows: readonly SpanRow[], id: number): readonly number[] {
  const found: number[] = [];
  for (let at = parentOf(rows, id); at >= 0; at = parentOf(rows, at)) found.push(at);
  return found;
}
