/**
 * Processor time of one judgment: `node bench/judge-speed.ts`, and a part of `npm run bench:check-speed`. Covers the
 * references of the corpus that are reported, and all unresolved ones, which are read and resolved in advance, as in
 * `check`. Each round has new documents, so that work done once per document is counted; the first round is a warm-up
 * and does not count.
 */
import './own-folders.ts';
import { join } from 'node:path';
import {
  judge,
  type Reference,
  type Resolution,
  type ResolveContext,
  readDocuments,
  resolve,
  type SkillDocument,
} from '../skill/index.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { readRepository } from './corpus/repository.ts';
import { median } from './figures/statistics.ts';

const ROUNDS = 5;
/** Resolutions that a rule may report. */
const REPORTED: ReadonlySet<Resolution['kind']> = new Set(['missing', 'other-skill', 'other-skill-lacks', 'escapes']);
const RESOLVED: ReadonlySet<Resolution['kind']> = new Set(['found', 'bare', 'case']);

interface Unresolved {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
}

/** Returns the unresolved references of all skills below `folder`. */
function findUnresolved(folder: string, repositories: readonly string[], onlyReported: boolean): readonly Unresolved[] {
  return repositories.flatMap((slug) => {
    const { fs, skills, contextOf } = readRepository(join(folder, slug));
    return skills.flatMap((skill) => {
      const context = contextOf(skill);
      return [skill.manifest, ...readDocuments(fs, skill)].flatMap((document) =>
        document.references.flatMap((reference): readonly Unresolved[] => {
          const { kind } = resolve(reference, document, context);
          const isIncluded = onlyReported ? REPORTED.has(kind) : !RESOLVED.has(kind);
          return isIncluded ? [{ reference, document, context }] : [];
        }),
      );
    });
  });
}

/** Prints the microseconds of processor time of a judgment. */
export function printJudgeSpeed(folder: string, repositories: readonly string[]): void {
  for (const onlyReported of [true, false]) {
    const times: number[] = [];
    let count = 0;
    for (let round = -1; round < ROUNDS; round++) {
      const references = findUnresolved(folder, repositories, onlyReported);
      count = references.length;
      const begin = process.threadCpuUsage();
      for (const { reference, document, context } of references) judge(reference, document, context);
      const { user, system } = process.threadCpuUsage(begin);
      if (round >= 0) times.push((user + system) / count);
    }
    const what = onlyReported ? 'a judgment, reported references' : 'a judgment, all unresolved references';
    console.log(`${what.padEnd(42)}${median(times).toFixed(1).padStart(6)} µs (aim 20), of ${count}`);
  }
}

if (import.meta.main) {
  const corpus = layOutCorpus();
  if (corpus === undefined) console.log('Needs the corpus of real skills (../shared/corpus), which was not found.');
  else printJudgeSpeed(corpus.folder, corpus.repositories);
}
