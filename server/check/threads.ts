import module from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type MessagePort, Worker } from 'node:worker_threads';
import { diskFiles } from '../../skill/disk.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { packed, unpacked } from './listings.ts';
import { type Looked, Lookout } from './looked.ts';
import type { CheckSkills } from './run.ts';
import { checker, type SkillFindings } from './skills.ts';

/** Fewer skills are done before a thread has started. */
const WORTH_THREADS = 40;
/** Texts die young; left to itself a thread keeps 100 MB of them. */
const YOUNG_MEGABYTES = 24;

interface Job {
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  readonly settings: Settings;
  readonly traced: boolean;
  readonly roots: readonly string[];
  /** What folders hold, as far as it is known. */
  readonly lists: string;
  /** One number: which of `roots` is next. All threads take from it. */
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly compiled: string | undefined;
  /** Whether to say what was looked at. */
  readonly noted: boolean;
}

/** What a worker answers; an error of a rule is passed on as text. */
interface Answer {
  readonly found: readonly SkillFindings[];
  readonly errors: readonly Parameters<OnRuleError>[];
  readonly looked?: Looked;
}

/**
 * Checks skills on the disk, on two threads where there is work for them. Each parses what it takes, and looks for itself
 * at what lies around, but for folders that are listed already. Findings do not depend on who took what.
 */
export const checkOnThreads =
  (lookout?: Lookout): CheckSkills =>
  async ({ survey, roots, settings, onRuleError, traced }) => {
    const { folders, targets, fs } = survey;
    const next = new Int32Array(new SharedArrayBuffer(4));
    // Node answers with the folder of its own version inside the one that it was given.
    const own = module.getCompileCacheDir?.();
    const compiled = own === undefined ? undefined : dirname(own);
    const noted = lookout !== undefined;
    const job = { folders, targets, settings, traced, roots, lists: packed(fs.lists), next, compiled, noted };
    const found: SkillFindings[] = [];
    if (roots.length >= WORTH_THREADS && availableParallelism() > 1) {
      // V8's last compiler pays for itself in programs that run longer: here each thread would compile anew what it uses
      // for a second or two. With the compilers before it alone, a first run takes a sixth less (median of five).
      setFlagsFromString('--no-opt');
      // Two beside this one, which would keep more memory: only a thread that is started can be told to keep little.
      for (const answer of await Promise.all([start(job), start(job)])) {
        found.push(...(answer?.found ?? []));
        for (const error of answer?.errors ?? []) onRuleError(...error);
        if (answer?.looked) lookout?.add(answer.looked);
      }
    }
    // All of it, or what a thread took that could not start or died.
    const done = new Set(found.map(({ root }) => root));
    const left = roots.filter((root) => !done.has(root));
    if (left.length === 0) return found;
    const check = checker({ fs, folders, targets, settings, onRuleError, traced });
    return [...found, ...left.flatMap((root) => check(root) ?? [])];
  };

/** The other end, in the worker. */
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

/** Undefined where the thread ended without an answer. */
function start(job: Job): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    // Beside this module in the sources, beside its piece in the bundle.
    const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : './check-worker.mjs';
    const worker = new Worker(new URL(entry, import.meta.url), {
      workerData: job,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    worker.once('message', (answer: Answer) => resolve(answer));
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
}
