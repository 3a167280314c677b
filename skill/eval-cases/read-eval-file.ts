import { own } from '../text/own.ts';
import type { DeclineReason, EvalFile } from './eval-case.ts';
import { type Fields, firstText, isFields } from './fields.ts';
import { type ParsedText, parseText, parseTextInTurns, type ValuePath } from './parsed-text.ts';
import { readItems } from './read-items.ts';
import { hasTriggerLists, readTriggerLists, readTriggersOfSkills, triggersOfSkills } from './read-triggers.ts';
import { isWazaSuite, isWazaTask, readWazaSuite, readWazaTask } from './read-waza.ts';

/** Fields that contain the list of items. */
const EVAL_LISTS = ['evals', 'cases', 'tests', 'test_cases', 'queries'];

/** Returns the field with the list of items, if there is one. Lists of texts named `queries` are those of other tools. */
export function evalListOf(value: Fields): string | undefined {
  return EVAL_LISTS.find((field) => {
    const items: unknown = own(value, field);
    return Array.isArray(items) && (field !== 'queries' || items.some(isFields));
  });
}

/**
 * Reads an eval file. The format is determined by the content, because the same names are used for different formats. A file
 * in another format is declined with the reason. Never throws.
 */
export function readEvalFile(file: string, text: string): EvalFile {
  return otherType(file) ?? readSource(parseText(file, text));
}

/**
 * Reads an eval file like `readEvalFile`, if it may be large.
 * @param nextTurn gives the event loop a turn
 */
export async function readEvalFileInTurns(
  file: string,
  text: string,
  nextTurn: () => Promise<void>,
): Promise<EvalFile> {
  return otherType(file) ?? readSource(await parseTextInTurns(file, text, nextTurn));
}

/** Declines a file that is neither JSON nor YAML by its name. */
function otherType(file: string): EvalFile | undefined {
  if (!/\.(?:json|ya?ml)$/i.test(file)) {
    const message = 'Only JSON and YAML files with cases are read. Convert the file to evals.json.';
    return { kind: 'declined', reason: 'other-format', problem: { file, line: 1, column: 1, message } };
  }
  return undefined;
}

function readSource(source: ReturnType<typeof parseText>): EvalFile {
  return 'kind' in source ? readParsed(source) : { kind: 'declined', reason: 'unreadable', problem: source };
}

/** Reads an eval file that was parsed. */
export function readParsed(source: ParsedText): EvalFile {
  const { value } = source;
  if (Array.isArray(value)) return readList(source, value, []);
  if (!isFields(value))
    return declined(
      source,
      'This file is neither a list of cases nor an object with `evals`. Write one of them.',
      'no-cases',
    );
  const tool = otherTool(value);
  if (tool !== undefined) return declined(source, `${tool}. Write the cases as evals.json.`, 'other-tool');
  const foreign = otherFormat(value);
  if (foreign !== undefined) return declined(source, foreign, 'other-format');
  if (isWazaSuite(value)) return readWazaSuite(source, value);
  if (isWazaTask(value)) return readWazaTask(source, value);
  const triggers = hasTriggerLists(value) ? readTriggerLists(source, value) : undefined;
  const skill = firstText(value, ['skill_name', 'skill'])?.[1];
  const list = evalListOf(value);
  const items: unknown = list === undefined ? undefined : own(value, list);
  if (list !== undefined && Array.isArray(items)) return withTriggers(readList(source, items, [list], skill), triggers);
  if (triggers !== undefined) return triggers;
  const other = EVAL_LISTS.find((field) => own(value, field) !== undefined);
  if (other !== undefined && other !== 'queries')
    return declined(source, `\`${other}\` is not a list. Write one.`, 'no-cases', other);
  if (firstText(value, ['prompt']) !== undefined) return readOne(source, value);
  const skills = triggersOfSkills(value);
  if (skills.length > 0) return readTriggersOfSkills(source, skills);
  return declined(source, 'This file has no list `evals`, and no `should_trigger`. Add cases.', 'no-cases');
}

/** Adds the lists of triggers of a file to the items that it has as well. */
function withTriggers(items: EvalFile, triggers: ReadFile | undefined): EvalFile {
  if (triggers === undefined) return items;
  if (items.kind === 'declined') return triggers;
  const used = new Set(items.cases.map(({ id }) => id));
  const added = triggers.cases.map((one) => (used.has(one.id) ? { ...one, id: `${one.id}~2` } : one));
  return { ...items, cases: [...items.cases, ...added], problems: [...items.problems, ...triggers.problems] };
}

type ReadFile = Extract<EvalFile, { kind: 'read' }>;

function readList(source: ParsedText, items: readonly unknown[], path: readonly string[], skill?: string): EvalFile {
  if (items.length === 0) return declined(source, 'The list is empty. Add a case.', 'no-cases', ...path);
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
    return 'This is a JSON schema. Choose the file with the cases.';
  if (isFields(value.run_summary) || isFields(value.delta) || Array.isArray(value.runs))
    return 'This is a benchmark, a result. Choose the file with the cases.';
  if ('total_tokens' in value || 'duration_ms' in value)
    return 'This is a timing, a result. Choose the file with the cases.';
  if (hasVerdicts(value.expectations) || hasVerdicts(value.assertion_results))
    return 'This is a grading, a result. Choose the file with the cases.';
  if (isFields(value.summary) && Array.isArray(value.tasks))
    return 'This is a result of waza. Choose the file with the cases.';
  if ('providers' in value || (Array.isArray(value.prompts) && ('tests' in value || 'defaultTest' in value)))
    return 'Configurations of promptfoo are not read. Write the cases as evals.json.';
  if (isFields(value.cases) && Array.isArray(value.cases.files))
    return 'A suite that lists its cases in `cases.files` is not read. Write the cases as evals.json.';
  if (Array.isArray(value.tasks) && value.tasks.some((task) => isFields(task) && 'instruction' in task))
    return 'The eval.yaml of skillgrade is not read. Write the cases as evals.json.';
  return undefined;
}

/** Returns what is not read in a file that is only for another tool, as a sentence without its period; undefined for other files. */
function otherTool(value: Fields): string | undefined {
  if (VALLY.some((field) => own(value, field) !== undefined))
    return `This is an eval of Vally, whose \`stimuli\` and graders are not read`;
  return undefined;
}

/** Fields that only files of Vally have: an eval, and what several evals share. */
const VALLY = ['stimuli', 'stimulus'];

function hasVerdicts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isFields(one) && 'passed' in one);
}
