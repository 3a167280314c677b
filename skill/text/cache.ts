/**
 * Results kept by the text they were computed from: what was not asked for of late goes first when the texts outgrow a bound.
 * In two halves, and nothing is ever deleted: V8 keeps a deleted key in its chain, and one that comes and goes makes each
 * look-up longer than the last.
 */
export class Cache<T> {
  private young = new Map<string, T>();
  private old = new Map<string, T>();
  private readonly bound: number;
  private size = 0;

  /** `bound`: how many UTF-16 units of keys to keep. */
  constructor(bound: number) {
    this.bound = bound;
  }

  get(key: string): T | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const before = this.old.get(key);
    return before === undefined ? undefined : this.put(key, before);
  }

  /** Keeps a value and answers it; a key longer than a quarter of the bound is not kept. */
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
 * The same text in memory of its own. V8 cuts a part out of a text without copying it, and the part keeps the whole alive:
 * with every kept section of a document that is typed in, the document as it was then.
 */
export const owned = (part: string): string => ` ${part}`.slice(1);
