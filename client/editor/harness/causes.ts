/** Test data: a text with words that provoke a miss, and their cause as a run records it. */
import type { Cause } from '../../../runtime/protocol/events.ts';

export const SKILL = ['# Writer', '', 'For tone, see the user guide.', 'Then see the user guide.', ''];

/** Creates the cause for the words on a line of `SKILL`, counted from 1. */
export function cause(line: number, more: Partial<Cause> = {}): Cause {
  const lineText = SKILL[line - 1] ?? '';
  const column = lineText.indexOf('the user guide') + 1;
  return {
    file: '/w/writer/SKILL.md',
    line,
    column,
    endLine: line,
    endColumn: column + 14,
    text: 'the user guide',
    lines: lineText,
    suggestions: [],
    ...more,
  };
}
