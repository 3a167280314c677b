/**
 * The rows that are in the DOM. Elements are used again for the rows that scroll in, best for such as look alike, and
 * stay where they are among the others: to move one costs more than to write it. When the rows have come to rest they
 * are put in order, so that whoever reads the page aloud hears them in order.
 */
import { staying } from '../model/order.ts';
import { RowElement } from './row-element.tsx';
import type { RowFacts } from './row-facts.ts';

interface Slot {
  readonly element: RowElement;
  /** What it is kept for; undefined where any row may have it. */
  readonly own: string | undefined;
  id: number;
  likeness: string;
}

/** Milliseconds without a change after which rows are at rest. */
const REST_MS = 200;

export class RowPool {
  private readonly place: Element;
  /** In the order of the rows. */
  private slots: Slot[] = [];
  private readonly spare: Slot[] = [];
  private readonly byElement = new WeakMap<Element, Slot>();
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(place: Element) {
    this.place = place;
  }

  /** What the row shows that an event came from. */
  at(target: EventTarget | null): RowFacts | undefined {
    const row = target instanceof Element ? target.closest('.row') : null;
    return row === null ? undefined : this.byElement.get(row)?.element.shown;
  }

  /** The element of the row that the keyboard's focus belongs to. */
  get tabStop(): HTMLElement | undefined {
    return this.slots.find((slot) => slot.element.shown?.tabStop)?.element.root.element;
  }

  /**
   * Draws these rows and no others.
   * @param rows in order
   * @param late rows whose element may stay empty for now where it had another row
   */
  draw(rows: readonly RowFacts[], late: (index: number) => boolean): void {
    const { kept, free } = this.sort(rows);
    give(rows, kept, free);
    const next: Slot[] = [];
    for (const facts of rows) {
      const slot = kept.get(keyOf(facts)) ?? this.make(ownOf(facts), next.at(-1));
      const again = slot.id !== facts.row.id;
      if (again && late(facts.index)) slot.element.empty(facts);
      else slot.element.draw(facts);
      slot.id = facts.row.id;
      slot.likeness = likenessOf(facts);
      next.push(slot);
      if (again) this.arrangeAtRest();
    }
    for (const slot of free) {
      slot.element.root.element.remove();
      this.spare.push(slot);
    }
    this.slots = next;
  }

  /** Leaves the rows as they are. */
  stop(): void {
    clearTimeout(this.rest);
  }

  /** Which elements keep their row, and which may be given another; those that nobody else may have go. */
  private sort(rows: readonly RowFacts[]): { kept: Map<string, Slot>; free: Slot[] } {
    const wanted = new Set(rows.map(keyOf));
    const kept = new Map<string, Slot>();
    const free: Slot[] = [];
    for (const slot of this.slots) {
      const key = keyFor(slot.id, slot.own);
      if (wanted.has(key)) kept.set(key, slot);
      else if (slot.own === undefined) free.push(slot);
      else slot.element.drop();
    }
    return { kept, free };
  }

  /** An element after another one, or before all. */
  private make(own: string | undefined, before: Slot | undefined): Slot {
    const known = own === undefined ? this.spare.pop() : undefined;
    const slot = known ?? { element: new RowElement(), own, id: -1, likeness: '' };
    const element = slot.element.root.element;
    this.byElement.set(element, slot);
    if (before === undefined) this.place.prepend(element);
    else before.element.root.element.after(element);
    return slot;
  }

  private arrangeAtRest(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.arrange(), REST_MS);
  }

  /** Puts the elements in order with the fewest moves. The one with the focus would lose it: it stays. */
  private arrange(): void {
    const elements = this.slots.map((slot) => slot.element.root.element);
    const places = new Map([...this.place.children].map((element, place) => [element, place]));
    const focus = elements.findIndex((element) => element.contains(document.activeElement));
    const stay = staying(
      elements.map((element) => places.get(element) ?? -1),
      focus,
    );
    for (let at = elements.length - 1; at >= 0; at--)
      if (!stay.has(at)) this.place.insertBefore(elements[at]!, elements[at + 1] ?? null);
  }
}

/** Gives rows without an element one that is free: first those that look alike, so that little has to be written. */
function give(rows: readonly RowFacts[], kept: Map<string, Slot>, free: Slot[]): void {
  const without = rows.filter((facts) => ownOf(facts) === undefined && !kept.has(keyOf(facts)));
  const others = without.filter((facts) => {
    const likeness = likenessOf(facts);
    const at = free.findIndex((slot) => slot.likeness === likeness);
    if (at < 0) return true;
    kept.set(keyOf(facts), ...(free.splice(at, 1) as [Slot]));
    return false;
  });
  for (const facts of others) {
    const slot = free.shift();
    if (slot !== undefined) kept.set(keyOf(facts), slot);
  }
}

/** Equal where most of the classes and shapes of two rows are. */
function likenessOf({ row, depth, parent }: RowFacts): string {
  return `${row.kind} ${row.icon} ${row.status} ${depth} ${parent}`;
}

/**
 * A row with the keyboard's focus has an element of its own: what reads the page aloud hears of a new one. So has a
 * guard, because Chromium may keep styles that a class gave to what is inside, and a cause, which has other cells.
 */
function ownOf({ row, tabStop }: RowFacts): string | undefined {
  if (tabStop) return 'stop';
  return row.kind === 'guard' || row.kind === 'cause' ? row.kind : undefined;
}

const keyOf = (facts: RowFacts) => keyFor(facts.row.id, ownOf(facts));

function keyFor(id: number, own: string | undefined): string {
  return own === undefined ? String(id) : `${own} ${id}`;
}
