/**
 * Thousands of single faults in valid real skills, and as many harmless changes: findings of the rules, their
 * positions, suggested files, and false alarms. `npm run bench:mutations`.
 */
import './own-folders.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '../server/rules/table.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { ourChecker } from './mutations/checker.ts';
import { makePlans } from './mutations/make.ts';
import { formatDetails, printReport } from './mutations/report.ts';
import { type Outcome, score } from './mutations/score.ts';

const corpus = layOutCorpus();
if (!corpus) {
  console.log('bench:mutations: no corpus at ../shared/corpus, nothing measured.');
  process.exit(0);
}
const started = performance.now();
const outcomes: { half: 'tuned' | 'held out'; outcome: Outcome }[] = [];
for (const plan of makePlans(corpus)) {
  const checker = ourChecker(plan.repository);
  const before = new Map<string, ReturnType<typeof checker.check>>();
  for (const mutation of plan.mutations) {
    const known = before.get(mutation.skill) ?? checker.check(mutation.skill);
    before.set(mutation.skill, known);
    outcomes.push({ half: plan.half, outcome: score(mutation, known, checker.check(mutation.skill, mutation)) });
  }
}
const seconds = (performance.now() - started) / 1000;

const out = join(import.meta.dirname, '../.cache/mutations');
mkdirSync(out, { recursive: true });
const parts = { tuned: 'tuned', 'held out': 'held-out' } as const;
for (const part of ['tuned', 'held out'] as const) {
  const own = outcomes.filter((one) => one.half === part).map((one) => one.outcome);
  printReport(part === 'tuned' ? 'Repositories tuned on' : 'Repositories held out', own, {
    orphans: RULES.some((rule) => rule.code === 'reference.unreferenced'),
  });
  writeFileSync(join(out, `${parts[part]}.txt`), formatDetails(own, `${corpus.folder}/`));
}
console.log(`${outcomes.length} mutations in ${seconds.toFixed(1)} s; each miss and alarm in .cache/mutations/`);
