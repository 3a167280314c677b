import type { Cause } from '../../runtime/protocol/events.ts';
import type { RecordedExcerpt } from '../timeline/payload.ts';
import { cause, isObject, type Loose, text } from './trace/read.ts';

/** Maximum length of a line that is shown, in characters. */
const MAX_LINE = 2000;

/**
 * Returns the words behind a miss in the text that an imported session has, if no current skill has the same lines.
 * @param current the words in the current skill
 */
export function recordedWords(result: Loose, current: Cause | undefined): RecordedExcerpt | undefined {
  const recorded = isObject(result.cause) ? cause(result.cause, 'recorded') : undefined;
  if (recorded === undefined || !isObject(result.miss)) return undefined;
  const written = recorded.lines ?? recorded.text;
  if (current !== undefined && (current.lines ?? current.text) === written) return undefined;
  const { file, line, column, endLine, endColumn, lines } = recorded;
  const [first = '', ...others] = written.split('\n').map((one) => one.slice(0, MAX_LINE));
  // Without the lines, only the words are known.
  const from = lines === undefined ? 1 : column;
  const to = lines !== undefined && endLine === line ? endColumn : first.length + 1;
  return {
    missed: text(result.miss, 'path'),
    excerpt: {
      path: `${text(result.miss, 'skill')}/${file}`,
      ...{ status: 'same', firstLine: line, lines: [first, ...others], mark: { line, from, to } },
    },
  };
}
