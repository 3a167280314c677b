/** What a second thread of `check` does. */
import type { MessagePort } from 'node:worker_threads';
import { diskFiles } from '../../skill/disk.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { unpacked } from './listings.ts';
import { type Looked, Lookout } from './looked.ts';
import { checker, type SkillFindings } from './skills.ts';

export interface Job {
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  readonly settings: Settings;
  readonly traced: boolean;
  readonly roots: readonly string[];
  /** What folders hold, as far as it is known. */
  readonly lists: string;
  /** One number: which of `roots` is next. All threads take from it. */
  readonly next: Int32Array<SharedArrayBuffer>;
  /** Whether to say what was looked at. */
  readonly noted: boolean;
}

/** What a worker answers; an error of a rule is passed on as text. */
export interface Answer {
  readonly found: readonly SkillFindings[];
  readonly errors: readonly Parameters<OnRuleError>[];
  readonly looked?: Looked;
}

/** Checks skills until none is left, and answers what it found. */
export function work(port: MessagePort | null, job: Job): void {
  const errors: Parameters<OnRuleError>[] = [];
  const onRuleError: OnRuleError = (code, document, error) => errors.push([code, document, String(error)]);
  const lookout = job.noted ? new Lookout() : undefined;
  const disk = diskFiles(lookout);
  const known = unpacked(job.lists);
  const fs = { ...disk, list: (folder: string) => known(folder) ?? disk.list(folder) };
  const found = takeAll(job, checker({ ...job, fs, onRuleError }));
  port?.postMessage({ found, errors, ...(lookout ? { looked: lookout.all() } : {}) } satisfies Answer);
}

function takeAll({ roots, next }: Job, check: (root: string) => SkillFindings | undefined): SkillFindings[] {
  const found: SkillFindings[] = [];
  for (;;) {
    const root = roots[Atomics.add(next, 0, 1)];
    if (root === undefined) return found;
    const one = check(root);
    if (one) found.push(one);
  }
}
