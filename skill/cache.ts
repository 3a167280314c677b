/** Results kept by the text they were computed from: the least recently used go first when the texts outgrow a bound. */
export class Cache<T> {
  private readonly entries = new Map<string, T>();
  private readonly bound: number;
  private size = 0;

  /** `bound`: how many UTF-16 units of keys to keep. */
  constructor(bound: number) {
    this.bound = bound;
  }

  get(key: string): T | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, value);
    }
    return value;
  }

  /** Keeps a value and answers it; a key longer than a quarter of the bound is not kept. */
  put(key: string, value: T): T {
    if (key.length * 4 > this.bound) return value;
    if (!this.entries.has(key)) this.size += key.length + 64;
    this.entries.set(key, value);
    for (const old of this.entries.keys()) {
      if (this.size <= this.bound) break;
      this.size -= old.length + 64;
      this.entries.delete(old);
    }
    return value;
  }

  clear(): void {
    this.entries.clear();
    this.size = 0;
  }
}

/**
 * The same text in memory of its own. V8 cuts a part out of a text without copying it, and the part keeps the whole alive:
 * with every kept section of a document that is typed in, the document as it was then.
 */
export const owned = (part: string): string => ` ${part}`.slice(1);
