/**
 * Renames every bundled file and folder of the corpus and renames it back: then every text must equal the original, and in
 * between every reference to the moved file must resolve to it, and `check` must find nothing new. Findings that follow
 * from the new name alone (`cause-of-finding.ts`) are counted separately, by rule and cause.
 *
 *   npm run bench:renames [-- --every N --name suffix|other --workers N --show N --excluded N]
 *
 * `--show` and `--excluded`: the number of failures, and of new findings for each cause, to list.
 */
import './own-folders.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type Excluded, type Failure, RoundTripRunner, renamesOf } from '../server/renaming/round-trip.ts';
import { diskFiles } from '../skill/disk.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { inWorker } from './in-worker.ts';

interface Part {
  readonly folder: string;
  readonly repositories: readonly string[];
  readonly every: number;
  readonly naming: string;
}

interface PartResult {
  readonly skills: number;
  readonly files: Share;
  readonly folders: Share;
  readonly failures: readonly Failure[];
  readonly excluded: readonly Excluded[];
}

interface Share {
  readonly tried: number;
  readonly right: number;
  readonly changes: number;
  readonly unread: number;
  readonly prompted: number;
}

/** New names: one that contains the old name, and one that shares only its extension. */
const NAMINGS: Readonly<Record<string, (old: string) => string>> = {
  suffix: (old) => old.replace(/^(.[^.]*)/, '$1-renamed'),
  other: (old) => `zq7${/(?<=.)\.[^.]*$/.exec(old)?.[0] ?? ''}`,
};

if (isMainThread) await main();
else parentPort?.postMessage(part(workerData as Part));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      every: { type: 'string', default: '1' },
      name: { type: 'string', default: 'suffix' },
      workers: { type: 'string', default: '2' },
      show: { type: 'string', default: '40' },
      excluded: { type: 'string', default: '0' },
    },
  });
  const corpus = layOutCorpus();
  if (corpus === undefined) {
    console.log('Needs the corpus of real skills (../shared/corpus), which was not found.');
    return;
  }
  const begin = performance.now();
  const workers = Number(values.workers);
  const results = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      inWorker<Part, PartResult>(import.meta.url, {
        folder: corpus.folder,
        repositories: corpus.repositories.filter((_, at) => at % workers === index),
        every: Number(values.every),
        naming: values.name,
      }),
    ),
  );
  const failures = results.flatMap((one) => one.failures);
  for (const { move, what, where, detail } of failures.slice(0, Number(values.show))) {
    const name = move.to.slice(move.to.lastIndexOf('/') + 1);
    console.log(
      `${what}: ${move.from.slice(corpus.folder.length + 1)} → ${name}\n  ${where.slice(corpus.folder.length + 1)}: ${detail}`,
    );
  }
  const sum = (of: (result: PartResult) => number): number => results.reduce((total, one) => total + of(one), 0);
  console.log(
    `\n${sum((one) => one.skills)} skills, names: ${values.name}, ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  );
  for (const kind of ['files', 'folders'] as const) {
    const tried = sum((one) => one[kind].tried);
    const right = sum((one) => one[kind].right);
    console.log(
      `${kind}: ${right} of ${tried} (${((right / tried) * 100).toFixed(2)} %) renamed and back without a trace; ${sum((one) => one[kind].changes)} places rewritten, ${sum((one) => one[kind].unread)} of them no path to the rules; ${sum((one) => one[kind].prompted)} asked about`,
    );
  }
  for (const what of ['text', 'lost', 'finding'] as const)
    console.log(`${what}: ${failures.filter((one) => one.what === what).length}`);
  const excluded = results.flatMap((one) => one.excluded);
  console.log(`${excluded.length} new findings follow from the new name alone, and count as no failure:`);
  const counts = new Map<string, Excluded[]>();
  for (const one of excluded) {
    const key = `${one.detail.split(' ')[0]}, ${one.because}`;
    counts.set(key, [...(counts.get(key) ?? []), one]);
  }
  for (const [key, all] of [...counts].sort((a, b) => b[1].length - a[1].length)) {
    console.log(`  ${key}: ${all.length}, of ${new Set(all.map(({ move }) => move.from)).size} renames`);
    for (const { move, where, detail } of all.slice(0, Number(values.excluded)))
      console.log(
        `    ${move.from.slice(corpus.folder.length + 1)}\n      ${where.slice(corpus.folder.length + 1)}: ${detail}`,
      );
  }
}

function part({ folder, repositories, every, naming }: Part): PartResult {
  const none = { tried: 0, right: 0, changes: 0, unread: 0, prompted: 0 };
  const shares = { files: { ...none }, folders: { ...none } };
  const failures: Failure[] = [];
  const excluded: Excluded[] = [];
  let skills = 0;
  let count = 0;
  for (const repository of repositories) {
    const roundTrip = new RoundTripRunner(diskFiles(), join(folder, repository));
    for (const { root } of roundTrip.workspace.skills()) {
      skills++;
      for (const move of renamesOf(roundTrip.workspace, root, NAMINGS[naming] ?? ((old) => old))) {
        if (count++ % every !== 0) continue;
        const share = shares[move.isFolder ? 'folders' : 'files'];
        const trip = roundTrip.run(move, root);
        share.tried++;
        share.changes += trip.changes;
        share.unread += trip.unread;
        share.prompted += trip.uncertain;
        if (trip.failures.length === 0) share.right++;
        failures.push(...trip.failures);
        excluded.push(...trip.excluded);
      }
    }
  }
  return { skills, ...shares, failures, excluded };
}
