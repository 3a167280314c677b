import { distance } from 'fastest-levenshtein';
import type { Range } from '../model/model.ts';
import type { Fields } from './fields.ts';
import type { ParsedText, ValuePath } from './parsed-text.ts';

/** A problem in an eval file of a skill, for editors and `check`. */
export interface EvalFinding {
  readonly range: Range;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  /** The path or word as written. */
  readonly target?: string;
  /** The text to write instead, if it is obvious. */
  readonly replacement?: string;
  /** True if `target` is a missing file of the skill. */
  readonly isMissingFile?: boolean;
  /** True for a syntax error in JSON, which some editors report themselves. */
  readonly isJsonSyntax?: boolean;
}

/** Fields that change the meaning of a file if they are misspelt, by the object that has them. */
export const CORRECTED = {
  file: ['evals', 'should_trigger', 'should_not_trigger'],
  item: ['prompt', 'query', 'assertions', 'expectations', 'expected_output', 'files', 'should_trigger'],
  assertion: ['check', 'path', 'pattern', 'limit', 'value', 'values', 'tools', 'ignore_case'],
  suite: ['tasks', 'graders', 'skill', 'config'],
  task: ['inputs', 'expected', 'graders', 'enabled'],
  inputs: ['prompt', 'files'],
} as const;

/** Names that are not misspelt, although they resemble a field. */
const OTHER_NAMES = new Set([
  'name',
  'text',
  'tags',
  'skills',
  'cases',
  'tests',
  'check',
  'checks',
  'patterns',
  'paths',
  'eval',
  'task',
  'file',
  'input',
  'tool',
]);

/** Reports fields that are misspelt. A field next to the one that it resembles is another tool's. */
export function misspelt(
  source: ParsedText,
  path: ValuePath,
  fields: Fields,
  names: readonly string[],
): readonly EvalFinding[] {
  return Object.keys(fields).flatMap((key): readonly EvalFinding[] => {
    if (names.includes(key) || OTHER_NAMES.has(key)) return [];
    const name = nearest(key, names);
    if (name === undefined || Object.hasOwn(fields, name)) return [];
    const message = `The field \`${key}\` is not read. Write \`${name}\`.`;
    return [{ range: source.keyRangeOf([...path, key]), severity: 'warning', message, target: key, replacement: name }];
  });
}

/** Returns the name that a word is a typing error of: in two letters, or in one letter or two exchanged ones of a short word. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const written = word.toLowerCase().replaceAll('-', '_');
  const letters = (text: string): string => [...text].sort().join('');
  return names.find((name) => {
    const difference = distance(written, name);
    return difference <= 1 || (difference === 2 && (name.length > 5 || letters(written) === letters(name)));
  });
}
