/**
 * Would a verdict "confusable" of two skills be right? `npm run bench:neighbors -- --repos DIR`, with a checkout of a public
 * repository in each folder `OWNER+NAME`, takes the requests of authors' own trigger sets (`should_trigger`): a similarity of words
 * is asked whether a request is for the skill whose set it is in, rather than for any other of the repository's skills, by the
 * difference between this skill and the nearest other one. The share of pairs of a request that is for it and one that is not,
 * in which the first has the larger difference (AUC), is a mean over authors, with 95 % intervals bootstrapped over them.
 *
 * The way that is best on the first half of the authors is compared with TF-IDF on the second half, which chose nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { diskFiles } from '../skill/disk.ts';
import { dirname, type FileSystem, findSkills, neighborhoods, readEvalFile, readFrontmatter } from '../skill/index.ts';
import { percentile } from './figures/statistics.ts';
import { randomOf } from './mutations/random.ts';
import { BASELINE, SIMILARITIES, type Similarity } from './neighbors/similarity.ts';

/** Authors whose repositories are never read: those whose digest begins with one of these digits. */
const RESERVED = /^[01]/;
const ROUNDS = 5000;
const MAX_FILES = 50_000;

interface Request {
  readonly text: string;
  /** The index of the skill in the catalog. */
  readonly skill: number;
  readonly isFor: boolean;
}

interface Author {
  readonly owner: string;
  readonly descriptions: readonly string[];
  readonly requests: readonly Request[];
}

const digestOf = (owner: string): string => createHash('sha1').update(owner.toLowerCase()).digest('hex');

const { values } = parseArgs({ options: { repos: { type: 'string' } } });
if (values.repos === undefined || !existsSync(values.repos)) {
  console.log('Specify checkouts of repositories with trigger sets: --repos DIR');
  process.exit(0);
}
const authors = readdirSync(values.repos).flatMap((folder) => readAuthor(join(values.repos ?? '', folder), folder));
const isFirst = ({ owner }: Author): boolean => Number.parseInt(digestOf(owner).slice(1, 2), 16) % 2 === 0;
const first = authors.filter(isFirst);
const second = authors.filter((one) => !isFirst(one));

for (const [title, half] of [
  ['first half', first],
  ['second half', second],
] as const) {
  const requests = half.flatMap((one) => one.requests);
  console.log(
    `\n${title}: ${half.length} authors, ${half.reduce((sum, one) => sum + one.descriptions.length, 0)} skills, ${requests.length} requests, ${requests.filter(({ isFor }) => isFor).length} of them for their skill`,
  );
  for (const [name, similarity] of Object.entries(SIMILARITIES)) {
    const areas = half.map((one) => areaOf(one, similarity));
    const more = half.map((one, index) => (areas[index] ?? 0) - areaOf(one, of(BASELINE)));
    const nearest = half.map((one) => nearestOf(one, similarity));
    console.log(
      `  ${name.padEnd(42)} AUC ${interval(areas)}, minus that of ${BASELINE} ${interval(more)}; its skill is the nearest ${interval(nearest)}`,
    );
  }
}

const [best = BASELINE] = Object.keys(SIMILARITIES)
  .filter((name) => name !== BASELINE)
  .sort((a, b) => meanArea(first, b) - meanArea(first, a));
const differences = second.map((one) => areaOf(one, of(best)) - areaOf(one, of(BASELINE)));
console.log(
  `\nBest of the first half: ${best}. On the second half, its AUC minus that of ${BASELINE}: ${interval(differences)}`,
);
const [low = 0] = bounds(differences);
console.log(low > 0 ? 'It beats TF-IDF by the interval.' : 'It does not beat TF-IDF by the interval.');

const many = Array.from({ length: 1000 }, (_, index) => {
  const all = authors.flatMap((one) => one.descriptions);
  return { name: `s${index}`, description: all[index % Math.max(1, all.length)] ?? '' };
});
const start = process.cpuUsage();
neighborhoods(many);
console.log(`\nneighborhoods of 1,000 of these skills: ${Math.round(process.cpuUsage(start).user / 1000)} ms`);

function of(name: string): Similarity {
  const similarity = SIMILARITIES[name];
  if (similarity === undefined) throw new Error(`no similarity ${name}`);
  return similarity;
}

