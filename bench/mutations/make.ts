/** All mutations of the corpus, the same in every run. */
import { existsSync } from 'node:fs';
import { diskFiles } from '../../skill/disk.ts';
import { basename, cachingFiles, findSkills, join } from '../../skill/index.ts';
import { type Corpus, halfOf } from '../corpus/quality-corpus.ts';
import { BROKEN, type Neighbors, orphan } from './broken.ts';
import type { Mutation } from './mutation.ts';
import { isOnlyNaming, prose } from './prose.ts';
import { randomOf } from './random.ts';
import { SILENT_OPERATORS, silent, unexplainedBases } from './silent.ts';
import { type MutableSkill, readMutable } from './sites.ts';

export interface Plan {
  readonly repository: string;
  readonly half: 'tuned' | 'held out';
  readonly mutations: readonly Mutation[];
}

/** Maximum mutations of one operator and one skill. */
const PER_SKILL = 2;

/** Returns the mutations of every repository, from skills without references labeled as broken or doubtful. */
export function makePlans({ folder, repositories, labels }: Corpus): readonly Plan[] {
  const faulty = new Set(labels.map((label) => label.skill));
  return repositories.map((slug) => {
    const repository = join(folder, slug);
    const fs = cachingFiles(diskFiles());
    const all = findSkills(fs, repository).map((manifest) => readMutable(fs, manifest));
    const valid = all.filter((skill) => skill.sites.length > 0 && !faulty.has(skill.root.slice(folder.length + 1)));
    const mutations = valid.flatMap((skill) => mutationsOf(skill, neighborsOf(skill, all, repository), all));
    return { repository, half: halfOf(repositories, `${slug}/`), mutations };
  });
}

function neighborsOf(skill: MutableSkill, all: readonly MutableSkill[], repository: string): Neighbors {
  const others = all.filter((one) => one.root !== skill.root && basename(one.root) !== basename(skill.root));
  const siblingPaths = others
    .flatMap((one) => one.sites.map((site) => site.target))
    .filter((path) => path.includes('/') && !skill.files.has(path));
  return {
    siblingPaths: [...new Set(siblingPaths)],
    atRepository: (path) => existsSync(join(repository, path)),
  };
}

function mutationsOf(skill: MutableSkill, neighbors: Neighbors, all: readonly MutableSkill[]): readonly Mutation[] {
  const seed = skill.root.split('/.cache/corpus/').at(-1) ?? skill.root;
  const out: Mutation[] = [];
  for (const operator of BROKEN) {
    const random = randomOf(`${seed} ${operator.name}`);
    const sites = skill.sites.filter((site) => operator.fits(site, skill) && !neighbors.atRepository(site.path));
    let made = 0;
    for (const site of random.some(sites, PER_SKILL * 3)) {
      const mutation = made < PER_SKILL ? operator.apply(site, skill, random, neighbors) : undefined;
      if (!mutation) continue;
      out.push(mutation);
      made++;
    }
  }
  const others = all
    .filter((one) => one.root !== skill.root && /-/.test(basename(one.root)))
    .flatMap((one) =>
      one.sites
        .slice(0, 1)
        .filter((site) => site.target.includes('/'))
        .map((site) => ({ name: basename(one.root), file: site.target })),
    );
  for (const operator of SILENT_OPERATORS) {
    out.push(...silent(operator, skill, PER_SKILL, randomOf(`${seed} ${operator}`), others));
  }
  out.push(...unexplainedBases(skill, PER_SKILL, randomOf(`${seed} unexplained base`)));
  const random = randomOf(`${seed} prose`);
  for (const site of random.some(
    skill.sites.filter((one) => isOnlyNaming(one, skill)),
    PER_SKILL,
  )) {
    out.push(...prose(site, skill, random));
  }
  const added = orphan(skill, randomOf(`${seed} orphan`));
  if (added) out.push(added);
  return out;
}
