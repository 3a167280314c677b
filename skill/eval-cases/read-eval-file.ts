import type { DeclineReason, EvalFile } from './eval-case.ts';
import { type Fields, firstText, isFields } from './fields.ts';
import { type ParsedText, parseText, type ValuePath } from './parsed-text.ts';
import { readItems } from './read-items.ts';
import { hasTriggerLists, readTriggerLists } from './read-triggers.ts';
import { isWazaSuite, isWazaTask, readWazaSuite, readWazaTask } from './read-waza.ts';

/** Fields that contain the list of items. */
export const EVAL_LISTS = ['evals', 'cases', 'tests', 'test_cases'];

/**
 * Reads an eval file. The format is determined by the content, because the same names are used for different formats. A file
 * in another format is declined with the reason. Never throws.
 */
export function readEvalFile(file: string, text: string): EvalFile {
  if (!/\.(?:json|ya?ml)$/i.test(file)) {
    const message = 'Convert the file to evals.json: only JSON and YAML files with cases are read.';
    return { kind: 'declined', reason: 'other-format', problem: { file, line: 1, column: 1, message } };
  }
  const source = parseText(file, text);
  return 'kind' in source ? readParsed(source) : { kind: 'declined', reason: 'unreadable', problem: source };
}

/** Reads an eval file that was parsed. */
export function readParsed(source: ParsedText): EvalFile {
  const { value } = source;
  if (Array.isArray(value)) return readList(source, value, []);
  if (!isFields(value)) return declined(source, 'Write a list of cases, or an object with `evals`.', 'no-cases');
  const other = otherFormat(value);
  if (other !== undefined) return declined(source, other, 'other-format');
  if (isWazaSuite(value)) return readWazaSuite(source, value);
  if (isWazaTask(value)) return readWazaTask(source, value);
  if (hasTriggerLists(value)) return readTriggerLists(source, value);
  const skill = firstText(value, ['skill_name', 'skill'])?.[1];
  for (const field of EVAL_LISTS) {
    const items: unknown = value[field];
    if (Array.isArray(items)) return readList(source, items, [field], skill);
    if (items !== undefined) return declined(source, `Write a list for \`${field}\`.`, 'no-cases', field);
  }
  if (firstText(value, ['prompt']) !== undefined) return readOne(source, value);
  return declined(source, 'Add cases: this file has no list `evals`, and no `should_trigger`.', 'no-cases');
}

function readList(source: ParsedText, items: readonly unknown[], path: readonly string[], skill?: string): EvalFile {
  if (items.length === 0) return declined(source, 'Add a case: the list is empty.', 'no-cases', ...path);
  return readItems(source, items, path, skill);
}

/** Reads a file with a single case, such as the metadata of one eval. */
function readOne(source: ParsedText, value: Fields): EvalFile {
  const unnested = { ...source, positionOf: (path: ValuePath) => source.positionOf(path.slice(1)) };
  const problem: ParsedText['problem'] = (path, message) => source.problem(path.slice(1), message);
  return readItems({ ...unnested, problem }, [value], []);
}

function declined(source: ParsedText, message: string, reason: DeclineReason, ...path: readonly string[]): EvalFile {
  return { kind: 'declined', reason, problem: source.problem(path, message) };
}

/** Returns the reason why a file of another format is declined; undefined for a file that may contain cases. */
function otherFormat(value: Fields): string | undefined {
  if (isFields(value.properties) && typeof value.$schema === 'string')
    return 'Choose the file with the cases: this is a JSON schema.';
  if (isFields(value.run_summary) || isFields(value.delta) || Array.isArray(value.runs))
    return 'Choose the file with the cases: this is a benchmark, a result.';
  if ('total_tokens' in value || 'duration_ms' in value)
    return 'Choose the file with the cases: this is a timing, a result.';
  if (hasVerdicts(value.expectations) || hasVerdicts(value.assertion_results))
    return 'Choose the file with the cases: this is a grading, a result.';
  if ('providers' in value || Array.isArray(value.prompts))
    return 'Write the cases as evals.json: promptfoo configurations are not read.';
  if (Array.isArray(value.tasks) && value.tasks.some((task) => isFields(task) && 'instruction' in task))
    return 'Write the cases as evals.json: eval.yaml of skillgrade is not read.';
  return undefined;
}

function hasVerdicts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isFields(one) && 'passed' in one);
}
