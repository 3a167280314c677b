/**
 * Evals on a queue: `npm run bench:queue [-- --only overhead|kills|cap|size --trials N --kills N --sizes N,N --cap USD --seed N
 * --folder DIR]`. Starts Redis itself (`redis-server`, on 127.0.0.1, with its data in a temporary folder and `appendonly yes`):
 *
 * 1. the processor time that a queue with four workers adds to the same runs in a bare loop;
 * 2. trials while workers and the coordinator are killed, Redis is killed twice and a proxy cuts two workers off;
 * 3. the limit on costs while workers are killed, counted by the server of the model;
 * 4. memory of the coordinator and time for growing numbers of trials.
 *
 * All files are below `--folder`, which is in memory if the system has `/dev/shm`: the time of file systems differs too much to be part
 * of the figures. For example, ext4 without a journal, which many virtual machines have, passes over every inode that was freed in
 * the last minutes when it looks for a free one, so that a file takes up to 2 ms of processor time after many were removed.
 *
 * Exits with 1 if a trial is missing or occurs twice, or a limit is exceeded.
 */
import './own-folders.ts';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { createChance } from '../runtime/random.ts';
import { HAS_REDIS } from '../test/equipment/runtime/redis-server.ts';
import { keepCap } from './queue/cap.ts';
import { surviveKills } from './queue/chaos.ts';
import { measureQueueOverhead } from './queue/overhead.ts';
import { measureSize } from './queue/size.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    trials: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    sizes: { type: 'string', default: '10000,30000,100000' },
    cap: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: existsSync('/dev/shm') ? '/dev/shm' : tmpdir() },
  },
});
if (!HAS_REDIS) {
  console.error('Install redis-server first (Debian: apt install redis-server).');
  process.exit(1);
}
// That of Redis and of all processes, too.
process.env.TMPDIR = values.folder;
console.log(`Files in ${values.folder}.`);
const random = createChance(Number(values.seed));
const [trials, kills] = [Number(values.trials), Number(values.kills)];
const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  overhead: () => measureQueueOverhead(trials),
  kills: () => surviveKills(trials, kills, random),
  cap: () => keepCap(Number(values.cap), Math.round(kills / 5), random),
  size: () => measureSize(values.sizes.split(',').map(Number)),
};
for (const [name, measure] of Object.entries(parts))
  if (values.only === undefined || values.only === name) {
    console.log(`${name}:`);
    if (!(await measure())) process.exitCode = 1;
  }
process.exit();
