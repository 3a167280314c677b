/** The work of a second thread of `check`. */
import type { MessagePort } from 'node:worker_threads';
import { diskFiles } from '../../skill/disk.ts';
import { defined } from '../../skill/index.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { DiskRecorder, type DiskSnapshot } from './disk-snapshot.ts';
import { decodeListings } from './listings.ts';
import { createChecker, type SkillFindings } from './skills.ts';

export interface Job {
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  readonly settings: Settings;
  readonly traced: boolean;
  readonly roots: readonly string[];
  /** Encoded listings of the folders known so far. */
  readonly lists: string;
  /** The number of `roots` that were taken, shared by both threads. */
  readonly taken: Int32Array<SharedArrayBuffer>;
  /** Take the roots from the last one on. */
  readonly isReversed: boolean;
  /** Record the disk accesses. */
  readonly recordsAccesses: boolean;
}

/** The result of a thread; rule errors are passed as text. */
export interface WorkResult {
  readonly found: readonly SkillFindings[];
  readonly errors: readonly Parameters<OnRuleError>[];
  readonly snapshot?: DiskSnapshot;
}

/** Checks skills until none is left, and posts the findings. */
export function work(port: MessagePort | null, job: Job): void {
  const errors: Parameters<OnRuleError>[] = [];
  const onRuleError: OnRuleError = (code, document, error) => errors.push([code, document, String(error)]);
  const recorder = job.recordsAccesses ? new DiskRecorder() : undefined;
  const disk = diskFiles(recorder);
  const known = decodeListings(job.lists);
  const fs = { ...disk, list: (folder: string) => known(folder) ?? disk.list(folder) };
  const found = checkNext(job, createChecker({ ...job, fs, onRuleError }));
  port?.postMessage(defined({ found, errors, snapshot: recorder?.all() }) satisfies WorkResult);
}

/**
 * Checks skills until none is left. One thread starts with the first and the other with the last, so that each has folders
 * of its own: what is read of a folder for one skill serves the others there.
 */
function checkNext(
  { roots, taken, isReversed }: Job,
  check: (root: string) => SkillFindings | undefined,
): SkillFindings[] {
  const found: SkillFindings[] = [];
  for (let own = 0; Atomics.add(taken, 0, 1) < roots.length; own++) {
    const one = check(roots.at(isReversed ? -1 - own : own) ?? '');
    if (one) found.push(one);
  }
  return found;
}
