/** Calls in numbers made into few. */

/** How many times as long as the work took it is rested from at least: work that blocks leaves most of the time to others. */
const REST_SHARE = 3;

/**
 * Makes a function that may be called as often as one likes: the first call after a rest is carried out at once, those
 * that come meanwhile are one more when it is done, `rest` milliseconds have gone by since it began, and it was rested from
 * for a few times as long as it took. Never two at a time.
 * @param work never rejects
 */
export function paced(work: () => Promise<void>, rest: number): () => void {
  let busy = false;
  let again = false;
  const run = async (): Promise<void> => {
    busy = true;
    do {
      again = false;
      const began = performance.now();
      await work();
      const took = performance.now() - began;
      const left = Math.max(rest - took, REST_SHARE * took);
      if (left > 0) await new Promise((done) => setTimeout(done, left));
    } while (again);
    busy = false;
  };
  return () => {
    if (busy) again = true;
    else void run();
  };
}
