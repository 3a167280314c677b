/** Maximum number of buffered entries, and of characters in their texts. */
const MAX_ENTRIES = 16_384;
const MAX_SIZE = 4 * 1024 * 1024;

/** The position of an entry in time, in epoch milliseconds. */
export interface Moment {
  readonly time: number;
  readonly start: number;
  readonly end: number;
  /** Number of characters that the entry holds in memory, roughly; changed by `grow`. */
  size: number;
  /** True for the moment at which something ended. */
  readonly isEnd?: boolean;
}

/** Puts entries in the order of their times: all of a short session, and those close to each other of a long one. */
export class TimeOrder<T extends Moment> {
  private entries: T[] = [];
  private size = 0;
  private readonly release: (entry: T) => void;

  /** @param release receives the entries in order */
  constructor(release: (entry: T) => void) {
    this.release = release;
  }

  add(entry: T): void {
    this.entries.push(entry);
    this.size += entry.size;
    this.limit();
  }

  /** Adds `size` characters to an entry that has not been released. */
  grow(entry: T, size: number): void {
    entry.size += size;
    this.size += size;
    this.limit();
  }

  /** Releases all entries. */
  flush(): void {
    this.releaseFirst(this.entries.length, Number.POSITIVE_INFINITY);
  }

  private limit(): void {
    if (this.entries.length >= MAX_ENTRIES) this.releaseFirst(this.entries.length >> 1, Number.POSITIVE_INFINITY);
    // Only as many as necessary: the others may still grow.
    else if (this.size >= MAX_SIZE) this.releaseFirst(1, MAX_SIZE / 2);
  }

  /** Releases at least `count` entries, and more until those that remain have at most `size` characters. */
  private releaseFirst(count: number, size: number): void {
    this.entries.sort(compare);
    let released = 0;
    let left = this.size;
    for (const entry of this.entries) {
      if (released >= count && left <= size) break;
      released++;
      left -= entry.size;
    }
    for (const entry of this.entries.splice(0, released)) {
      this.size -= entry.size;
      this.release(entry);
    }
  }
}

/**
 * At the same time, ends come before what starts then, and the longer before the shorter, which can be inside of it.
 */
function compare(a: Moment, b: Moment): number {
  return a.time - b.time || rank(a) - rank(b) || b.end - a.end;
}

function rank({ isEnd, start, time }: Moment): number {
  if (isEnd !== true) return 1;
  return start < time ? 0 : 2;
}
