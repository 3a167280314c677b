import type { EvalCase, EvalFile, EvalProblem } from './eval-case.ts';
import { type Fields, firstText, isFields } from './fields.ts';
import type { ParsedText } from './parsed-text.ts';

/** Fields with prompts that must trigger the skill, and those that must not. */
const LISTS: readonly (readonly [field: string, shouldTrigger: boolean])[] = [
  ['should_trigger', true],
  ['should_trigger_prompts', true],
  ['should_not_trigger', false],
  ['should_not_trigger_prompts', false],
];

/** True for an object with two lists of prompts: those that must trigger the skill, and those that must not. */
export function hasTriggerLists(value: Fields): boolean {
  return LISTS.some(([field]) => Array.isArray(value[field]));
}

/** Reads an object with lists of prompts, each a string or an object with `prompt` or `query`. */
export function readTriggerLists(source: ParsedText, value: Fields): EvalFile {
  const skill = firstText(value, ['skill', 'skill_name'])?.[1];
  const cases: EvalCase[] = [];
  const problems: EvalProblem[] = [];
  for (const [field, shouldTrigger] of LISTS) {
    const list: unknown = value[field];
    if (list === undefined) continue;
    if (!Array.isArray(list)) {
      problems.push(source.problem([field], `Write a list of prompts for \`${field}\`.`));
      continue;
    }
    for (const [index, item] of list.entries()) {
      const fields = isFields(item) ? item : { prompt: item };
      const prompt = firstText(fields, ['prompt', 'query'])?.[1];
      if (prompt === undefined) {
        problems.push(source.problem([field, index], 'Write the prompt as text: this item has none.'));
        continue;
      }
      cases.push({
        ...{ kind: 'trigger', prompt, shouldTrigger, file: source.file, position: source.positionOf([field, index]) },
        // The number in its list, so that a new prompt at the end of one list renames none of the other.
        id: `${shouldTrigger ? 'trigger' : 'no-trigger'}-${index + 1}`,
        ...(skill === undefined ? {} : { skill }),
      });
    }
  }
  return { kind: 'read', format: 'triggers', cases, problems, ...(skill === undefined ? {} : { skill }) };
}
