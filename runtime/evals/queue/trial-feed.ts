import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { PreparedTrial } from '../prepare/prepare-trials.ts';
import type { EvalKeys } from './keys.ts';
import type { NewJob } from './packages.ts';
import type { TrialPublisher } from './publish-trials.ts';
import { defineScript, runScript } from './run-script.ts';

/** Maximum number of trials in the queue, so that it does not grow with the eval: enough for workers with 5,000 simultaneous ones. */
export const AHEAD = 10_000;
/** Number of trials that are added together. */
const CHUNK = 100;

/**
 * KEYS: 1 the ended trials, 2 the results. ARGV: trials to run. Returns those without a result that waits to be fetched; that
 * they have ended is forgotten, because an incomplete run is repeated.
 */
const PREPARE = defineScript(`
local missing = {}
for _, trial in ipairs(ARGV) do
  if redis.call('HEXISTS', KEYS[2], trial) == 0 then
    redis.call('SREM', KEYS[1], trial)
    missing[#missing + 1] = trial
  end
end
return missing
`);

export interface TrialFeedOptions {
  readonly client: Redis;
  readonly queue: Queue;
  readonly publisher: TrialPublisher;
  readonly keys: EvalKeys;
  /** The trials that are to run, by their ids. Others can be removed from it at any time. */
  readonly missing: ReadonlyMap<string, PreparedTrial>;
}

/** Adds trials to the queue: a limited number ahead of the workers, in the order of the plan. */
export class TrialFeed {
  private readonly options: TrialFeedOptions;
  /** Ids in the order of the plan. */
  private readonly order: readonly string[];
  /** Index of the first trial that was never added. */
  private next = 0;
  /** Trials that were added and have no end. */
  private readonly added = new Set<string>();

  constructor(options: TrialFeedOptions) {
    this.options = options;
    this.order = [...options.missing.keys()];
  }

  /** Adds the next trials if there is room for them. Returns an error message. Rejects if the queue fails. */
  async refill(): Promise<string | undefined> {
    if (this.isFull) return undefined;
    const chunk = this.order.slice(this.next, this.next + CHUNK);
    const problem = await this.add(chunk);
    if (problem === undefined) this.next += chunk.length;
    return problem;
  }

  /** True if `refill` has nothing to do now. */
  get isFull(): boolean {
    return this.added.size + CHUNK > AHEAD || this.next >= this.order.length;
  }

  /**
   * Adds those trials again that were added and have no end, because the queue may have lost them. Those that are in it are not
   * added twice. Returns an error message. Rejects if the queue fails.
   */
  async repeat(): Promise<string | undefined> {
    const all = [...this.added];
    for (let index = 0; index < all.length; index += CHUNK) {
      const problem = await this.add(all.slice(index, index + CHUNK));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Makes room for another trial when one has ended. */
  remove(trial: string): void {
    this.added.delete(trial);
  }

  private async add(chunk: readonly string[]): Promise<string | undefined> {
    const { client, queue, publisher, keys, missing } = this.options;
    const ids = chunk.filter((id) => missing.has(id));
    if (ids.length === 0) return undefined;
    const wanted = await runScript(client, PREPARE, [keys.ended, keys.results], ids);
    const names = new Set(Array.isArray(wanted) ? wanted.map(String) : ids);
    const jobs: NewJob[] = [];
    for (const id of ids) {
      const one = missing.get(id);
      if (one === undefined) continue;
      this.added.add(id);
      if (!names.has(id)) continue;
      const job = await publisher.describe(one);
      if (typeof job === 'string') return job;
      jobs.push(job);
    }
    if (jobs.length > 0) await queue.addBulk(jobs);
    return undefined;
  }
}
