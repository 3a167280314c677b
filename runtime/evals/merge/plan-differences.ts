import { own } from '../../../skill/index.ts';
import { formatCount } from '../../text/count.ts';
import type { EvalPlan, SkillSummary } from '../prepare/eval-plan.ts';

/** Returns what differs between two plans, except for the shard and the paths of the skills; empty if their results can be merged. */
export function planDifferences(a: EvalPlan, b: EvalPlan): readonly string[] {
  const clients = (plan: EvalPlan): string => plan.clients.map(({ id, version }) => `${id} ${version}`).join(', ');
  const values: (readonly [name: string, of: (plan: EvalPlan) => string])[] = [
    ['the version of Skillwright', (plan) => plan.runtimeVersion],
    ['--trials', (plan) => String(plan.trialsPerCase)],
    ['--client', clients],
    ['--model', (plan) => plan.models.join(', ')],
    ['--judge', ({ judge }) => (judge === undefined ? 'none' : `${judge.model}, ${formatCount(judge.votes, 'vote')}`)],
    ['the skills', (plan) => plan.skills.map(({ name }) => name).join(', ')],
  ];
  // Hashes say nothing to a reader.
  const hashes: (readonly [name: string, of: (plan: EvalPlan) => unknown])[] = [
    ['the other skills (--with)', (plan) => plan.distractors],
    ['the workspace', (plan) => plan.workspace],
  ];
  const names = [...new Set([...Object.keys(a.settings), ...Object.keys(b.settings)])].sort();
  const differences = [
    ...values.flatMap(([name, of]) => (of(a) === of(b) ? [] : [`${name} (${of(a)}; ${of(b)})`])),
    ...names.flatMap((name) => settingDifference(name, a, b)),
    ...hashes.flatMap(([name, of]) => (isEqual(of(a), of(b)) ? [] : [name])),
    ...a.skills.flatMap((skill) => {
      const other = b.skills.find(({ name }) => name === skill.name);
      return other === undefined ? [] : skillDifferences(skill, other);
    }),
  ];
  // Every id is a hash of everything above.
  return differences.length > 0 || isEqual(a.trials, b.trials) ? differences : ['the trials'];
}

const OPTIONS: Readonly<Record<string, string>> = {
  guards: '--guards',
  maxLlmCalls: '--max-llm-calls',
  install: '--install',
  baseUrl: '--base-url',
};

function settingDifference(name: string, a: EvalPlan, b: EvalPlan): readonly string[] {
  const [before, after] = [own(a.settings, name), own(b.settings, name)];
  if (before === after) return [];
  const option = own(OPTIONS, name) ?? name;
  return [name === 'baseUrl' ? option : `${option} (${before ?? 'none'}; ${after ?? 'none'})`];
}

function skillDifferences(a: SkillSummary, b: SkillSummary): readonly string[] {
  const cases = new Map(b.cases.map((one) => [one.case, one.hash]));
  const edited = a.cases.filter((one) => cases.get(one.case) !== one.hash).map((one) => one.case);
  const known = new Set(a.cases.map((one) => one.case));
  const different = [...edited, ...b.cases.map((one) => one.case).filter((name) => !known.has(name))];
  return [
    ...(a.content === b.content ? [] : [`the files of ${a.name}`]),
    ...(a.baseline === b.baseline ? [] : [`the baseline of ${a.name}`]),
    ...(different.length === 0 ? [] : [`cases of ${a.name}: ${different.join(', ')}`]),
  ];
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