function meanArea(half: readonly Author[], name: string): number {
  return half.reduce((sum, one) => sum + areaOf(one, of(name)), 0) / Math.max(1, half.length);
}

/** Reads a repository's skills and trigger sets; none without requests of both kinds, or with fewer than three skills. */
function readAuthor(root: string, folder: string): readonly Author[] {
  const owner = folder.split('+')[0] ?? '';
  if (RESERVED.test(digestOf(owner))) return [];
  const fs = diskFiles();
  const byName = new Map<string, number>();
  const descriptions: string[] = [];
  for (const manifest of findSkills(fs, root)) {
    const read = fs.read(manifest);
    if (read.kind !== 'text') continue;
    const { frontmatter } = readFrontmatter(read.text);
    const description = frontmatter.kind === 'valid' ? frontmatter.data.description : undefined;
    const name = frontmatter.kind === 'valid' ? frontmatter.data.name : undefined;
    const known = [basename(dirname(manifest)), ...(typeof name === 'string' ? [name] : [])];
    if (typeof description !== 'string' || description.trim() === '' || known.some((one) => byName.has(one))) continue;
    for (const one of known) byName.set(one, descriptions.length);
    descriptions.push(description);
  }
  const requests = new Map<string, Request>();
  for (const path of filesIn(fs, root)) {
    const read = fs.read(path);
    if (read.kind !== 'text' || !read.text.includes('should_trigger') || read.text.length > 1_000_000) continue;
    const file = readEvalFile(path, read.text);
    if (file.kind !== 'read') continue;
    for (const one of file.cases) {
      if (one.kind !== 'trigger') continue;
      const names = [one.skill, file.skill, ...path.slice(root.length).split('/').reverse()];
      const name = names.find((part) => part !== undefined && byName.has(part));
      const skill = name === undefined ? undefined : byName.get(name);
      if (skill !== undefined)
        requests.set(`${skill} ${one.prompt}`, { text: one.prompt, skill, isFor: one.shouldTrigger });
    }
  }
  const all = [...requests.values()];
  const isUsable = descriptions.length >= 3 && all.some(({ isFor }) => isFor) && all.some(({ isFor }) => !isFor);
  return isUsable ? [{ owner, descriptions, requests: all }] : [];
}

/** Returns the JSON and YAML files below a folder. */
function filesIn(fs: FileSystem, root: string): readonly string[] {
  const found: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && found.length < MAX_FILES; folder = folders.pop())
    for (const { name, kind, link } of fs.list(folder)) {
      if (link || name === '.git' || name === 'node_modules') continue;
      if (kind === 'folder') folders.push(`${folder}/${name}`);
      else if (/\.(?:json|ya?ml)$/.test(name)) found.push(`${folder}/${name}`);
    }
  return found.sort();
}

/** Returns the difference between the skill of each request and the nearest other one. */
function differencesOf({ descriptions, requests }: Author, similarity: Similarity): readonly number[] {
  const near = similarity(descriptions);
  return requests.map(({ text, skill }) => {
    const all = near(text);
    return (all[skill] ?? 0) - Math.max(...all.filter((_, index) => index !== skill));
  });
}

function areaOf(author: Author, similarity: Similarity): number {
  const all = differencesOf(author, similarity);
  const [yes, no] = [true, false].map((is) => all.filter((_, index) => author.requests[index]?.isFor === is));
  let wins = 0;
  for (const one of yes ?? []) for (const other of no ?? []) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / ((yes?.length ?? 0) * (no?.length ?? 0) || 1);
}

/** Returns the share of the requests for a skill to which it is the nearest. */
function nearestOf(author: Author, similarity: Similarity): number {
  const all = differencesOf(author, similarity).filter((_, index) => author.requests[index]?.isFor === true);
  return all.filter((one) => one > 0).length / (all.length || 1);
}

function bounds(numbers: readonly number[]): readonly [number, number] {
  const random = randomOf('neighbors');
  const means = Array.from({ length: ROUNDS }, () => {
    let sum = 0;
    for (let count = 0; count < numbers.length; count++) sum += numbers[random.below(numbers.length)] ?? 0;
    return sum / Math.max(1, numbers.length);
  });
  return [percentile(means, 0.025), percentile(means, 0.975)];
}

function interval(numbers: readonly number[]): string {
  const [low, high] = bounds(numbers);
  const mean = numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
  return `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
