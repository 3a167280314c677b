/**
 * What one judgement costs, by processor time: `node bench/judge-speed.ts`, and a part of `npm run bench:check-speed`.
 * Over the references of the corpus that are reported, and over all that lead nowhere. They are read and resolved before, as
 * in `check`. Each round has documents that nobody has judged yet, so that what is looked at once for a document is counted;
 * the first round, which warms up, is not.
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
/** What a rule may report, by the answer that a reference got. */
const REPORTED: ReadonlySet<Resolution['kind']> = new Set(['missing', 'other-skill', 'other-skill-lacks', 'escapes']);
const LEADS: ReadonlySet<Resolution['kind']> = new Set(['found', 'bare', 'case']);

interface Asked {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
}

/** The references of all skills below `folder` that lead nowhere. */
function unresolved(folder: string, repositories: readonly string[], onlyReported: boolean): readonly Asked[] {
  return repositories.flatMap((slug) => {
    const { fs, skills, contextOf } = readRepository(join(folder, slug));
    return skills.flatMap((skill) => {
      const context = contextOf(skill);
      return [skill.manifest, ...readDocuments(fs, skill)].flatMap((document) =>
        document.references.flatMap((reference): readonly Asked[] => {
          const { kind } = resolve(reference, document, context);
          const isAsked = onlyReported ? REPORTED.has(kind) : !LEADS.has(kind);
          return isAsked ? [{ reference, document, context }] : [];
        }),
      );
    });
  });
}

/** Prints the microseconds of processor time that a judgement takes. */
export function printJudgeSpeed(folder: string, repositories: readonly string[]): void {
  for (const onlyReported of [true, false]) {
    const times: number[] = [];
    let count = 0;
    for (let round = -1; round < ROUNDS; round++) {
      const asked = unresolved(folder, repositories, onlyReported);
      count = asked.length;
      const begin = process.threadCpuUsage();
      for (const { reference, document, context } of asked) judge(reference, document, context);
      const { user, system } = process.threadCpuUsage(begin);
      if (round >= 0) times.push((user + system) / count);
    }
    const what = onlyReported ? 'a judgement, reported references' : 'a judgement, all that lead nowhere';
    console.log(`${what.padEnd(36)}${median(times).toFixed(1).padStart(6)} µs (aim 20), of ${count}`);
  }
}

if (import.meta.main) {
  const corpus = layOutCorpus();
  if (corpus === undefined) console.log('Needs the collection of real skills (../shared/corpus), which is not here.');
  else printJudgeSpeed(corpus.folder, corpus.repositories);
}
