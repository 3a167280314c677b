/** Returns the items of an iterable for which a condition is true. They are computed each time that it is read. */
export function filter<T>(items: Iterable<T>, isIncluded: (item: T) => boolean): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) if (isIncluded(item)) yield item;
    },
  };
}

/** Returns a value for each item of an iterable. They are computed each time that it is read. */
export function map<T, U>(items: Iterable<T>, toValue: (item: T) => U): Iterable<U> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield toValue(item);
    },
  };
}
