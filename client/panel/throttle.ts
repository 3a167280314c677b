/** Throttles an asynchronous function. */

/** Minimum pause as a multiple of the time the work took, so that blocking work leaves most of the time to others. */
const MIN_PAUSE_FACTOR = 3;

/**
 * Returns a throttled version of `work`. The first call runs it immediately. Calls in between run it once more, after
 * it has finished, `interval` milliseconds have passed since it started, and a pause of a few times its duration is over.
 * It never runs concurrently.
 * @param work never rejects
 */
export function throttle(work: () => Promise<void>, interval: number): () => void {
  let isRunning = false;
  let runAgain = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    do {
      runAgain = false;
      const startedAt = performance.now();
      await work();
      const elapsed = performance.now() - startedAt;
      const delay = Math.max(interval - elapsed, MIN_PAUSE_FACTOR * elapsed);
      if (delay > 0) await new Promise((done) => setTimeout(done, delay));
    } while (runAgain);
    isRunning = false;
  };
  return () => {
    if (isRunning) runAgain = true;
    else void run();
  };
}
