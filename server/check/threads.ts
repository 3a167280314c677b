import module from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { packed } from './listings.ts';
import type { Lookout } from './looked.ts';
import type { CheckSkills } from './run.ts';
import type { SkillFindings } from './skills.ts';
import type { Answer, Job } from './work.ts';

/** Fewer skills are done before a thread has started. */
const WORTH_THREADS = 40;
/** Texts die young; left to itself a thread keeps 100 MB of them. Half as much takes 2 % longer. */
const YOUNG_MEGABYTES = 48;

/**
 * Checks skills on the disk, on two threads where there is work for them. Each parses what it takes, and looks for itself
 * at what lies around, but for folders that are listed already. Findings do not depend on who took what.
 */
export class Threads {
  readonly #lookout: Lookout | undefined;
  #started: readonly Thread[] | undefined;

  constructor(lookout?: Lookout) {
    this.#lookout = lookout;
  }

  /** So many skills there will be to check: threads load all that they need while others are still looked for. */
  foresee(skills: number): void {
    if (skills >= WORTH_THREADS && availableParallelism() > 1) this.#start();
  }

  readonly check: CheckSkills = async ({ survey, roots, settings, onRuleError, traced }) => {
    const { folders, targets, fs } = survey;
    const next = new Int32Array(new SharedArrayBuffer(4));
    const noted = this.#lookout !== undefined;
    const found: SkillFindings[] = [];
    if (roots.length >= WORTH_THREADS && availableParallelism() > 1) {
      const job: Job = { folders, targets, settings, traced, roots, lists: packed(fs.lists), next, noted };
      const threads = this.#start();
      this.#started = undefined;
      for (const answer of await Promise.all(threads.map((thread) => thread(job)))) {
        found.push(...(answer?.found ?? []));
        for (const error of answer?.errors ?? []) onRuleError(...error);
        if (answer?.looked) this.#lookout?.add(answer.looked);
      }
    }
    // All of it, or what a thread took that could not start or died.
    const done = new Set(found.map(({ root }) => root));
    const left = roots.filter((root) => !done.has(root));
    if (left.length === 0) return found;
    const { checker } = await import('./skills.ts');
    const check = checker({ fs, folders, targets, settings, onRuleError, traced });
    return [...found, ...left.flatMap((root) => check(root) ?? [])];
  };

  #start(): readonly Thread[] {
    if (this.#started) return this.#started;
    // V8's last compiler pays for itself in programs that run longer: here each thread would compile anew what it uses
    // for a second or two. With the compilers before it alone, a first run takes a sixth less (median of five).
    setFlagsFromString('--no-opt');
    // Two beside this one, which would keep more memory: only a thread that is started can be told to keep little.
    this.#started = [start(), start()];
    return this.#started;
  }
}

/** Undefined where the thread ended without an answer. */
type Thread = (job: Job) => Promise<Answer | undefined>;

function start(): Thread {
  // Node answers with the folder of its own version inside the one that it was given.
  const own = module.getCompileCacheDir?.();
  // Beside this module in the sources, beside its piece in the bundle.
  const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : './check-worker.mjs';
  const worker = new Worker(new URL(entry, import.meta.url), {
    workerData: { compiled: own === undefined ? undefined : dirname(own) },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const answer = new Promise<Answer | undefined>((resolve) => {
    worker.once('message', (message: Answer) => resolve(message));
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
  // One that waits for a job holds up nobody: there may be none for it.
  worker.unref();
  return (job) => {
    worker.ref();
    worker.postMessage(job);
    return answer;
  };
}
