/**
 * Follows every reference of the real skills to its file, and back from the file: `npm run bench:navigation [-- --every N
 * --workers N]`. The expected file is determined in three ways: by the resolver, for every form; by searching for each
 * bundled file's path in the texts (`mutations/sites.ts`); and by bundled files named in every form (`every-form.ts`).
 */
import './own-folders.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Session } from '../server/features/session.ts';
import { diskFiles } from '../skill/disk.ts';
import { withEveryForm } from '../test/equipment/server/features/every-form.ts';
import {
  type FollowResult,
  followReference,
  type KnownPlace,
  type KnownReferences,
  resolvedPlaces,
  sessionOver,
} from '../test/equipment/server/features/follow-references.ts';
import { type CorpusPart, corpusParts } from './corpus-parts.ts';
import { readMutable } from './mutations/sites.ts';

/** Number of bundled files of a skill that are named in every form. */
const FILES = 2;
const TITLES = {
  resolved: 'Targets according to the resolver',
  searched: 'Targets found by text search',
  generated: 'Bundled files in every form',
} as const;
type Table = keyof typeof TITLES;

type PartResult = Readonly<Record<Table, readonly FollowResult[]>>;

if (isMainThread) await main();
else parentPort?.postMessage(measurePart(workerData as CorpusPart));

async function main(): Promise<void> {
  const parts = await corpusParts<PartResult>(import.meta.url);
  if (parts === undefined) return;
  const failures: FollowResult[] = [];
  for (const table of Object.keys(TITLES) as Table[]) {
    const all = parts.flatMap((part) => part[table]);
    print(TITLES[table], all);
    failures.push(...all.filter((one) => !one.hasDefinition || !one.isInReferences || !one.hasHover));
  }
  const details = join(import.meta.dirname, '../.cache/navigation.json');
  writeFileSync(details, JSON.stringify(failures, undefined, 1));
  console.log(`\n${failures.length} references failed: ${details}`);
}

/** Prints the shares by form, and the times. */
function print(title: string, all: readonly FollowResult[]): void {
  console.log(`\n${title}\n`);
  console.log('| form | references | definition | in references of the file | hover |\n|---|--:|--:|--:|--:|');
  for (const form of [...new Set(all.map((one) => one.form)), 'all']) {
    const group = all.filter((one) => form === 'all' || one.form === form);
    const share = (hasPassed: (one: FollowResult) => boolean): string =>
      `${((100 * group.filter(hasPassed).length) / Math.max(1, group.length)).toFixed(2)} %`;
    const shares = [
      share(({ hasDefinition }) => hasDefinition),
      share(({ isInReferences }) => isInReferences),
      share(({ hasHover }) => hasHover),
    ];
    console.log(`| ${form} | ${group.length} | ${shares.join(' | ')} |`);
  }
  for (const key of ['definition', 'hover', 'references'] as const) {
    const times = all.flatMap(({ durations }) => durations[key] ?? []).sort((a, b) => a - b);
    const percentile = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
    console.log(`${key}: median ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, p99 ${percentile(0.99)} ms`);
  }
}

function measurePart({ folders, every, worker, workers }: CorpusPart): PartResult {
  const disk = diskFiles();
  const session = sessionOver(disk, folders);
  const manifests = session.workspace.skills().map(({ manifest }) => manifest);
  const assigned = manifests.filter((_, index) => index % every === 0 && (index / every) % workers === worker);
  const resolved = assigned.flatMap((manifest) => {
    const documents = session.workspace.skillOf(manifest)?.documents() ?? [];
    return documents.flatMap((document) => resolvedPlaces(session, document));
  });
  const searched = assigned.flatMap((manifest) => {
    const { root, sites } = readMutable(disk, manifest);
    return sites.map(({ file, form, start, end, prefix, target: leadsTo }): KnownPlace => {
      // A leading `./` is part of the path.
      const from = start - (prefix === './' ? 2 : 0);
      return { document: file, form, start: from, end, target: join(root, leadsTo) };
    });
  });
  const { fs, places } = withEveryForm(disk, assigned, FILES);
  return {
    resolved: followAll(session, resolved),
    searched: followAll(session, searched),
    generated: followAll(sessionOver(fs, folders), places),
  };
}

/** Follows references. Requests the references of each file only once. */
function followAll(session: Session, places: readonly KnownPlace[]): readonly FollowResult[] {
  const cache: KnownReferences = new Map();
  return places.map((place) => followReference(session, place, cache));
}
