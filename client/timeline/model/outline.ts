/**
 * The visible rows of the tree, without collapsed branches and filtered rows, in display order. Rows that arrive during
 * a run are inserted, so the cost of an update depends only on the new rows.
 */
import { enlarge, type Table } from './table.ts';

const NONE: ReadonlySet<number> = new Set();
const NONE_HIDDEN: ReadonlyMap<number, unknown> = new Map();

export class Outline {
  /** Ids of the visible rows, top to bottom; only the first `length` are valid. */
  ids = new Int32Array(1024);
  length = 0;
  /** Index among the visible rows by id; -1 if hidden. */
  indexOf = new Int32Array(1024);
  /** 1-based position among the siblings that are not filtered out, by id. */
  position = new Int32Array(1024);
  private readonly table: Table;
  private collapsed = NONE;
  private matches: ((id: number) => boolean) | undefined;
  private included = new Uint8Array(1024);
  /** Last included child by id, -1 for none; and number of included children by id + 1, with the roots at 0. */
  private lastChild = new Int32Array(1024);
  private children = new Int32Array(1025);
  private laidOutCount = 0;
  /** True if it is a sorted list instead of the tree. */
  isFlat = false;

  constructor(table: Table) {
    this.table = table;
  }

  /** Returns the number of siblings of a row, including itself. */
  siblings(id: number): number {
    return this.isFlat ? this.length : (this.children[this.table.parent(id) + 1] ?? 1);
  }

  /** True if the row has children that are not filtered out. */
  isParent(id: number): boolean {
    return !this.isFlat && (this.children[id + 1] ?? 0) > 0;
  }

  /** Returns the row at an index, or -1. */
  at(index: number): number {
    return index >= 0 && index < this.length ? this.ids[index]! : -1;
  }

  /** Returns the index of a row among the visible ones, or -1 if it is hidden. */
  visibleIndex(id: number): number {
    return id >= 0 && id < this.laidOutCount ? this.indexOf[id]! : -1;
  }

  /** Returns the depth of a row, from 1. */
  depth(id: number): number {
    return this.isFlat ? 1 : (this.table.levels[id] ?? 1);
  }

  /** Shows only these rows, in this order, in place of the tree. */
  layOutFlat(ids: Int32Array): void {
    this.ensureCapacity(this.table.count);
    this.isFlat = true;
    this.length = ids.length;
    this.laidOutCount = this.table.count;
    this.indexOf.fill(-1, 0, this.table.count);
    this.ids.set(ids);
    for (let index = 0; index < ids.length; index++) {
      this.indexOf[ids[index]!] = index;
      this.position[ids[index]!] = index + 1;
    }
  }

  /**
   * Lays out the entire tree.
   * @param collapsed ids of the collapsed rows
   * @param matches rows to show, together with their ancestors; undefined shows all
   * @param hidden ids of rows to leave out, with everything below them
   */
  layOut(collapsed: ReadonlySet<number>, matches?: (id: number) => boolean, hidden = NONE_HIDDEN): void {
    const { table } = this;
    this.isFlat = false;
    this.collapsed = collapsed;
    this.matches = matches;
    this.ensureCapacity(table.count);
    this.length = 0;
    this.children.fill(0);
    this.included.fill(0);
    for (let id = table.count - 1; id >= 0; id--) {
      if (this.included[id] === 0 && (hidden.has(id) || (matches !== undefined && !matches(id)))) continue;
      this.included[id] = 1;
      const parent = table.parent(id);
      if (parent >= 0) this.included[parent] = 1;
    }
    const next = new Int32Array(table.count).fill(-1);
    const first = new Int32Array(table.count).fill(-1);
    const roots: number[] = [];
    for (let id = 0; id < table.count; id++) {
      this.indexOf[id] = -1;
      this.lastChild[id] = -1;
      if (this.included[id] === 0) continue;
      const parent = table.parent(id);
      this.position[id] = ++this.children[parent + 1]!;
      if (parent < 0) {
        roots.push(id);
        continue;
      }
      const before = this.lastChild[parent]!;
      if (before < 0) first[parent] = id;
      else next[before] = id;
      this.lastChild[parent] = id;
    }
    this.laidOutCount = table.count;
    for (const root of roots) this.walk(root, first, next);
  }

  private walk(root: number, first: Int32Array, next: Int32Array): void {
    let id = root;
    for (;;) {
      this.indexOf[id] = this.length;
      this.ids[this.length++] = id;
      const child = first[id]!;
      if (child >= 0 && !this.collapsed.has(id)) {
        id = child;
        continue;
      }
      while (id !== root && next[id]! < 0) id = this.table.parent(id);
      if (id === root) return;
      id = next[id]!;
    }
  }

  /** Inserts the rows added since the last call; returns false if a new layout is needed. */
  append(): boolean {
    this.ensureCapacity(this.table.count);
    for (; this.laidOutCount < this.table.count; this.laidOutCount++) {
      if (!this.add(this.laidOutCount)) return false;
    }
    return true;
  }

  private add(id: number): boolean {
    this.indexOf[id] = -1;
    this.lastChild[id] = -1;
    this.children[id + 1] = 0;
    this.included[id] = 0;
    if (this.matches !== undefined && !this.matches(id)) return true;
    const parent = this.table.parent(id);
    // The parent was hidden until now and must first get an index of its own.
    if (parent >= 0 && this.included[parent] === 0) return false;
    this.included[id] = 1;
    this.position[id] = ++this.children[parent + 1]!;
    const index = parent < 0 ? this.length : this.indexAfter(parent);
    if (parent >= 0) this.lastChild[parent] = id;
    if (index >= 0) this.insert(id, index);
    return true;
  }

  /** Returns the index after the last visible descendant of a row, or -1 if its children are not visible. */
  private indexAfter(parent: number): number {
    if (this.indexOf[parent]! < 0 || this.collapsed.has(parent)) return -1;
    let last = parent;
    while (this.lastChild[last]! >= 0 && !this.collapsed.has(last)) last = this.lastChild[last]!;
    return this.indexOf[last]! + 1;
  }

  private insert(id: number, at: number): void {
    this.ids.copyWithin(at + 1, at, this.length);
    this.ids[at] = id;
    this.length++;
    for (let index = at; index < this.length; index++) this.indexOf[this.ids[index]!] = index;
  }

  private ensureCapacity(count: number): void {
    if (count <= this.included.length) return;
    const size = Math.max(count, this.included.length * 2);
    this.ids = enlarge(this.ids, size);
    this.indexOf = enlarge(this.indexOf, size);
    this.position = enlarge(this.position, size);
    this.lastChild = enlarge(this.lastChild, size);
    this.children = enlarge(this.children, size + 1);
    this.included = enlarge(this.included, size);
  }
}

/** Returns a row's ancestors, nearest first. */
export function ancestors(table: Table, id: number): readonly number[] {
  const found: number[] = [];
  for (let at = table.parent(id); at >= 0; at = table.parent(at)) found.push(at);
  return found;
}

/** Returns the row at the root that a row is below, or that it is. */
export function rootOf(table: Table, id: number): number {
  let root = id;
  for (let above = table.parent(root); above >= 0; above = table.parent(root)) root = above;
  return root;
}
