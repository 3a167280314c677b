/**
 * The rows in the DOM. Elements are reused for rows that scroll in, preferably for rows that look alike, and keep their
 * DOM position, because moving an element costs more than rewriting it. When scrolling stops, they are put in order so
 * that screen readers read them in order.
 */
import { findUnmoved } from '../../model/reorder.ts';
import { RowElement } from './row-element.tsx';
import type { RowFacts } from './row-facts.ts';

interface Slot {
  readonly element: RowElement;
  /** The role that the element is reserved for; undefined if any row may use it. */
  readonly role: string | undefined;
  id: number;
  similarityKey: string;
  /** Its index among the drawn rows; -1 before the first time. */
  index: number;
}

/** Milliseconds without a change after which the elements are put in order. */
const REST_MS = 200;

export class RowPool {
  private readonly container: Element;
  /** In row order. */
  private slots: Slot[] = [];
  private readonly spare: Slot[] = [];
  private readonly byElement = new WeakMap<Element, Slot>();
  private reorderTimer: ReturnType<typeof setTimeout> | undefined;
  private isHeld = false;

  constructor(container: Element) {
    this.container = container;
  }

  /** Returns the facts of the row that an event came from. */
  factsAt(target: EventTarget | null): RowFacts | undefined {
    const row = target instanceof Element ? target.closest('.row') : null;
    return row === null ? undefined : this.byElement.get(row)?.element.facts;
  }

  /** The element of the row that is the tab stop. */
  get tabStop(): HTMLElement | undefined {
    return this.slots.find((slot) => slot.element.facts?.tabStop)?.element.root.element;
  }

  /**
   * Draws exactly these rows.
   * @param rows in order
   * @param late returns true for rows that may stay empty for now if their element showed another row
   */
  draw(rows: readonly RowFacts[], late: (index: number) => boolean): void {
    const { assigned, free } = this.partition(rows);
    assignFree(rows, assigned, free);
    const next: Slot[] = [];
    let last = -1;
    for (const facts of rows) {
      const slot = assigned.get(keyOf(facts)) ?? this.createSlot(roleOf(facts), next.at(-1));
      const isReused = slot.id !== facts.row.id;
      if (isReused && late(facts.index)) slot.element.hide(facts);
      else slot.element.draw(facts);
      slot.id = facts.row.id;
      slot.similarityKey = similarityKeyOf(facts);
      // Sorted rows keep their elements, too, but not their order.
      const isMoved = slot.index < last;
      last = slot.index;
      slot.index = next.push(slot) - 1;
      if (isReused || isMoved) this.scheduleReorder();
    }
    for (const slot of free) {
      slot.element.root.element.remove();
      this.spare.push(slot);
    }
    this.slots = next;
  }

  /** Postpones reordering until `release`. */
  hold(): void {
    this.isHeld = true;
    this.stop();
  }

  release(): void {
    this.isHeld = false;
    this.scheduleReorder();
  }

  /** Cancels the pending reordering. */
  stop(): void {
    clearTimeout(this.reorderTimer);
  }

  /** Separates elements that keep their row from those that can be reused, and drops the others. */
  private partition(rows: readonly RowFacts[]): { assigned: Map<string, Slot>; free: Slot[] } {
    const keys = new Set(rows.map(keyOf));
    const assigned = new Map<string, Slot>();
    const free: Slot[] = [];
    for (const slot of this.slots) {
      const key = keyFor(slot.id, slot.role);
      if (keys.has(key)) assigned.set(key, slot);
      else if (slot.role === undefined) free.push(slot);
      else slot.element.dispose();
    }
    return { assigned, free };
  }

  /** Creates or reuses an element and inserts it after another one, or first. */
  private createSlot(role: string | undefined, before: Slot | undefined): Slot {
    const known = role === undefined ? this.spare.pop() : undefined;
    const slot = known ?? { element: new RowElement(), role, id: -1, similarityKey: '', index: -1 };
    const element = slot.element.root.element;
    this.byElement.set(element, slot);
    if (before === undefined) this.container.prepend(element);
    else before.element.root.element.after(element);
    return slot;
  }

  private scheduleReorder(): void {
    clearTimeout(this.reorderTimer);
    if (!this.isHeld) this.reorderTimer = setTimeout(() => this.reorder(), REST_MS);
  }

  /** Puts the elements in order with the fewest moves. The focused element is not moved, or it would lose the focus. */
  private reorder(): void {
    const elements = this.slots.map((slot) => slot.element.root.element);
    const positions = new Map([...this.container.children].map((element, index) => [element, index]));
    const focus = elements.findIndex((element) => element.contains(document.activeElement));
    const stay = findUnmoved(
      elements.map((element) => positions.get(element) ?? -1),
      focus,
    );
    for (let at = elements.length - 1; at >= 0; at--)
      if (!stay.has(at)) this.container.insertBefore(elements[at]!, elements[at + 1] ?? null);
  }
}

/** Assigns free elements to the remaining rows, first to rows that look alike, so that little has to be rewritten. */
function assignFree(rows: readonly RowFacts[], assigned: Map<string, Slot>, free: Slot[]): void {
  const unassigned = rows.filter((facts) => roleOf(facts) === undefined && !assigned.has(keyOf(facts)));
  const others = unassigned.filter((facts) => {
    const likeness = similarityKeyOf(facts);
    const at = free.findIndex((slot) => slot.similarityKey === likeness);
    if (at < 0) return true;
    assigned.set(keyOf(facts), ...(free.splice(at, 1) as [Slot]));
    return false;
  });
  for (const facts of others) {
    const slot = free.shift();
    if (slot !== undefined) assigned.set(keyOf(facts), slot);
  }
}

/** Returns a key that is equal for rows that share most classes and shapes. */
function similarityKeyOf({ row, depth, parent }: RowFacts): string {
  return `${row.kind} ${row.icon} ${row.status} ${depth} ${parent}`;
}

/**
 * Returns the role of a row that needs an element of its own. The tab stop does, because screen readers announce a new
 * element; a guard does, because Chromium may keep styles that a class gave to its descendants; a cause has other
 * cells.
 */
function roleOf({ row, tabStop }: RowFacts): string | undefined {
  if (tabStop) return 'stop';
  return row.kind === 'guard' || row.kind === 'cause' ? row.kind : undefined;
}

const keyOf = (facts: RowFacts) => keyFor(facts.row.id, roleOf(facts));

function keyFor(id: number, role: string | undefined): string {
  return role === undefined ? String(id) : `${role} ${id}`;
}
