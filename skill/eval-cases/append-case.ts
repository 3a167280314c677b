import type { Range } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { type Fields, isFields } from './fields.ts';
import { parseText, type ValuePath } from './parsed-text.ts';
import { evalListOf } from './read-eval-file.ts';

/** A case to append, without an id. */
export interface NewCase {
  readonly prompt: string;
  readonly files: readonly unknown[];
  readonly assertions: readonly unknown[];
}

/** The edit that appends a case, or why the file cannot be extended. */
export type AppendedCase =
  | {
      readonly kind: 'appended';
      readonly id: string;
      readonly edit: { readonly range: Range; readonly text: string };
      /** The range of the case in the edited text. */
      readonly added: Range;
    }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Appends a case to an `evals.json`. Everything else in the text is unchanged, and the case is indented like the others.
 * @param text the text of the file; empty for a new one
 * @param skill the name of the skill, for a new file
 */
export function appendCase(text: string, skill: string, one: NewCase): AppendedCase {
  if (text.replace(/^\uFEFF/, '').trim() === '') return newFile(text, skill, one);
  const source = parseText('evals.json', text);
  if (!('kind' in source)) return failed(`Correct evals.json first, line ${source.line}: ${source.message}`);
  const { value } = source;
  const name = isFields(value) ? evalListOf(value) : undefined;
  const path: ValuePath = name === undefined ? [] : [name];
  const list: unknown = Array.isArray(value)
    ? value
    : isFields(value) && name !== undefined
      ? own(value, name)
      : undefined;
  if (!Array.isArray(list)) return failed('Add a list `evals` to evals.json first: it has no list of cases.');
  const items = list.filter(isFields);
  const id = nextId(items, one.prompt);
  // Like the other cases of the file.
  const usesExpectations = items.some((item) => 'expectations' in item) && !items.some((item) => 'assertions' in item);
  const written = caseOf(id, one, usesExpectations ? 'expectations' : 'assertions');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const whole = source.extentOf(path);
  const last = list.length === 0 ? undefined : source.extentOf([...path, list.length - 1]);
  if (last === undefined) {
    const outer = /[ \t]*/.exec(text.slice(text.lastIndexOf('\n', whole.start - 1) + 1))?.[0] ?? '';
    const indent = outer + unit;
    const range = { start: whole.start + 1, end: whole.end - 1 };
    const shown = format(written, indent, unit, eol);
    return appended(id, range, `${eol}${indent}`, shown, `${eol}${outer}`);
  }
  const indent = indentAt(text, last.start);
  const range = { start: last.end, end: last.end };
  return indent === undefined
    ? appended(id, range, ', ', JSON.stringify(written), '')
    : appended(id, range, `,${eol}${indent}`, format(written, indent, unit, eol), '');
}

function newFile(text: string, skill: string, one: NewCase): AppendedCase {
  const id = nextId([], one.prompt);
  const shown = format(caseOf(id, one, 'assertions'), '    ', '  ', '\n');
  const before = `{\n  "skill_name": ${JSON.stringify(skill)},\n  "evals": [\n    `;
  return appended(id, { start: 0, end: text.length }, before, shown, '\n  ]\n}\n');
}

function appended(id: string | number, range: Range, before: string, shown: string, after: string): AppendedCase {
  const start = range.start + before.length;
  const added = { start, end: start + shown.length };
  return { kind: 'appended', id: String(id), edit: { range, text: before + shown + after }, added };
}

const failed = (message: string): AppendedCase => ({ kind: 'failed', message });

function caseOf(id: string | number, { prompt, files, assertions }: NewCase, field: string): Fields {
  return defined({ id, prompt, files: files.length === 0 ? undefined : files, [field]: assertions });
}

function format(value: Fields, indent: string, unit: string, eol: string): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `${eol}${indent}`);
}

/** Returns the indentation of the line of an offset; undefined if anything else is before it. */
function indentAt(text: string, offset: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(line) ? line : undefined;
}

/** Returns the next number if the ids are numbers, or else a name from the prompt; unique in the file. */
function nextId(items: readonly Fields[], prompt: string): string | number {
  const ids = items.map(({ id }) => id);
  const numbers = ids.filter((id) => typeof id === 'number');
  if (items.length > 0 && numbers.length === items.length) return Math.max(...numbers.map(Math.floor)) + 1;
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.slice(0, 5).join('-').slice(0, 40) || 'case';
  const used = new Set(ids.map(String));
  let unique = name;
  for (let number = 2; used.has(unique); number++) unique = `${name}-${number}`;
  return unique;
}
