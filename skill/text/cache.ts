/**
 * A cache keyed by text. When the keys outgrow a limit, entries that have not been requested recently are dropped
 * first. Uses two generations and never deletes a key: V8 leaves deleted keys in their hash chain, so a key that is
 * added and deleted repeatedly makes each lookup slower than the last.
 */
export class Cache<T> {
  private young = new Map<string, T>();
  private old = new Map<string, T>();
  private readonly bound: number;
  private size = 0;

  /** @param bound Maximum total length of the keys, in UTF-16 units. */
  constructor(bound: number) {
    this.bound = bound;
  }

  get(key: string): T | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const before = this.old.get(key);
    return before === undefined ? undefined : this.put(key, before);
  }

  /** Stores a value and returns it. A key longer than a quarter of the limit is not stored. */
  put(key: string, value: T): T {
    if (key.length * 4 > this.bound) return value;
    if (!this.young.has(key)) this.size += key.length + 64;
    if (this.size * 2 > this.bound) {
      this.old = this.young;
      this.young = new Map();
      this.size = key.length + 64;
    }
    this.young.set(key, value);
    return value;
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
    this.size = 0;
  }
}

/**
 * Copies a string into memory of its own. V8 slices strings without copying, and a slice keeps the full string alive:
 * each cached section would otherwise retain the version of the document that it was cut from.
 */
export const copyOf = (part: string): string => ` ${part}`.slice(1);
