/**
 * The rows that are in the DOM. Elements are used again for the rows that scroll in, and stand in the order of the
 * rows, so that whoever reads the page aloud hears them in order.
 */
import { RowElement } from './row-element.tsx';
import type { RowFacts } from './row-facts.ts';

interface Slot {
  readonly element: RowElement;
  /** What it is kept for; undefined where any row may have it. */
  readonly own: string | undefined;
  id: number;
}

export class RowPool {
  private readonly place: Element;
  private slots: Slot[] = [];
  private readonly spare: Slot[] = [];
  private readonly byElement = new WeakMap<Element, Slot>();

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
   * @param late rows whose element may stay empty for now where it had another row
   */
  draw(rows: readonly RowFacts[], late: (index: number) => boolean): void {
    const { kept, free } = this.sort(rows);
    const next: Slot[] = [];
    for (const facts of rows) {
      const own = ownOf(facts);
      const slot =
        kept.get(keyOf(facts.row.id, own)) ?? (own === undefined ? free.shift() : undefined) ?? this.make(own);
      if (late(facts.index) && slot.id !== facts.row.id) slot.element.empty();
      else slot.element.draw(facts);
      slot.id = facts.row.id;
      next.push(slot);
    }
    for (const slot of free) {
      slot.element.root.element.remove();
      this.spare.push(slot);
    }
    this.arrange(next, new Set(kept.values()));
    this.slots = next;
  }

  /** Which elements keep their row, and which may be given another; those that nobody else may have go. */
  private sort(rows: readonly RowFacts[]): { kept: Map<string, Slot>; free: Slot[] } {
    const wanted = new Set(rows.map((facts) => keyOf(facts.row.id, ownOf(facts))));
    const kept = new Map<string, Slot>();
    const free: Slot[] = [];
    for (const slot of this.slots) {
      const key = keyOf(slot.id, slot.own);
      if (wanted.has(key)) kept.set(key, slot);
      else if (slot.own === undefined) free.push(slot);
      else slot.element.drop();
    }
    return { kept, free };
  }

  private make(own: string | undefined): Slot {
    const known = own === undefined ? this.spare.pop() : undefined;
    if (known !== undefined) return known;
    const slot = { element: new RowElement(), own, id: -1 };
    this.byElement.set(slot.element.root.element, slot);
    return slot;
  }

  /** Puts the elements in order, and moves those only that have another row than before. */
  private arrange(next: readonly Slot[], kept: ReadonlySet<Slot>): void {
    const stays = new Set([...kept].map((slot) => slot.element.root.element as Node));
    let cursor = this.place.firstChild;
    for (const { element } of next) {
      const node = element.root.element;
      // What stands before one that keeps its row is on its way to another place.
      while (stays.has(node) && cursor !== null && cursor !== node) cursor = cursor.nextSibling;
      if (cursor === node) cursor = cursor.nextSibling;
      else this.place.insertBefore(node, cursor);
    }
  }
}

/**
 * A row with the keyboard's focus has an element of its own: what reads the page aloud hears of a new one. So has a
 * guard, because Chromium may keep styles that a class gave to what is inside, and a cause, which has other cells.
 */
function ownOf({ row, tabStop }: RowFacts): string | undefined {
  if (tabStop) return 'stop';
  return row.kind === 'guard' || row.kind === 'cause' ? row.kind : undefined;
}

function keyOf(id: number, own: string | undefined): string {
  return own === undefined ? String(id) : `${own} ${id}`;
}
