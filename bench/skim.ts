/**
 * Compares the findings of partially read documents with those of completely read ones: all real skills, every
 * mutation of them, and random edits. `npm run bench:skim [-- --edits N]`; exits with 1 on any difference.
 */
import './own-folders.ts';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { diskFiles } from '../skill/disk.ts';
import { findSkills, skimDocument } from '../skill/index.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { type Checker, ourChecker } from './mutations/checker.ts';
import { makePlans } from './mutations/make.ts';
import type { Mutation } from './mutations/mutation.ts';

const { values } = parseArgs({ options: { edits: { type: 'string', default: '5000' } } });
const disk = diskFiles();

let seed = 7;
function below(end: number): number {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return (seed >> 8) % end;
}
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;

const PIECES =
  "`references/x.md`|[x](references/none.md#y)|[x](#none)|](|`|```\n|~~~\n|\n\n|\n# |\n- |<b>|<!--|-->|**|the user guide |the provided template |this skill includes scripts |references/|scripts/run.py|SKILL.md|skill.md|readme.md|`{baseDir}/x.md`|<path to skill>/x.md|$SKILL_DIR/scripts/q.py|{{skill_dir}}/q.py|[skill dir]/x.md|[a]: references/q.md\n|](<a b.md>)|the `other-one` skill's |├── SKILL.md\n|| a | b |\n|--|--|\n|/|.md|*|\\|(|)|,|;|:12|https://x.y/z.md|$|%20|é|→references/w.md|> |  |\t|\r\n".split(
    '|',
  );

/** Returns a text with a piece inserted, removed or doubled. */
function editRandomly(text: string): string {
  const at = below(text.length + 1);
  const end = Math.min(text.length, at + below(pick([4, 40, 400])));
  switch (below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at);
    default:
      return text.slice(0, at) + pick(PIECES) + text.slice(at);
  }
}

const mutationOf = (skill: string, path: string, text: string): Mutation => ({
  operator: 'random edit',
  kind: 'silent',
  form: '',
  skill,
  texts: new Map([[path, text]]),
  removed: [],
  shown: path,
});

const corpus = layOutCorpus();
if (!corpus) {
  console.log('bench:skim: no corpus at ../shared/corpus, nothing compared.');
  process.exit(0);
}
let differ = 0;
function compare(what: string, complete: Checker, parts: Checker, skill: string, mutation?: Mutation): void {
  const [a, b] = [complete.check(skill, mutation), parts.check(skill, mutation)].map((found) =>
    JSON.stringify(found, null, 1),
  );
  if (a === b) return;
  differ++;
  if (differ > 10) return;
  const [left = '', right = ''] = [a, b].map((text) => text ?? '');
  const from = [...left].findIndex((char, index) => char !== right[index]);
  console.log(
    `${what} ${skill}\n  whole: ${left.slice(from - 200, from + 300)}\n  parts: ${right.slice(from - 200, from + 300)}`,
  );
}

const counts = { skills: 0, mutations: 0, edits: 0 };
const plans = makePlans(corpus);
for (const plan of plans) {
  const [whole, parts] = [ourChecker(plan.repository), ourChecker(plan.repository, skimDocument)];
  const skills = findSkills(disk, plan.repository).map((path) => dirname(path));
  for (const skill of skills) {
    counts.skills++;
    compare('as it is:', whole, parts, skill);
  }
  for (const mutation of plan.mutations) {
    counts.mutations++;
    compare('mutation:', whole, parts, mutation.skill, mutation);
  }
  for (let edit = 0; edit < Number(values.edits) / plans.length; edit++) {
    const skill = pick(skills);
    const documents = findMarkdown(skill);
    const path = pick(documents);
    const read = disk.read(path);
    if (read.kind !== 'text') continue;
    let text = read.text;
    for (let more = below(4); more >= 0; more--) text = editRandomly(text);
    counts.edits++;
    compare(`edit of ${path}:`, whole, parts, skill, mutationOf(skill, path, text));
  }
}
function findMarkdown(folder: string): readonly string[] {
  return disk.list(folder).flatMap(({ name, kind }) => {
    const path = `${folder}/${name}`;
    if (kind === 'folder') return findMarkdown(path);
    return name.endsWith('.md') ? [path] : [];
  });
}
console.log(`${counts.skills} skills, ${counts.mutations} mutations, ${counts.edits} random edits: ${differ} differ.`);
if (differ > 0) process.exitCode = 1;
