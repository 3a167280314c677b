import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../runtime/random.ts';
import { RedisServer } from '../../test/equipment/runtime/redis-server.ts';
import { makeUpSkill } from '../evals/made-up-skill.ts';
import { CASES, itemsOf } from '../evals/overhead.ts';
import { type OwnProcess, startCli, startWorker, stopAll, wait } from './processes.ts';
import { CutProxy } from './proxy.ts';
import { faultsOf } from './trial-results.ts';

const WORKERS = 4;
/** Milliseconds of the partition: longer than the lease, so that trials are taken over. */
const PARTITION_MS = 5_000;

/**
 * Runs trials while workers are killed at random moments, Redis is killed twice, the coordinator once, and two of the workers are
 * cut off by a proxy. Returns false if a trial is missing from the result or occurs twice.
 */
export async function surviveKills(trials: number, kills: number, random: Random): Promise<boolean> {
  const made = makeUpSkill(itemsOf(CASES));
  const redis = await RedisServer.start();
  const proxy = await CutProxy.start(redis.port);
  const out = join(made.folder, 'out');
  const workers: OwnProcess[] = [];
  const launch = (index: number): OwnProcess =>
    startWorker(index % 2 === 0 ? redis.url : proxy.url, made.folder, ['--lease', '2']);
  const each = String(Math.round(trials / CASES / 2));
  const args = ['eval', 'notes', '--trials', each, '--queue', redis.url, '--out', out, '--json'];
  let coordinator = startCli(args, made.folder);
  const completed = (): number => (existsSync(join(out, 'trials')) ? readdirSync(join(out, 'trials')).length : 0);
  const start = performance.now();
  try {
    for (let index = 0; index < WORKERS; index++) workers.push(launch(index));
    // One event each time a further part of the trials is complete, so that they are spread over the whole eval.
    const total = kills + 4;
    let killed = 0;
    for (let event = 1; event <= total; event++) {
      while (completed() < Math.floor((trials * 0.97 * event) / (total + 1)) && coordinator.child.exitCode === null)
        await wait(20);
      if (coordinator.child.exitCode !== null) break;
      await wait(random.int(50));
      const place = event / total;
      if (event === Math.round(total * 0.25) || event === Math.round(total * 0.75)) {
        await redis.kill('SIGKILL');
        await wait(500);
        await redis.launch();
      } else if (event === Math.round(total * 0.4)) {
        coordinator.child.kill('SIGKILL');
        await coordinator.ended;
        coordinator = startCli(args, made.folder);
      } else if (event === Math.round(total * 0.6)) {
        proxy.cut();
        await wait(PARTITION_MS);
        proxy.mend();
      } else {
        const index = random.int(WORKERS);
        const victim = workers[index];
        if (victim === undefined) continue;
        victim.child.kill('SIGKILL');
        await victim.ended;
        killed++;
        workers[index] = launch(index);
      }
      if (event % 20 === 0) console.log(`  ${killed} kills, ${completed()} trials, ${Math.round(place * 100)} %`);
    }
    const code = await coordinator.ended;
    const seconds = (performance.now() - start) / 1000;
    const faults = code === 0 ? faultsOf(out, trials) : [`the coordinator ended with ${code}: ${coordinator.output()}`];
    console.log(
      `${trials} trials, ${WORKERS} workers, ${killed} kills of workers, 1 of the coordinator, Redis killed twice, a partition of ${PARTITION_MS / 1000} s: ${faults.length === 0 ? 'every trial exactly once' : faults.join('; ')}; ${seconds.toFixed(0)} s.`,
    );
    return faults.length === 0 && killed >= kills - 1;
  } finally {
    coordinator.child.kill('SIGKILL');
    await stopAll(workers);
    proxy.close();
    await redis.stop();
    made.remove();
  }
}
