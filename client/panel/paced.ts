/** Throttles an asynchronous function. */

/** Minimum pause as a multiple of the time the work took, so that blocking work leaves most of the time to others. */
const REST_SHARE = 3;

/**
 * Returns a throttled version of `work`. The first call runs it immediately. Calls in between run it once more, after
 * it has finished, `rest` milliseconds have passed since it started, and a pause of a few times its duration is over.
 * It never runs concurrently.
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
