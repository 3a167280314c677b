/** Processor time of this thread that is used up to see how long that takes. */
const TRIED_MS = 20;

/**
 * What a time in milliseconds that is promised of a quiet machine may come to on this one, now: so many times longer as
 * this process waits for a processor. On a quiet machine it is that time.
 */
export function allowed(milliseconds: number): number {
  const began = performance.now();
  const before = process.threadCpuUsage();
  let used = 0;
  while (used < TRIED_MS) {
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1000;
  }
  return milliseconds * Math.max(1, (performance.now() - began) / used);
}
