/**
 * Misses of real agents: `npm run bench:real-misses [-- FILE]`. Rebuilds each row of `../shared/real-misses/misses.tsv`, or of FILE, as
 * a small world and compares what `skill/misses/` says about it with its reader: the kind, and the true place where the row says it.
 * Exits with 1 below 90 % of the kinds or 95 % of the places.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from './real-misses/row.ts';
import { reportLines, scoreRows } from './real-misses/score-rows.ts';
import { sharedFolder } from './shared-folder.ts';

const file = process.argv[2] ?? join(sharedFolder('real-misses'), 'misses.tsv');
if (!existsSync(file)) {
  console.log('bench:real-misses: no misses at ../shared/real-misses, nothing measured.');
  process.exit(0);
}
const scored = scoreRows(readRows(readFileSync(file, 'utf8')));
for (const line of reportLines(scored)) console.log(line);
const tried = scored.flatMap((one) => (one.kind === 'tried' ? [one] : []));
const known = tried.filter(({ truePlace }) => truePlace !== undefined);
const share = (all: readonly boolean[]): number => all.filter(Boolean).length / Math.max(1, all.length);
const isGood =
  share(tried.map(({ isKindRight }) => isKindRight)) >= 0.9 &&
  share(known.map(({ isPlaceRight }) => isPlaceRight)) >= 0.95;
process.exit(isGood ? 0 : 1);
