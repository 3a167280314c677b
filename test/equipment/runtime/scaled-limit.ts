import { availableParallelism, getPriority, loadavg } from 'node:os';

/** Processor time to use up for the measurement, in milliseconds. */
const MEASURED_MS = 20;

/** The load of the machine for this process: the processes per core in the last minute, more if others have priority over it. */
export function loadOf(perCore: number, niceness: number): number {
  // Linux gives a process 1.25 times the processor time of another one whose niceness is higher by 1.
  return perCore * 1.25 ** Math.max(0, niceness);
}

/**
 * Scales a time limit, given in milliseconds for an idle machine, by the load: the ratio of wall time to processor time of a
 * short measurement, or the load of the last minute, because the machine may have been busy just before, and may be a moment
 * later. On an idle machine it is unchanged.
 */
export function scaledLimit(
  milliseconds: number,
  load = loadOf((loadavg()[0] ?? 0) / availableParallelism(), getPriority()),
): number {
  const startTime = performance.now();
  const before = process.threadCpuUsage();
  let used = 0;
  while (used < MEASURED_MS) {
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1000;
  }
  return milliseconds * Math.max(1, load, (performance.now() - startTime) / used);
}
