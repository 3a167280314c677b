/**
 * Sentences that name a file in words, put in place of its path, in wordings kept apart from the rules' development, and
 * sentences that only look like one. `npm run bench:paraphrases`; `-- --kept-apart` measures the other half, without
 * listing what was missed.
 */
import './own-folders.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from '../skill/disk.ts';
import { cachingFiles, findSkills } from '../skill/index.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { ourChecker } from './mutations/checker.ts';
import type { Finding, Mutation } from './mutations/mutation.ts';
import { paraphraseLookAlikes, paraphrases, type WordingHalf } from './mutations/paraphrases.ts';
import { isOnlyNaming } from './mutations/prose.ts';
import { randomOf } from './mutations/random.ts';
import { formatDetails, printReport } from './mutations/report.ts';
import { type Outcome, score } from './mutations/score.ts';
import { readMutable } from './mutations/sites.ts';

/** Sites of one skill. */
const PER_SKILL = 2;

const corpus = layOutCorpus();
if (!corpus) {
  console.log('bench:paraphrases: no corpus at ../shared/corpus, nothing measured.');
  process.exit(0);
}
const half: WordingHalf = process.argv.includes('--kept-apart') ? 'kept apart' : 'developed on';
const faulty = new Set(corpus.labels.map(({ skill }) => skill));
const outcomes: Outcome[] = [];
for (const slug of corpus.repositories) {
  const repository = join(corpus.folder, slug);
  const checker = ourChecker(repository);
  const fs = cachingFiles(diskFiles());
  for (const manifest of findSkills(fs, repository)) {
    const skill = readMutable(fs, manifest);
    const name = skill.root.slice(corpus.folder.length + 1);
    const sites = skill.sites.filter((site) => isOnlyNaming(site, skill));
    if (faulty.has(name) || sites.length === 0) continue;
    const random = randomOf(`${name} ${half}`);
    const mutations: readonly Mutation[] = random
      .some(sites, PER_SKILL)
      .flatMap((site) => [
        ...paraphrases(site, skill, half, random),
        ...paraphraseLookAlikes(site, skill, half, random),
      ]);
    const before = checker.check(skill.root);
    for (const mutation of mutations) {
      const outcome = score(mutation, before, checker.check(skill.root, mutation));
      if (mutation.kind === 'prose') outcomes.push(outcome);
      else outcomes.push(inSentence(outcome, mutation));
    }
  }
}

/** Returns the outcome of a sentence with what was found in it: other words may miss the path that it took the place of. */
function inSentence(outcome: Outcome, { texts, shown }: Mutation): Outcome {
  const [[file, text] = ['', '']] = [...texts];
  const sentence = shown.slice(0, shown.lastIndexOf(' {was '));
  const start = text.indexOf(`\n${sentence}\n`) + 1;
  const isInside = (one: Finding): boolean =>
    one.file === file &&
    one.range !== undefined &&
    start <= one.range.start &&
    one.range.end <= start + sentence.length;
  const others = outcome.others.filter(isInside);
  return { ...outcome, others, isReported: others.length > 0, exact: others.length > 0 };
}

printReport(`Wordings ${half}`, outcomes, { orphans: true });
if (half === 'developed on') {
  const out = join(import.meta.dirname, '../.cache/mutations');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'paraphrases.txt'), formatDetails(outcomes, `${corpus.folder}/`));
  console.log('Each miss and alarm is in .cache/mutations/paraphrases.txt');
}
