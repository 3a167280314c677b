import type { EvalPlan } from '../prepare/eval-plan.ts';

/** Maximum length of the beginning of a prompt, in UTF-16 units. */
const MAX_LENGTH = 40;

/** Names cases: with a prompt, if the name is a number, which says nothing. */
export type CaseLabels = (one: { readonly skill: string; readonly case: string }) => CaseLabel;

export interface CaseLabel {
  readonly name: string;
  /** The beginning of the prompt, in one line; absent if the name is not a number. */
  readonly prompt?: string;
}

/** Returns the labels of the cases of a plan. */
export function caseLabels(plan: EvalPlan | undefined): CaseLabels {
  const keyOf = (skill: string, name: string): string => JSON.stringify([skill, name]);
  const prompts = new Map(
    plan?.skills.flatMap(({ name, cases }) => cases.map((one) => [keyOf(name, one.case), one.prompt] as const)),
  );
  return ({ skill, case: name }): CaseLabel => {
    const prompt = /(?:^|\/)\d+$/.test(name) ? prompts.get(keyOf(skill, name)) : undefined;
    return prompt === undefined ? { name } : { name, prompt: beginningOf(prompt) };
  };
}

function beginningOf(prompt: string): string {
  const line = prompt.slice(0, 1000).replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_LENGTH
    ? line
    : `${line
        .slice(0, MAX_LENGTH - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;
}
