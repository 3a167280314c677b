import { readFileSync } from 'node:fs';

/** Returns the milliseconds that the main thread of a process has run, on Linux; undefined elsewhere. */
export function ranOf(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return undefined;
  }
}

/** Resolves when a process is nearly idle, or after `patience` milliseconds. */
export async function idle(pid: number | undefined, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    const before = ranOf(pid) ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    quiet = (ranOf(pid) ?? 0) - before < 2 ? quiet + 1 : 0;
  }
}
