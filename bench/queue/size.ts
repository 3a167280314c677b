import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectQueue } from '../../runtime/evals/queue/connect-queue.ts';
import { packFolder } from '../../runtime/evals/queue/folder-pack.ts';
import { evalKeys, PREFIX, QUEUE_NAME } from '../../runtime/evals/queue/keys.ts';
import { QueueLedger } from '../../runtime/evals/queue/queue-ledger.ts';
import { AHEAD } from '../../runtime/evals/queue/trial-feed.ts';
import { TRIAL_JOB } from '../../runtime/evals/queue/trial-job.ts';
import { newRunId } from '../../runtime/journal/run-id.ts';
import { RedisServer } from '../../test/equipment/runtime/redis-server.ts';
import { type MadeUpSkill, makeUpSkill } from '../evals/made-up-skill.ts';
import { CASES, itemsOf } from '../evals/overhead.ts';
import { peakMemory, startCli, wait } from './processes.ts';
import { recordRun } from './record-run.ts';

const LIMIT_MB = 300;

/**
 * Prints the memory of the coordinator and the time for growing numbers of trials, whose workers hand in a recorded run immediately.
 * Returns false above the limit, or if the time grows faster than the number.
 */
export async function measureSize(sizes: readonly number[]): Promise<boolean> {
  const times: number[] = [];
  let isSmall = true;
  for (const size of sizes) {
    const made = makeUpSkill(itemsOf(CASES));
    const redis = await RedisServer.start();
    try {
      const { seconds, queued, peak, server } = await measureOne(made, redis, size);
      times.push(seconds / size);
      isSmall &&= peak <= LIMIT_MB;
      console.log(
        `${size} trials: ${Math.min(size, AHEAD)} queued after ${queued.toFixed(0)} s, complete after ${seconds.toFixed(0)} s (${((seconds * 1e6) / size).toFixed(0)} µs each); memory of the coordinator ${peak.toFixed(0)} MB at most, of Redis ${server.toFixed(0)} MB.`,
      );
    } finally {
      await redis.stop();
      made.remove();
    }
  }
  return isSmall && Math.max(...times) <= 1.5 * Math.min(...times);
}

async function measureOne(made: MadeUpSkill, redis: RedisServer, size: number) {
  const runs = join(made.folder, 'recorded');
  mkdirSync(runs, { recursive: true });
  const sample = packFolder(await recordRun(made, runs));
  const connection = await connectQueue(redis.url);
  if (sample.kind === 'failed' || connection.kind === 'failed') throw new Error('The measurement cannot start.');
  const start = performance.now();
  const each = String(Math.round(size / CASES / 2));
  const out = join(made.folder, 'out');
  const coordinator = startCli(['eval', 'notes', '--trials', each, '--queue', redis.url, '--out', out], made.folder);
  let peak = 0;
  let server = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMemory(coordinator.child.pid));
    server = Math.max(server, peakMemory(redis.pid));
  }, 50);
  const counting = async (): Promise<number> => {
    const count = await connection.client.call('LLEN', `${PREFIX}:${QUEUE_NAME}:wait`);
    return typeof count === 'number' ? count : 0;
  };
  // The coordinator adds a limited number of trials ahead of the workers.
  while ((await counting()) < Math.min(size, AHEAD) && coordinator.child.exitCode === null) await wait(50);
  const queued = (performance.now() - start) / 1000;
  const worker = new connection.packages.Worker(
    QUEUE_NAME,
    async ({ data }) => {
      const job = TRIAL_JOB.parse(data);
      const ledger = new QueueLedger(connection.client, evalKeys(job.eval), 30_000);
      const message = { kind: 'ran', trial: job.trial, run: newRunId(), costUsd: 0, isComplete: true } as const;
      await ledger.finish(randomBytes(8).toString('hex'), { ...message, isOverBudget: false }, sample.bytes);
    },
    {
      connection: { ...connection.address.options, skipVersionCheck: true },
      prefix: PREFIX,
      autorun: false,
      concurrency: 16,
      lockDuration: 30_000,
      stalledInterval: 30_000,
      maxStalledCount: 1,
    },
  );
  void worker.run();
  const code = await coordinator.ended;
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  await worker.close(true);
  connection.client.disconnect();
  if (code !== 0) throw new Error(coordinator.output());
  writeFileSync(join(made.folder, 'done'), '');
  return { seconds, queued, peak, server };
}
