/** Calls in numbers made into few. */

/**
 * Makes a function that may be called as often as one likes: the first call after a rest is carried out at once, those
 * that come meanwhile are one more when it is done and `rest` milliseconds have gone by. Never two at a time.
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
      const left = began + rest - performance.now();
      if (left > 0) await new Promise((done) => setTimeout(done, left));
    } while (again);
    busy = false;
  };
  return () => {
    if (busy) again = true;
    else void run();
  };
}
