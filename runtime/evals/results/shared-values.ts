/**
 * Keeps one copy of equal values. Most trials of a case have the same verdicts, so that the results of many take little memory: that
 * of those which differ.
 */
export class SharedValues {
  private readonly values = new Map<string, object>();

  /** Returns the first value that was equal, as JSON, to this one. It must not be changed. */
  share<T extends object>(value: T): T {
    const key = JSON.stringify(value);
    // Long values rarely have an equal one.
    if (key.length > MAX_LENGTH) return value;
    const known = this.values.get(key);
    // Equal JSON of values of one type; what JSON leaves out is absent in results, too.
    if (known !== undefined) return known as T;
    if (this.values.size >= MAX_VALUES) this.values.clear();
    this.values.set(key, value);
    return value;
  }
}

/** Number of values that are compared with. */
const MAX_VALUES = 5_000;
/** Length of a value's JSON above which it is not compared, in UTF-16 units. */
const MAX_LENGTH = 2_000;
