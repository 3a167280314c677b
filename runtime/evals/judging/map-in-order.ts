/**
 * Calls `work` for each item, for at most `width` of them at a time, and yields the results in the order of the items. What was
 * started is finished before the end, also if the caller wants no further results.
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const started = work(item);
      // It may fail before it is awaited.
      started.catch(() => undefined);
      running.push(started);
      const [first] = running;
      if (first === undefined || running.length < width) continue;
      yield await first;
      running.shift();
    }
    for (const one of running) yield await one;
  } finally {
    await Promise.allSettled(running);
  }
}
