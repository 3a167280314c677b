import module from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { DiskRecorder } from './disk-snapshot.ts';
import { encodeListings } from './listings.ts';
import type { CheckSkills } from './run.ts';
import type { SkillFindings } from './skills.ts';
import type { Job, WorkResult } from './work.ts';

/** Minimum number of skills for a second thread; fewer are checked before a thread has started. */
const MIN_SKILLS = 40;
/** Size of the young generation. Texts are short-lived; by default, a thread retains 100 MB of them. Half of that takes 2 % longer. */
const YOUNG_MEGABYTES = 48;

/**
 * Checks skills on disk, on two threads if there are enough. Each thread parses its skills and reads their surroundings
 * itself, except for folders that are already listed. The findings do not depend on the distribution.
 */
export class Threads {
  readonly #lookout: DiskRecorder | undefined;
  #started: readonly RunJob[] | undefined;

  constructor(recorder?: DiskRecorder) {
    this.#lookout = recorder;
  }

  /** Starts the threads if enough skills are expected, so that they load while the search for skills continues. */
  prepare(skills: number): void {
    if (this.#started === undefined && skills >= MIN_SKILLS && availableParallelism() > 1) this.#start();
  }

  readonly check: CheckSkills = async ({ survey, roots, settings, onRuleError, traced }) => {
    const { folders, targets, fs } = survey;
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const isRecording = this.#lookout !== undefined;
    const found: SkillFindings[] = [];
    if (roots.length >= MIN_SKILLS && availableParallelism() > 1) {
      const job: Omit<Job, 'isReversed'> = {
        folders,
        targets,
        settings,
        traced,
        roots,
        lists: encodeListings(fs.lists),
        taken,
        recordsAccesses: isRecording,
      };
      const threads = this.#start();
      this.#started = undefined;
      for (const answer of await Promise.all(
        threads.map((thread, index) => thread({ ...job, isReversed: index === 1 })),
      )) {
        found.push(...(answer?.found ?? []));
        for (const error of answer?.errors ?? []) onRuleError(...error);
        if (answer?.snapshot) this.#lookout?.add(answer.snapshot);
      }
    }
    // All skills, or those of a thread that could not start or crashed.
    const done = new Set(found.map(({ root }) => root));
    const left = roots.filter((root) => !done.has(root));
    if (left.length === 0) return found;
    const { createChecker } = await import('./skills.ts');
    const check = createChecker({ fs, folders, targets, settings, onRuleError, traced });
    return [...found, ...left.flatMap((root) => check(root) ?? [])];
  };

  #start(): readonly RunJob[] {
    if (this.#started) return this.#started;
    // V8's optimizing compiler pays off only in longer runs: each thread would compile the code that it uses for a second or
    // two. Without it, a first run takes a sixth less time (median of five).
    setFlagsFromString('--no-opt');
    // Each pattern is compiled at its first use, instead of being interpreted once and compiled at the second.
    setFlagsFromString('--regexp-tier-up-ticks=0');
    // The young generation of a thread has its full size from the start: while it grows, it is collected more often.
    setFlagsFromString(`--min-semi-space-size=${YOUNG_MEGABYTES / 3}`);
    // Two in addition to this thread, which would retain more memory: only a started thread can be limited.
    this.#started = [startThread(), startThread()];
    return this.#started;
  }
}

/** Runs a job on a thread; resolves to undefined if the thread ended without an answer. */
type RunJob = (job: Job) => Promise<WorkResult | undefined>;

function startThread(): RunJob {
  // Node returns the folder of its own version within the configured one.
  const own = module.getCompileCacheDir?.();
  // Next to this module in the sources, next to its chunk in the bundle.
  const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : './check-worker.mjs';
  const worker = new Worker(new URL(entry, import.meta.url), {
    workerData: { compiled: own === undefined ? undefined : dirname(own) },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const answer = new Promise<WorkResult | undefined>((resolve) => {
    worker.once('message', (message: WorkResult) => resolve(message));
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
  // A waiting thread must not keep the process alive: there may be no job for it.
  worker.unref();
  return (job) => {
    worker.ref();
    worker.postMessage(job);
    return answer;
  };
}
