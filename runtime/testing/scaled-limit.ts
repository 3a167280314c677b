/** Processor time to use up for the measurement, in milliseconds. */
const MEASURED_MS = 20;

/**
 * Scales a time limit, given in milliseconds for an idle machine, by the current load: the ratio of wall time to
 * processor time of a short measurement. On an idle machine it is unchanged.
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
