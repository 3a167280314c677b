/**
 * `npm run bench:going [-- --every N]`: from every reference of the real skills to its file and back. Which file is right is
 * told twice: by the resolver, for every form, and by looking for each bundled file's path in the texts (`mutations/sites.ts`).
 */
import './own-folders.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Followed,
  follow,
  type KnownPlace,
  resolvedPlaces,
  sessionOver,
} from '../server/features/testing/followed.ts';
import { diskFiles } from '../skill/disk.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { readMutable } from './mutations/sites.ts';

const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } });
const every = Number(values.every);
const corpus = layOutCorpus();
if (corpus === undefined) {
  console.log('This needs the collection of real skills (../shared/corpus), which is not here.');
  process.exit(0);
}
const session = sessionOver(
  diskFiles(),
  corpus.repositories.map((slug) => join(corpus.folder, slug)),
);
const skills = session.workspace.skills().filter((_, index) => index % every === 0);

/** Follows places and prints the shares by form; answers what did not hold. */
function measure(title: string, placesOf: (manifest: string) => readonly KnownPlace[]): readonly Followed[] {
  const forms = new Map<string, { all: number; goes: number; back: number; says: number }>();
  const wrong: Followed[] = [];
  const times = { definition: [] as number[], hover: [] as number[], references: [] as number[] };
  for (const { manifest } of skills) {
    for (const place of placesOf(manifest)) {
      const one = follow(session, place);
      for (const form of [one.form, 'all']) {
        const count = forms.get(form) ?? { all: 0, goes: 0, back: 0, says: 0 };
        forms.set(form, count);
        count.all++;
        if (one.goes) count.goes++;
        if (one.isFoundBack) count.back++;
        if (one.says) count.says++;
      }
      if (!one.goes || !one.isFoundBack || !one.says) wrong.push(one);
      for (const key of ['definition', 'hover', 'references'] as const) times[key].push(one.took[key]);
    }
  }
  console.log(`\n${title}, ${skills.length} skills\n`);
  console.log('| form | places | definition | found back | hover |\n|---|--:|--:|--:|--:|');
  const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(2)} %`;
  for (const [form, { all, goes, back, says }] of forms)
    console.log(`| ${form} | ${all} | ${share(goes, all)} | ${share(back, all)} | ${share(says, all)} |`);
  for (const [key, all] of Object.entries(times)) {
    all.sort((a, b) => a - b);
    const at = (part: number): string => (all[Math.floor(all.length * part)] ?? 0).toFixed(2);
    console.log(`${key}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
  }
  return wrong;
}

const resolved = measure('As the resolver has it', (manifest) => {
  const entry = session.workspace.skillOf(manifest);
  return entry?.documents().flatMap((document) => resolvedPlaces(session, document)) ?? [];
});
const looked = measure('As the text has it', (manifest) => {
  const { root, sites } = readMutable(diskFiles(), manifest);
  return sites.map(({ file, form, start, end, prefix, leadsTo }) => {
    // A leading `./` is part of the path.
    const from = start - (prefix === './' ? 2 : 0);
    return { document: file, form, start: from, end, leadsTo: join(root, leadsTo) };
  });
});
const details = join(import.meta.dirname, '../.cache/going.json');
writeFileSync(details, JSON.stringify({ resolved, looked }, undefined, 1));
console.log(`\n${resolved.length + looked.length} places do not hold: ${details}`);
