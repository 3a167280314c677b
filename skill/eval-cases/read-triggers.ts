/** Reads lists of prompts that must trigger a skill, and of those that must not. */

import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import type { EvalCase, EvalFile, EvalProblem } from './eval-case.ts';
import { type Fields, firstText, isFields } from './fields.ts';
import type { ParsedText, ValuePath } from './parsed-text.ts';

/** Fields with prompts that must trigger the skill, and those that must not. */
const LISTS: readonly (readonly [field: string, shouldTrigger: boolean])[] = [
  ['should_trigger', true],
  ['should_trigger_prompts', true],
  ['should_not_trigger', false],
  ['should_not_trigger_prompts', false],
];

/** True for an object with two lists of prompts: those that must trigger the skill, and those that must not. */
export function hasTriggerLists(value: Fields): boolean {
  return LISTS.some(([field]) => Array.isArray(own(value, field)));
}

/** Reads an object with lists of prompts, each a string or an object with `prompt` or `query`. */
export function readTriggerLists(source: ParsedText, value: Fields): Extract<EvalFile, { kind: 'read' }> {
  const skill = firstText(value, ['skill', 'skill_name'])?.[1];
  const read = readLists(source, { value, path: [], idPrefix: '', skill });
  return defined({ kind: 'read', format: 'triggers', ...read, skill });
}

/** Returns the fields of an object that are the lists of prompts of a skill each, by the skill's name. */
export function triggersOfSkills(value: Fields): readonly (readonly [skill: string, lists: Fields])[] {
  return Object.entries(value).flatMap(([skill, lists]) =>
    isFields(lists) && hasTriggerLists(lists) ? [[skill, lists] as const] : [],
  );
}

/** Reads the lists of prompts of several skills. */
export function readTriggersOfSkills(source: ParsedText, skills: ReturnType<typeof triggersOfSkills>): EvalFile {
  const read = skills.map(([skill, value]) =>
    readLists(source, { value, path: [skill], idPrefix: `${skill}/`, skill }),
  );
  const cases = read.flatMap((one) => one.cases);
  return { kind: 'read', format: 'triggers', cases, problems: read.flatMap((one) => one.problems) };
}

interface TriggerLists {
  /** The object with the lists. */
  readonly value: Fields;
  /** The path of the object in the file. */
  readonly path: ValuePath;
  readonly idPrefix: string;
  readonly skill: string | undefined;
}

function readLists(source: ParsedText, { value, path, idPrefix, skill }: TriggerLists) {
  const cases: EvalCase[] = [];
  const problems: EvalProblem[] = [];
  for (const [field, shouldTrigger] of LISTS) {
    const list: unknown = own(value, field);
    if (list === undefined) continue;
    if (!Array.isArray(list)) {
      problems.push(source.problem([...path, field], `\`${field}\` is not a list of prompts. Write one.`));
      continue;
    }
    for (const [index, item] of list.entries()) {
      const place = [...path, field, index];
      const fields = isFields(item) ? item : { prompt: item };
      const prompt = firstText(fields, ['prompt', 'query'])?.[1];
      if (prompt === undefined) {
        problems.push(source.problem(place, 'This item has no prompt. Write it as text.'));
        continue;
      }
      cases.push(
        defined({
          kind: 'trigger',
          prompt,
          shouldTrigger,
          file: source.file,
          position: source.positionOf(place),
          // The number in its list, so that a new prompt at the end of one list renames none of the other.
          id: `${idPrefix}${shouldTrigger ? 'trigger' : 'no-trigger'}-${index + 1}`,
          skill,
        }),
      );
    }
  }
  return { cases, problems };
}
