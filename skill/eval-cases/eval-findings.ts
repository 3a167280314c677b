import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { BUNDLED_CHECKS, CHECK_KINDS } from './eval-fields.ts';
import { claudeCaseMessage, isCanonicalName, promptOfGrader } from './eval-paths.ts';
import { type Fields, isFields } from './fields.ts';
import { CORRECTED, type EvalFinding, misspelt, nearest } from './misspelt.ts';
import { type ParsedText, parseText, type ValuePath } from './parsed-text.ts';
import { placeholderIn } from './placeholder.ts';
import { evalListOf, readParsed } from './read-eval-file.ts';
import { regexFindings } from './regex-findings.ts';
import { wazaFindings } from './waza-findings.ts';

/** The files of the skill that an eval file belongs to. */
export interface SkillFiles {
  /** Returns true for a file or folder of the skill, relative to it. */
  has(path: string): boolean;
}

/**
 * Returns the problems of an eval file: what stops `skillwright eval`, and what is certainly a mistake although it does not.
 * Files with cases for a tool whose format is not read have a note, and other files none, whatever their names.
 * @param path relative to the skill, with `/`
 */
export function evalFindings(path: string, text: string, skill: SkillFiles): readonly EvalFinding[] {
  const prompt = promptOfGrader(path);
  if (prompt !== undefined) return skill.has(prompt) ? [noteOf(claudeCaseMessage(prompt))] : [];
  const source = parseText(path, text);
  if (!('kind' in source)) {
    if (!isCanonicalName(path) && !LOOKS_LIKE_CASES.test(text)) return [];
    const { range = { start: 0, end: 0 }, message } = source;
    return [{ range, severity: 'error', message, isJsonSyntax: path.endsWith('.json') }];
  }
  const read = readParsed(source);
  if (read.kind === 'declined') {
    if (read.reason === 'other-tool') return [noteOf(read.problem.message)];
    const misspelt = misspeltTop(source);
    if (misspelt.length > 0) return misspelt;
    const isMeant = read.reason === 'no-cases' && (isCanonicalName(path) || isBrokenTask(source));
    const { range = { start: 0, end: 0 }, message } = read.problem;
    return isMeant ? [{ range, severity: 'error', message }] : [];
  }
  const problems = read.problems.map(
    ({ range = { start: 0, end: 0 }, message }): EvalFinding => ({ range, severity: 'error', message }),
  );
  const found = read.format.startsWith('waza') ? wazaFindings(source) : inItems(source, path, skill);
  return [...problems, ...found, ...placeholdersIn(source)].sort((a, b) => a.range.start - b.range.start);
}

/** Returns a finding for each text of a file with a part that is not filled in. */
function placeholdersIn(source: ParsedText): readonly EvalFinding[] {
  const visit = (value: unknown, path: ValuePath): readonly EvalFinding[] => {
    if (typeof value === 'string') {
      const part = placeholderIn(value);
      if (part === undefined) return [];
      const message = `The case is not run: \`${short(part)}\` is not filled in. Fill it in.`;
      return [{ range: source.rangeOf(path), severity: 'information', message }];
    }
    if (Array.isArray(value)) return value.flatMap((item, index) => visit(item, [...path, index]));
    return isFields(value) ? Object.entries(value).flatMap(([key, item]) => visit(item, [...path, key])) : [];
  };
  return visit(source.value, []);
}

function noteOf(message: string): EvalFinding {
  return { range: { start: 0, end: 0 }, severity: 'information', message };
}

