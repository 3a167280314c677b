import { join } from 'node:path';
import { RedisServer } from '../../test/equipment/runtime/redis-server.ts';
import { makeUpSkill } from '../evals/made-up-skill.ts';
import { bareLoop, CASES, itemsOf } from '../evals/overhead.ts';
import { startCli, startWorker, stopAll, timeOfEndedChildren } from './processes.ts';
import { faultsOf } from './trial-results.ts';

/** The highest overhead of a trial, in milliseconds of processor time. */
const LIMIT_MS = 5;

/**
 * Prints the processor time that a queue with four workers adds to runs. The time of Redis is printed, too, and not part of it.
 * Returns false above the limit.
 */
export async function measureQueueOverhead(trials: number): Promise<boolean> {
  const made = makeUpSkill(itemsOf(CASES));
  const redis = await RedisServer.start();
  try {
    const earlier = timeOfEndedChildren();
    const start = performance.now();
    const workers = Array.from({ length: 4 }, () => startWorker(redis.url, made.folder));
    const count = String(Math.round(trials / CASES / 2));
    const out = join(made.folder, 'out');
    const coordinator = startCli(
      ['eval', 'notes', '--trials', count, '--queue', redis.url, '--out', out, '--json'],
      made.folder,
    );
    const code = await coordinator.ended;
    const seconds = (performance.now() - start) / 1000;
    // Processes are counted when they have ended, so that the order of their ends tells whose time it is.
    const own = timeOfEndedChildren() - earlier;
    await stopAll(workers);
    if (code !== 0) throw new Error(coordinator.output());
    const whole = timeOfEndedChildren() - earlier;
    await redis.kill('SIGTERM');
    const server = timeOfEndedChildren() - earlier - whole;
    await bareLoop(made, 200);
    const bare = await bareLoop(made, trials);
    const overhead = (whole - bare) / trials;
    const each = (milliseconds: number): string => (milliseconds / trials).toFixed(2);
    const faults = faultsOf(out, trials);
    console.log(
      `${trials} trials, 4 workers: ${each(whole)} ms of processor time a trial (the eval ${each(own)}, the workers ${each(whole - own)}), ${each(bare)} ms in a bare loop, overhead ${overhead.toFixed(2)} ms (limit ${LIMIT_MS}), with Redis ${each(whole + server - bare)} ms; ${seconds.toFixed(0)} s.`,
    );
    for (const fault of faults) console.log(`  ${fault}`);
    return overhead <= LIMIT_MS && faults.length === 0;
  } finally {
    await redis.stop();
    made.remove();
  }
}
