/**
 * Measures at every position of every reference of real skills, with the rest deleted, whether completion offers the right
 * file or heading, and the response times: `npm run bench:completion [-- --every N --workers N]`. `--every` takes one
 * reference in N.
 */
import './own-folders.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type TestedOffset, testEveryOffset } from '../server/features/completion/every-offset.ts';
import { diskFiles } from '../skill/disk.ts';
import { type CorpusPart, corpusParts } from './corpus-parts.ts';

interface Count {
  requests: number;
  offered: number;
}

interface PartResult {
  /** By form, and by location inside or outside of the skill. */
  readonly counts: ReadonlyMap<string, Count>;
  readonly missed: readonly TestedOffset[];
  readonly times: readonly number[];
}

const OUTSIDE = ', outside the skill';

if (isMainThread) await main();
else parentPort?.postMessage(part(workerData as CorpusPart));

async function main(): Promise<void> {
  const parts = await corpusParts<PartResult>(import.meta.url);
  if (parts === undefined) return;
  const counts = new Map<string, Count>();
  for (const part of parts) for (const [key, count] of part.counts) add(counts, key, count);
  for (const [key, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${key.padEnd(36)} ${String(count.requests).padStart(8)} requests, ${share(count)} offered`);
  const total = (isOwn: boolean): Count => {
    const sum: Count = { requests: 0, offered: 0 };
    for (const [key, { requests, offered }] of counts) {
      if (key.endsWith(OUTSIDE) === isOwn) continue;
      sum.requests += requests;
      sum.offered += offered;
    }
    return sum;
  };
  console.log(
    `in the skill ${share(total(true))} of ${total(true).requests}, outside ${share(total(false))} of ${total(false).requests}`,
  );
  const times = parts.flatMap((part) => part.times).sort((a, b) => a - b);
  const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(2);
  console.log(`milliseconds an answer: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(0.999999)}`);
  const missed = parts.flatMap((part) => part.missed);
  const details = join(import.meta.dirname, '../.cache/completion.json');
  mkdirSync(join(details, '..'), { recursive: true });
  writeFileSync(details, JSON.stringify(missed, undefined, 1));
  console.log(`${missed.length} places without the right file: ${details}`);
}

function add(counts: Map<string, Count>, key: string, { requests, offered }: Count): void {
  const count = counts.get(key) ?? { requests: 0, offered: 0 };
  count.requests += requests;
  count.offered += offered;
  counts.set(key, count);
}

function share({ requests, offered }: Count): string {
  return `${((100 * offered) / Math.max(1, requests)).toFixed(2)} %`;
}

function part({ folders, every, worker, workers }: CorpusPart): PartResult {
  const counts = new Map<string, Count>();
  const missed: TestedOffset[] = [];
  const times: number[] = [];
  const isMine = (_: string, index: number): boolean => index % every === 0 && (index / every) % workers === worker;
  for (const one of testEveryOffset(diskFiles(), folders, isMine)) {
    add(counts, `${one.form}${one.isOwn ? '' : OUTSIDE}`, { requests: 1, offered: one.isOffered ? 1 : 0 });
    if (!one.isOffered) missed.push(one);
    times.push(one.took);
  }
  return { counts, missed, times };
}
