import { own } from '../text/own.ts';
import { type EvalWord, GRADER_TYPES } from './eval-fields.ts';
import { type Fields, isFields } from './fields.ts';
import { CORRECTED, type EvalFinding, misspelt, nearest } from './misspelt.ts';
import type { ParsedText, ValuePath } from './parsed-text.ts';
import { regexFindings } from './regex-findings.ts';

/** Returns the misspelt fields and types of graders of a suite or a task of waza. */
export function wazaFindings(source: ParsedText): readonly EvalFinding[] {
  const { value } = source;
  if (!isFields(value)) return [];
  const isTask = isFields(value.inputs);
  return [
    ...misspelt(source, [], value, isTask ? CORRECTED.task : CORRECTED.suite),
    ...(isFields(value.inputs) ? misspelt(source, ['inputs'], value.inputs, CORRECTED.inputs) : []),
    ...(Array.isArray(value.graders) ? value.graders : []).flatMap((grader: unknown, index): readonly EvalFinding[] => {
      const type = isFields(grader) ? grader.type : undefined;
      const name = typeof type === 'string' ? misspeltType(type, GRADER_TYPES) : undefined;
      if (typeof type !== 'string' || name === undefined) return inPatterns(source, ['graders', index], grader);
      const message = `Graders of the type \`${type}\` are not judged. Write \`${name}\`.`;
      const range = source.rangeOf(['graders', index, 'type']);
      return [{ range, severity: 'warning', message, target: type, replacement: name }];
    }),
  ];
}

/** The regular expressions of a grader that is judged. */
function inPatterns(source: ParsedText, path: ValuePath, grader: unknown): readonly EvalFinding[] {
  if (!isFields(grader) || !isFields(grader.config)) return [];
  const { type, config } = grader;
  const within = [...path, 'config'];
  const inAll = (at: ValuePath, fields: Fields, names: readonly string[]): readonly EvalFinding[] =>
    names.flatMap((name) => regexFindings(source, [...at, name], own(fields, name)));
  if (type === 'text') return inAll(within, config, ['regex_match', 'regex_not_match']);
  if (type !== 'file' || !Array.isArray(config.content_patterns)) return [];
  return config.content_patterns.flatMap((one: unknown, index) =>
    isFields(one) ? inAll([...within, 'content_patterns', index], one, ['must_match', 'must_not_match']) : [],
  );
}

/** Types of waza that are not judged, and not misspelt either. */
const OTHER_TYPES = new Set(['code', 'tool_constraint', 'json_schema', 'program', 'diff', 'regex']);

function misspeltType(word: string, words: readonly EvalWord[]): string | undefined {
  if (OTHER_TYPES.has(word) || words.some(({ name }) => name === word)) return undefined;
  return nearest(
    word,
    words.map(({ name }) => name),
  );
}
