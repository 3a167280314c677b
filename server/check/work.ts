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
  /** Index of the next one of `roots`, shared by all threads. */
  readonly next: Int32Array<SharedArrayBuffer>;
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

function checkNext({ roots, next }: Job, check: (root: string) => SkillFindings | undefined): SkillFindings[] {
  const found: SkillFindings[] = [];
  for (;;) {
    const root = roots[Atomics.add(next, 0, 1)];
    if (root === undefined) return found;
    const one = check(root);
    if (one) found.push(one);
  }
}
