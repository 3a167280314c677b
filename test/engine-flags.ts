/**
 * Undoes the flags of V8 that commands set for the rest of their process, in the process of tests that calls them: `check`
 * turns the optimizing compiler off, and commands that read files of any size keep the heap small. All later tests of this
 * process would take up to twice the processor time.
 */
import { setFlagsFromString } from 'node:v8';

/** Sets the flags to their defaults. */
export function resetEngineFlags(): void {
  for (const flag of ['--opt', '--semi-space-growth-factor=2', '--heap-growing-percent=0']) setFlagsFromString(flag);
}
