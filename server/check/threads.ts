import module from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { diskFiles } from '../../skill/disk.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import type { CheckSkills } from './run.ts';
import { checker, type SkillFindings } from './skills.ts';

/** Fewer skills are done before a second thread has started. */
const WORTH_A_THREAD = 40;

interface Job {
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  readonly settings: Settings;
  readonly traced: boolean;
  readonly roots: readonly string[];
  /** One number: which of `roots` is next. Both threads take from it. */
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly compiled: string | undefined;
}

/** What a worker answers; an error of a rule is passed on as text. */
interface Answer {
  readonly found: readonly SkillFindings[];
  readonly errors: readonly Parameters<OnRuleError>[];
}

/**
 * Checks skills on the disk, on two threads where there is work for them. Each parses what it takes; what lies around is
 * looked at by both. Findings do not depend on who took what.
 */
export const checkOnThreads: CheckSkills = async ({ survey, fs, roots, settings, onRuleError, traced }) => {
  const { folders, targets } = survey;
  const next = new Int32Array(new SharedArrayBuffer(4));
  // Node answers with the folder of its own version inside the one that it was given.
  const own = module.getCompileCacheDir?.();
  const compiled = own === undefined ? undefined : dirname(own);
  const job: Job = { folders, targets, settings, traced, roots, next, compiled };
  const second = roots.length < WORTH_A_THREAD || availableParallelism() < 2 ? undefined : start(job);
  const check = checker({ fs, folders, targets, settings, onRuleError, traced });
  const found = takeAll(job, check);
  const answer = await second;
  // A thread that could not start or died: what it took is done again.
  const done = new Set([...found, ...(answer?.found ?? [])].map(({ root }) => root));
  for (const root of roots) if (!done.has(root)) found.push(...[check(root) ?? []].flat());
  for (const error of answer?.errors ?? []) onRuleError(...error);
  return [...found, ...(answer?.found ?? [])];
};

/** The other end, in the worker. */
export function work(port: MessagePort | null, job: Job): void {
  const errors: Parameters<OnRuleError>[] = [];
  const onRuleError: OnRuleError = (code, document, error) => errors.push([code, document, String(error)]);
  const found = takeAll(job, checker({ ...job, fs: diskFiles(), onRuleError }));
  port?.postMessage({ found, errors } satisfies Answer);
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

/** Undefined where the thread ended without an answer. */
function start(job: Job): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    // Beside this module in the sources, beside its piece in the bundle.
    const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : './check-worker.mjs';
    const worker = new Worker(new URL(entry, import.meta.url), { workerData: job });
    worker.once('message', (answer: Answer) => resolve(answer));
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
}
