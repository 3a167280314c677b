import type { EvalFinding } from './misspelt.ts';
import type { ParsedText, ValuePath } from './parsed-text.ts';
import { isInvalidRegex } from './regex-syntax.ts';

const MESSAGE = 'RE2 does not support this regular expression, so the assertion is not judged. Correct it.';

/** Reports the regular expressions of a field, one or a list, by which nothing can be judged. */
export function regexFindings(source: ParsedText, path: ValuePath, value: unknown): readonly EvalFinding[] {
  const report = (at: ValuePath, one: unknown): readonly EvalFinding[] =>
    typeof one === 'string' && isInvalidRegex(one)
      ? [{ range: source.rangeOf(at), severity: 'warning', target: one, message: MESSAGE }]
      : [];
  return Array.isArray(value)
    ? value.flatMap((one: unknown, index) => report([...path, index], one))
    : report(path, value);
}
