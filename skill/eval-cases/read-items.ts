import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import type { Check } from './check.ts';
import type { CaseBase, CaseFile, EvalCase, EvalFile, EvalProblem } from './eval-case.ts';
import { type Fields, firstText, isFields } from './fields.ts';
import type { ParsedText, ValuePath } from './parsed-text.ts';
import { readAssertion } from './read-assertion.ts';

const PROMPT_FIELDS = ['prompt', 'query', 'question'];
const ASSERTION_FIELDS = ['assertions', 'expectations', 'expected_behavior'];
const EXPECTED_FIELDS = ['expected_output', 'ground_truth', 'expected_answer'];

/**
 * Reads a list of items, each a task or a trigger: an item with `should_trigger` and without assertions is a trigger, in any
 * kind of file. With assertions, `should_trigger` is one more of them.
 */
export function readItems(source: ParsedText, items: readonly unknown[], base: ValuePath, skill?: string): EvalFile {
  const cases: EvalCase[] = [];
  const problems: EvalProblem[] = [];
  const ids = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const path = [...base, index];
    const read = readItem(source, item, path, problems);
    if (read === undefined) continue;
    const given = isFields(item) ? idOf(item) : undefined;
    const id = uniqueId(given ?? `${index + 1}`, ids);
    cases.push({
      ...read,
      ...defined<Pick<EvalCase, 'skill'>>({ skill: read.skill === undefined ? skill : undefined }),
      id,
    });
  }
  const isTriggers = cases.length > 0 && cases.every(({ kind }) => kind === 'trigger');
  return defined({
    kind: 'read',
    format: isTriggers ? 'triggers' : 'evals',
    cases,
    problems,
    skill,
  });
}

/** Returns a case with an id that is replaced later; reports problems of the item. */
function readItem(source: ParsedText, item: unknown, path: ValuePath, problems: EvalProblem[]): EvalCase | undefined {
  const report = (at: ValuePath, message: string): void => void problems.push(source.problem(at, message));
  if (!isFields(item)) {
    report(path, 'This item is not an object with a prompt. Write one.');
    return undefined;
  }
  const [, prompt] = firstText(item, PROMPT_FIELDS) ?? [];
  if (prompt === undefined) {
    report(path, `This item has none of ${PROMPT_FIELDS.map((name) => `\`${name}\``).join(', ')}. Add a prompt.`);
    return undefined;
  }
  const name = firstText(item, ['name', 'eval_name', 'description'])?.[1];
  const skill = firstText(item, ['skill', 'skill_name'])?.[1];
  const common = defined<CaseBase>({
    id: '',
    prompt,
    file: source.file,
    position: source.positionOf(path),
    name,
    skill,
  });
  const { should_trigger: shouldTrigger } = item;
  if (shouldTrigger !== undefined && typeof shouldTrigger !== 'boolean') {
    report(
      [...path, 'should_trigger'],
      '`should_trigger` is neither true nor false. Write one of them, without quotes.',
    );
    return undefined;
  }
  const asserted = [
    ...readAssertions(item, path, report),
    ...expectedSkill(item).map((check): LocatedCheck => ({ check, path })),
  ];
  if (shouldTrigger !== undefined && asserted.length === 0) return { kind: 'trigger', ...common, shouldTrigger };
  const trigger: readonly LocatedCheck[] =
    shouldTrigger === undefined
      ? []
      : [
          {
            check: {
              text: `The skill is ${shouldTrigger ? '' : 'not '}loaded.`,
              rule: { kind: 'loaded', expected: shouldTrigger },
            },
            path: [...path, 'should_trigger'],
          },
        ];
  const located = [...trigger, ...asserted];
  const expectedOutput = firstText(item, EXPECTED_FIELDS)?.[1];
  return defined({
    kind: 'task',
    ...common,
    files: readFiles(item, path, report),
    checks: located.map(({ check }) => check),
    checkPositions: located.map((one) => source.positionOf(one.path)),
    expectedOutput,
  });
}

type Report = (path: ValuePath, message: string) => void;

/** An assertion with the path of the value that it was read from. */
interface LocatedCheck {
  readonly check: Check;
  readonly path: ValuePath;
}

function readAssertions(item: Fields, path: ValuePath, report: Report): readonly LocatedCheck[] {
  return ASSERTION_FIELDS.flatMap((field): readonly LocatedCheck[] => {
    const value = own(item, field);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      // Some files write a single assertion without a list.
      const single = readAssertion(value);
      if (single === undefined) report([...path, field], `\`${field}\` is not a list of assertions. Write one.`);
      return single === undefined ? [] : [{ check: single, path: [...path, field] }];
    }
    return value.flatMap((one, index) => {
      const check = readAssertion(one);
      if (check === undefined) report([...path, field, index], 'This assertion has no text. Write it as text.');
      return check === undefined ? [] : [{ check, path: [...path, field, index] }];
    });
  });
}

/** Returns the checks of `expected_skill` and `expected_script`; null means that no skill is expected. */
function expectedSkill({ expected_skill: skill, expected_script: script }: Fields): readonly Check[] {
  const checks: Check[] = [];
  if (typeof skill === 'string')
    checks.push({ text: `Loads ${skill}.`, rule: { kind: 'loaded', skill, expected: true } });
  if (skill === null) checks.push({ text: 'Does not load the skill.', rule: { kind: 'loaded', expected: false } });
  if (typeof script === 'string')
    checks.push({ text: `Runs ${script}.`, rule: { kind: 'ran', path: script, expected: true } });
  return checks;
}

function readFiles({ files }: Fields, path: ValuePath, report: Report): readonly CaseFile[] {
  if (files === undefined || files === null) return [];
  if (!Array.isArray(files)) {
    report([...path, 'files'], '`files` is not a list of paths. Write one.');
    return [];
  }
  return files.flatMap((file, index): readonly CaseFile[] => {
    const given: Fields = isFields(file) ? file : { path: file as unknown };
    const written = firstText(given, ['path'])?.[1];
    if (written === undefined) {
      report([...path, 'files', index], 'This file has no path. Write it as text.');
      return [];
    }
    const content = typeof given.content === 'string' ? { content: given.content } : {};
    return [{ path: written.replaceAll('\\', '/'), ...content }];
  });
}

function idOf({ id, eval_id }: Fields): string | undefined {
  const given = id ?? eval_id;
  return typeof given === 'number' || (typeof given === 'string' && given.trim() !== '') ? String(given) : undefined;
}

/**
 * Returns the id, with a number if an earlier item has the same one.
 * @param used the ids of earlier items, with the last number of each
 */
function uniqueId(id: string, used: Map<string, number>): string {
  let number = used.get(id) ?? 0;
  let unique = id;
  for (; used.has(unique); unique = `${id}~${number}`) number = Math.max(2, number + 1);
  used.set(id, number);
  if (unique !== id) used.set(unique, 0);
  return unique;
}
