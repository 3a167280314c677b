/** Waits for conditions in tests, never for a fixed time. */
import { TIMEOUT_FACTOR } from './timeout-factor.ts';

/** Milliseconds between the first two polls, and between later ones at most. */
const FIRST_MS = 20;
const LONGEST_MS = 160;

/**
 * Polls until the result is neither undefined nor false, and returns it.
 * @param what name of the condition for the error message
 * @param timeout in milliseconds, on a quiet machine
 * @throws an Error that names `what` and the last error thrown while polling
 */
export async function until<T>(
  what: string,
  poll: () => T | undefined | false | Promise<T | undefined | false>,
  timeout = 15_000,
): Promise<T> {
  const end = performance.now() + timeout * TIMEOUT_FACTOR;
  let last: unknown;
  let pause = FIRST_MS;
  do {
    try {
      const answer = await poll();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    // Each poll takes processor time of up to four processes, from the one that is waited for.
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 1.5, LONGEST_MS);
  } while (performance.now() < end);
  throw new Error(
    `${what}: not within ${(timeout * TIMEOUT_FACTOR) / 1000} s${last === undefined ? '' : ` (${String(last)})`}`,
  );
}
