/**
 * The visible rows of the tree: folded branches and filtered rows left out, in the order they are drawn. Rows that come
 * while a run goes on are put where they belong, so that a tick costs the new rows and not all of them.
 */
import type { SpanKind, SpanStatus } from '../row.ts';
import { grown, type Table } from './table.ts';

const NONE: ReadonlySet<number> = new Set();

export class Outline {
  /** Ids of the visible rows, top to bottom; the first `length` count. */
  ids = new Int32Array(1024);
  length = 0;
  /** Place of a row among the visible ones, -1 where it is hidden. By id. */
  indexOf = new Int32Array(1024);
  /** Place among its siblings, from 1, filtered ones left out. By id. */
  position = new Int32Array(1024);
  private readonly table: Table;
  private collapsed = NONE;
  private matches: ((id: number) => boolean) | undefined;
  private kept = new Uint8Array(1024);
  /** Last kept child by id, -1 for none; how many there are by id, at place 0 those of the top. */
  private lastChild = new Int32Array(1024);
  private children = new Int32Array(1025);
  private laidOut = 0;

  constructor(table: Table) {
    this.table = table;
  }

  /** How many siblings a row has, itself included. */
  siblings(id: number): number {
    return this.children[this.table.parent(id) + 1] ?? 1;
  }

  /** Whether rows stand under it that are not filtered out. */
  isParent(id: number): boolean {
    return (this.children[id + 1] ?? 0) > 0;
  }

  /** The row at a place, -1 where there is none. */
  at(index: number): number {
    return index >= 0 && index < this.length ? this.ids[index]! : -1;
  }

  /** Place of a row among the visible ones, -1 where it is hidden. */
  place(id: number): number {
    return id >= 0 && id < this.laidOut ? this.indexOf[id]! : -1;
  }

  /**
   * Lays the whole tree out.
   * @param collapsed ids of the rows whose children are folded away
   * @param matches rows to show, with the rows they stand under; undefined shows all
   */
  layOut(collapsed: ReadonlySet<number>, matches?: (id: number) => boolean): void {
    const { table } = this;
    this.collapsed = collapsed;
    this.matches = matches;
    this.room(table.count);
    this.length = 0;
    this.children.fill(0);
    this.kept.fill(0);
    for (let id = table.count - 1; id >= 0; id--) {
      if (this.kept[id] === 0 && matches !== undefined && !matches(id)) continue;
      this.kept[id] = 1;
      const parent = table.parent(id);
      if (parent >= 0) this.kept[parent] = 1;
    }
    const next = new Int32Array(table.count).fill(-1);
    const first = new Int32Array(table.count).fill(-1);
    const roots: number[] = [];
    for (let id = 0; id < table.count; id++) {
      this.indexOf[id] = -1;
      this.lastChild[id] = -1;
      if (this.kept[id] === 0) continue;
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
    this.laidOut = table.count;
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

  /** Puts the rows in that came since; false where only a new layout can. */
  append(): boolean {
    this.room(this.table.count);
    for (; this.laidOut < this.table.count; this.laidOut++) {
      if (!this.add(this.laidOut)) return false;
    }
    return true;
  }

  private add(id: number): boolean {
    this.indexOf[id] = -1;
    this.lastChild[id] = -1;
    this.children[id + 1] = 0;
    this.kept[id] = 0;
    if (this.matches !== undefined && !this.matches(id)) return true;
    const parent = this.table.parent(id);
    // What it stands under was hidden until now: that has a place of its own among others.
    if (parent >= 0 && this.kept[parent] === 0) return false;
    this.kept[id] = 1;
    this.position[id] = ++this.children[parent + 1]!;
    const place = parent < 0 ? this.length : this.endOf(parent);
    if (parent >= 0) this.lastChild[parent] = id;
    if (place >= 0) this.insert(id, place);
    return true;
  }

  /** The place after the last visible row under a row; -1 where its children are not visible. */
  private endOf(parent: number): number {
    if (this.indexOf[parent]! < 0 || this.collapsed.has(parent)) return -1;
    let last = parent;
    while (this.lastChild[last]! >= 0 && !this.collapsed.has(last)) last = this.lastChild[last]!;
    return this.indexOf[last]! + 1;
  }

  private insert(id: number, place: number): void {
    this.ids.copyWithin(place + 1, place, this.length);
    this.ids[place] = id;
    this.length++;
    for (let index = place; index < this.length; index++) this.indexOf[this.ids[index]!] = index;
  }

  private room(count: number): void {
    if (count <= this.kept.length) return;
    const size = Math.max(count, this.kept.length * 2);
    this.ids = grown(this.ids, size);
    this.indexOf = grown(this.indexOf, size);
    this.position = grown(this.position, size);
    this.lastChild = grown(this.lastChild, size);
    this.children = grown(this.children, size + 1);
    this.kept = grown(this.kept, size);
  }
}

/** A row that reports trouble: F8 stops there. */
export function isProblem(kind: SpanKind, status: SpanStatus, verdict?: string): boolean {
  if (kind === 'guard') return verdict !== 'warn';
  if (kind === 'cause' || kind === 'approval' || kind === 'agent') return false;
  return status === 'miss' || status === 'error' || status === 'denied';
}

/** A row's ancestors, nearest first. */
export function ancestors(table: Table, id: number): readonly number[] {
  const found: number[] = [];
  for (let at = table.parent(id); at >= 0; at = table.parent(at)) found.push(at);
  return found;
}
