import { type EvalWord, GRADER_TYPES } from './eval-fields.ts';
import { isFields } from './fields.ts';
import { CORRECTED, type EvalFinding, misspelt, nearest } from './misspelt.ts';
import type { ParsedText } from './parsed-text.ts';

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
      if (typeof type !== 'string' || name === undefined) return [];
      const message = `Write \`${name}\`: graders of the type \`${type}\` are not judged.`;
      const range = source.rangeOf(['graders', index, 'type']);
      return [{ range, severity: 'warning', message, target: type, replacement: name }];
    }),
  ];
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