/** A field that hardly any other file has. */
const LOOKS_LIKE_CASES =
  /\b(?:should_trigger|should_not_trigger|assertions|expectations|expected_output)\w{0,20}["']?:/;

/** True for a task of waza without a prompt. */
function isBrokenTask({ value }: ParsedText): boolean {
  return isFields(value) && isFields(value.inputs) && ('graders' in value || 'expected' in value);
}

/** Reports misspelt fields of an object without cases. */
function misspeltTop(source: ParsedText): readonly EvalFinding[] {
  const { value } = source;
  return isFields(value) && isCanonicalName(source.file) ? misspelt(source, [], value, CORRECTED.file) : [];
}

function inItems(source: ParsedText, file: string, skill: SkillFiles): readonly EvalFinding[] {
  const { value } = source;
  const list = isFields(value) ? evalListOf(value) : undefined;
  const items: unknown = Array.isArray(value)
    ? value
    : isFields(value) && list !== undefined
      ? own(value, list)
      : undefined;
  if (!Array.isArray(items)) return [];
  const base = list === undefined ? [] : [list];
  return items.flatMap((item: unknown, index) =>
    isFields(item) ? inItem(source, [...base, index], item, { file, skill }) : [],
  );
}

interface Context {
  readonly file: string;
  readonly skill: SkillFiles;
}

function inItem(source: ParsedText, path: ValuePath, item: Fields, context: Context): readonly EvalFinding[] {
  const { expected_script: script } = item;
  return [
    ...misspelt(source, path, item, CORRECTED.item),
    ...['assertions', 'expectations', 'expected_behavior'].flatMap((name) =>
      listAt(own(item, name)).flatMap((one, index) =>
        isFields(one) ? inAssertion(source, [...path, name, index], one, context.skill) : [],
      ),
    ),
    ...listAt(item.files).flatMap((one, index) => inFile(source, [...path, 'files', index], one, context)),
    ...(typeof script === 'string' ? missingFile(source, [...path, 'expected_script'], script, context.skill) : []),
  ];
}

const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function inAssertion(source: ParsedText, path: ValuePath, item: Fields, skill: SkillFiles): readonly EvalFinding[] {
  const { check } = item;
  // Some files write the assertion itself into `check`.
  if (typeof check !== 'string' || !/^[\w-]+$/.test(check)) return [];
  const kind = CHECK_KINDS.find(({ name }) => name === check);
  if (kind === undefined) {
    const name = nearest(
      check,
      CHECK_KINDS.map((one) => one.name),
    );
    const message =
      name === undefined
        ? `The check \`${check}\` is not judged. Use another, or write prose.`
        : `The check \`${check}\` is not judged. Write \`${name}\`.`;
    return [
      defined({
        range: source.rangeOf([...path, 'check']),
        message,
        target: check,
        severity: name === undefined ? 'information' : 'warning',
        replacement: name,
      }),
    ];
  }
  const isPattern = kind.needs.includes('pattern') || check === 'file';
  const found = [
    ...misspelt(source, path, item, CORRECTED.assertion),
    ...(isPattern
      ? ['pattern', 'patterns'].flatMap((name) => regexFindings(source, [...path, name], own(item, name)))
      : []),
  ];
  // `value` is read as a limit, too.
  const needs = kind.needs.includes('limit') ? [...kind.needs, 'value'] : kind.needs;
  if (needs.length > 0 && needs.every((name) => own(item, name) === undefined)) {
    const message = `The check \`${check}\` is not judged without \`${kind.needs[0]}\`. Add it.`;
    return [...found, { range: source.rangeOf([...path, 'check']), severity: 'warning', message }];
  }
  return BUNDLED_CHECKS.has(check) && typeof item.path === 'string'
    ? [...found, ...missingFile(source, [...path, 'path'], item.path, skill)]
    : found;
}

/** Reports a path that the skill does not have, by which an assertion would always fail, or always pass. */
function missingFile(source: ParsedText, path: ValuePath, target: string, skill: SkillFiles): readonly EvalFinding[] {
  const name = target.replace(/^\.\//, '');
  if (name === '' || skill.has(name)) return [];
  const message = `The skill has no file ${short(target)}. Correct the path.`;
  return [{ range: source.rangeOf(path), severity: 'warning', message, target, isMissingFile: true }];
}

function inFile(source: ParsedText, path: ValuePath, one: unknown, { file, skill }: Context): readonly EvalFinding[] {
  const written = isFields(one) ? (typeof one.content === 'string' ? undefined : one.path) : one;
  if (typeof written !== 'string' || written.trim() === '') return [];
  const target = written.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/$/, '');
  const at = isFields(one) ? [...path, 'path'] : path;
  const finding = { range: source.rangeOf(at), severity: 'error', target: written } as const;
  if (/^(?:\/|[a-z]:|~)|(?:^|\/)\.\.(?:\/|$)/i.test(target))
    return [{ ...finding, message: `The path ${short(written)} leads out of the skill. Write one inside of it.` }];
  if (/(?:^|\/)\.[^/]/.test(target))
    return [
      { ...finding, message: `Hidden files are not provided. Copy ${short(written)} to a path without a leading dot.` },
    ];
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
  const parent = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  if (
    [target, `${folder}${target}`, `${folder}fixtures/${target}`, `${parent}fixtures/${target}`].some((name) =>
      skill.has(name),
    )
  )
    return [];
  const message = `Neither the skill nor the folder of this file has ${short(written)}. Add it.`;
  return [{ ...finding, message, isMissingFile: true }];
}

const short = (path: string): string => (path.length <= 60 ? path : `…${path.slice(-59)}`);
