import { readFileSync } from 'node:fs';

/** Returns the milliseconds that the main thread of a process has run, on Linux; undefined elsewhere. */
export function processorTimeOf(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return undefined;
  }
}

/** Resolves when a process is nearly idle, or after `timeoutMs` milliseconds. */
export async function untilIdle(pid: number | undefined, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    const before = processorTimeOf(pid) ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    quiet = (processorTimeOf(pid) ?? 0) - before < 2 ? quiet + 1 : 0;
  }
}
