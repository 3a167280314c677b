import type { SkillDocument } from '../../skill/index.ts';
import type { Cause } from '../protocol/events.ts';

/** Returns words of a document, which begin at an offset and are on one line, as a cause. */
export function positionsOf({ path, text }: SkillDocument, offset: number, words: string): Cause {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const [rest = ''] = text.slice(offset).split(/\r\n|\r|\n/, 1);
  return {
    file: path,
    line,
    column,
    endLine: line,
    endColumn: column + words.length,
    text: words,
    lines: (before.at(-1) ?? '') + rest,
    suggestions: [],
  };
}
