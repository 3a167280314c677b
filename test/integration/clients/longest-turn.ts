/** Measures how long work keeps others from running. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Limit of the processor time without a turn of the event loop, in milliseconds. */
export const MAX_MILLISECONDS = 2000;

/** Milliseconds between two turns that are counted. */
const TURN_MS = 5;

/** Does work and returns its value with the longest processor time of this process, in milliseconds, between two turns of the event loop. */
export async function longestTurn<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly milliseconds: number }> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const count = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(count, TURN_MS);
  try {
    await sleep(TURN_MS * 4);
    longest = 0;
    last = process.threadCpuUsage();
    const value = await work();
    count();
    return { value, milliseconds: longest / 1000 };
  } finally {
    clearInterval(timer);
  }
}
