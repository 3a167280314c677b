import { pairedDifference, rateOverCases, type Tally } from '../../statistics/intervals.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type {
  CaseChange,
  CaseResult,
  EvalComparison,
  EvalOutline,
  GroupChange,
  GroupKey,
  GroupResult,
} from './results.ts';

/** Results, with the plan of their trials if they have one. */
export interface PlannedResults {
  readonly results: EvalOutline;
  readonly plan?: EvalPlan;
}

/** Compares the results with the skill with earlier ones, case by case. Only the same cases are compared. */
export function compareResults(before: PlannedResults, after: PlannedResults): EvalComparison {
  const earlier = new Map(before.results.cases.map((one) => [keyOf(one), one]));
  const later = new Set(after.results.cases.map(keyOf));
  const hashes = [hashesOf(before.plan), hashesOf(after.plan)] as const;
  const cases: CaseChange[] = [];
  let [edited, added, unjudged] = [0, 0, 0];
  for (const one of after.results.cases) {
    const other = earlier.get(keyOf(one));
    if (other === undefined) added++;
    else if (isEdited(one, hashes)) edited++;
    else if (one.with.judged === 0 || other.with.judged === 0) unjudged++;
    else {
      const { skill, case: name, client, model, kind } = one;
      cases.push({ skill, client, model, kind, case: name, before: tallyOf(other), after: tallyOf(one) });
    }
  }
  const removed = before.results.cases.filter((one) => !later.has(keyOf(one))).length;
  const groups = after.results.groups.flatMap((group) => changeOf(group, cases));
  return { cases, groups, edited, added, removed, unjudged };
}

function changeOf({ skill, client, model, kind }: GroupResult, cases: readonly CaseChange[]): readonly GroupChange[] {
  const own = cases.filter((one) => isSameGroup(one, { skill, client, model, kind }));
  const before = rateOverCases(own.map((one) => one.before));
  const after = rateOverCases(own.map((one) => one.after));
  if (before === undefined || after === undefined) return [];
  const difference = pairedDifference(own.map((one) => [one.after, one.before]));
  const change = { skill, client, model, kind, cases: own.length, before, after };
  return [difference === undefined ? change : { ...change, difference }];
}

/** True if both have the same skill, client, model and kind of case. */
export function isSameGroup(a: GroupKey, b: GroupKey): boolean {
  return a.skill === b.skill && a.client === b.client && a.model === b.model && a.kind === b.kind;
}

const keyOf = (one: CaseResult): string => JSON.stringify([one.skill, one.case, one.kind, one.client, one.model]);

const tallyOf = ({ with: { passed, judged } }: CaseResult): Tally => ({ passed, judged });

type Hashes = ReadonlyMap<string, string> | undefined;

function hashesOf(plan: EvalPlan | undefined): Hashes {
  return (
    plan &&
    new Map(plan.skills.flatMap(({ name, cases }) => cases.map((one) => [JSON.stringify([name, one.case]), one.hash])))
  );
}

/** True if both plans know the case, and it is another one with the same name. */
function isEdited({ skill, case: name }: CaseResult, [before, after]: readonly [Hashes, Hashes]): boolean {
  const key = JSON.stringify([skill, name]);
  const [a, b] = [before?.get(key), after?.get(key)];
  return a !== undefined && b !== undefined && a !== b;
}
