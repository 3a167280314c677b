import { type Bundle, defined, type EvalFinding, evalFindings, suggest } from '../../../skill/index.ts';
import { MAX_MESSAGE_LENGTH } from '../rule/message.ts';
import type { Problem, Rule } from '../rule/rule.ts';

/**
 * Reports errors in eval files. These are JSON and YAML, not documents of the skill, so that `evalProblems` checks them instead
 * of `check`.
 */
export const evalInvalid: Rule = {
  code: 'eval.invalid',
  title: 'An eval file has an error, or a field, check or path that has no effect',
  severity: 'error',
  check: () => [],
};

/** Maximum length of an eval file, in UTF-16 units: the parser with positions takes a second for a few of them. */
const MAX_TEXT = 512 * 1024;

/**
 * Returns the problems of an eval file.
 * @param path relative to the skill
 */
export function evalProblems(path: string, text: string, bundle: Bundle): readonly Problem[] {
  if (text.length > MAX_TEXT) return [];
  const has = (file: string): boolean => bundle.truncated || bundle.files.has(file) || bundle.folders.has(file);
  return evalFindings(path, text, { has }).map((finding) => problemOf(finding, bundle));
}

function problemOf(finding: EvalFinding, bundle: Bundle): Problem {
  const { range, severity, message, target, replacement, isMissingFile = false, isJsonSyntax = false } = finding;
  const suggestions = replacement === undefined ? (isMissingFile ? suggest(target ?? '', bundle) : []) : [replacement];
  return defined({
    range,
    severity,
    message: shorten(message),
    suggestions,
    target,
    aspect: isJsonSyntax ? 'syntax' : undefined,
    fixes: suggestions.map((text, index) => ({
      kind: 'edit',
      title: `Change to ${text}`,
      edits: [{ range, text }],
      preferred: index === 0,
    })),
  });
}

/** Shortens a message with a reason of the parser. */
const shorten = (message: string): string =>
  message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH - 2)}….`;
