/**
 * `npm run bench:completion [-- FOLDER [EVERY]]`: whether completion offers the right file at every place of every reference
 * of real skills, asked with the rest of the path deleted; and how long the answers took. `EVERY`: one reference in so many.
 */
import { resolve } from 'node:path';
import { type AskedOffset, askEverywhere } from '../server/features/completion/every-offset.ts';
import { diskFiles } from '../skill/disk.ts';

const folder = resolve(process.argv[2] ?? '../shared/corpus');
const every = Number(process.argv[3] ?? 1);

interface Count {
  asked: number;
  offered: number;
}
const counts = new Map<string, Count>();
const missed = new Map<string, AskedOffset[]>();
const times: number[] = [];
for (const one of askEverywhere(diskFiles(), folder, (_, index) => index % every === 0)) {
  const key = `${one.form}${one.isOwn ? '' : ', outside the skill'}`;
  const count = counts.get(key) ?? { asked: 0, offered: 0 };
  count.asked++;
  if (one.isOffered) count.offered++;
  else missed.set(key, [...(missed.get(key) ?? []), one]);
  counts.set(key, count);
  times.push(one.took);
}
times.sort((a, b) => a - b);
const share = ({ asked, offered }: Count): string => `${((100 * offered) / Math.max(1, asked)).toFixed(2)} %`;
const whole = (own: boolean): Count =>
  [...counts].reduce(
    (sum, [key, { asked, offered }]) =>
      key.includes('outside') === own ? sum : { asked: sum.asked + asked, offered: sum.offered + offered },
    { asked: 0, offered: 0 },
  );
for (const [key, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${key.padEnd(36)} ${String(count.asked).padStart(8)} asked, ${share(count)} offered`);
console.log(
  `in the skill ${share(whole(true))} of ${whole(true).asked}, outside ${share(whole(false))} of ${whole(false).asked}`,
);
const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(2);
console.log(`milliseconds an answer: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(0.999999)}`);
for (const [key, list] of missed) {
  console.log(`\n${key}: not offered`);
  const shown = [...new Map(list.map((one) => [`${one.path}:${one.target}:${one.left}`, one])).values()].slice(0, 12);
  for (const { path, target, left } of shown)
    console.log(`  ${target} | after ${JSON.stringify(target.slice(0, left))} | ${path}`);
}
