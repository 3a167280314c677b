import { availableParallelism, loadavg } from 'node:os';

/** Processor time to use up for the measurement, in milliseconds. */
const MEASURED_MS = 20;

/**
 * Scales a time limit, given in milliseconds for an idle machine, by the load: the ratio of wall time to processor time of a
 * short measurement, or the processes per core in the last minute, because the machine may have been busy just before. On an
 * idle machine it is unchanged.
 */
export function scaledLimit(milliseconds: number, load = (loadavg()[0] ?? 0) / availableParallelism()): number {
  const startTime = performance.now();
  const before = process.threadCpuUsage();
  let used = 0;
  while (used < MEASURED_MS) {
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1000;
  }
  return milliseconds * Math.max(1, load, (performance.now() - startTime) / used);
}
