/**
 * Misses of real agents: `npm run bench:real-misses [-- FILE]`. Rebuilds each row of `../shared/real-misses/misses.tsv`, or of FILE, as
 * a small world and compares what `skill/misses/` says about it with its reader: the kind, and the true place where the row says it.
 * Exits with 1 below 90 % of the kinds or 95 % of the places. `--foretold` adds the share of the misses by a text that `check` and
 * `stress` would have told the author; it needs a build.
 */
import './own-folders.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foretoldLines } from './real-misses/foretold-lines.ts';
import { readRows } from './real-misses/row.ts';
import { reportLines, scoreRows } from './real-misses/score-rows.ts';
import { sharedFolder } from './shared-folder.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { foretold: { type: 'boolean', default: false } },
});
const file = positionals[0] ?? join(sharedFolder('real-misses'), 'misses.tsv');
if (!existsSync(file)) {
  console.log('bench:real-misses: no misses at ../shared/real-misses, nothing measured.');
  process.exit(0);
}
const rows = readRows(readFileSync(file, 'utf8'));
const scored = scoreRows(rows);
for (const line of reportLines(scored)) console.log(line);
const data = { sessions: sharedFolder('sessions'), corpus: sharedFolder('corpus') };
if (values.foretold) for await (const line of foretoldLines(rows, data)) console.log(line);
const tried = scored.flatMap((one) => (one.kind === 'tried' ? [one] : []));
const known = tried.filter(({ truePlace }) => truePlace !== undefined);
const share = (all: readonly boolean[]): number => all.filter(Boolean).length / Math.max(1, all.length);
const isGood =
  share(tried.map(({ isKindRight }) => isKindRight)) >= 0.9 &&
  share(known.map(({ isPlaceRight }) => isPlaceRight)) >= 0.95;
process.exit(isGood ? 0 : 1);
