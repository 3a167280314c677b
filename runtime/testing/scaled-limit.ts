/** Processor time to use up for the measurement, in milliseconds. */
const MEASURED_MS = 20;

/**
 * Scales a time limit for an idle machine, in milliseconds, by the current load: by how much longer this process waits for
 * a processor. On an idle machine it is unchanged.
 */
export function scaledLimit(milliseconds: number): number {
  const startTime = performance.now();
  const before = process.threadCpuUsage();
  let used = 0;
  while (used < MEASURED_MS) {
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1000;
  }
  return milliseconds * Math.max(1, (performance.now() - startTime) / used);
}
