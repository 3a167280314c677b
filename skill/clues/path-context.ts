/** The context of a path for the clues about its wording: its section, with the words around it in bounded lengths. */
import type { Range, ReferenceForm } from '../model/model.ts';
import type { TargetParts } from '../references/target.ts';
import { lineAround, REACH } from '../text/lines.ts';

/** One path in a section. All offsets refer to `text`. */
export interface PathContext {
  /** The section. */
  readonly text: string;
  readonly range: Range;
  readonly path: string;
  readonly form: ReferenceForm;
  /** The content of the fence that contains the path. */
  readonly fence: Range | undefined;
  readonly line: Range;
  /** The text before the path on its line, 400 units at most, and after it, 200 at most. */
  readonly before: string;
  readonly after: string;
  /** `after`, followed by the line below if the sentence continues there, 200 units at most. */
  readonly trail: string;
  /** The preceding lines of its paragraph, and the line that introduces its list. */
  readonly prior: string;
  /** The first line of `prior`. In a list, this is the line that introduces the list. */
  readonly introduction: string;
  /** `before`, preceded by the line above if the sentence began there. */
  readonly lead: string;
  /** The beginning of the section. */
  readonly heading: string;
  readonly isLink: boolean;
  /** True if it is neither a link nor in a fence, so the words around it are about it. */
  readonly isProse: boolean;
}

/** Limits in UTF-16 units: for the lines above, and for the line itself before and after the path. */
const MAX_ABOVE = 1_200;
const MAX_BEFORE = 400;
const MAX_AFTER = 200;
/** Maximum distance between a path and a word that decides a clue about its wording, or the name of another skill. */
export const MAX_DISTANCE = { before: MAX_ABOVE + REACH, after: MAX_AFTER };

/** Maximum length of a section's heading that is read for each path, in UTF-16 units. */
const MAX_HEADING = 1_000;

/** Extracts the context of one path. `fence` is the content of the fence that contains it. */
export function pathContextOf(
  text: string,
  { range, path }: Pick<TargetParts, 'range' | 'path'>,
  form: ReferenceForm,
  fence: Range | undefined,
): PathContext {
  const top = fence?.start ?? 0;
  const fullLine = lineAround(text, range);
  const line = { start: Math.max(top, fullLine.start), end: fullLine.end };
  // Bounded, or a long line full of paths would be read in full for each of them.
  const before = text.slice(Math.max(line.start, range.start - MAX_BEFORE), range.start);
  const after = text.slice(range.end, Math.min(line.end, range.end + MAX_AFTER));
  const prior = form === 'tree' ? '' : priorLines(text, top, line.start, fence !== undefined);
  const isLink = form === 'link' || form === 'definition' || form === 'image';
  return {
    text,
    range,
    path,
    form,
    fence,
    line,
    before,
    after,
    trail: fence === undefined && !isLink ? trailOf(text, range.end, line.end) : after,
    prior,
    introduction: prior.split('\n', 1)[0] ?? '',
    // The sentence may continue from the line above.
    lead: /^[\s`*_"'(]*$/.test(before) ? `${prior.split('\n').at(-1) ?? ''} ${before}` : before,
    heading: text.slice(0, MAX_HEADING),
    isLink,
    isProse: !isLink && fence === undefined,
  };
}

/** Returns the text after a path on its line, and on the next one if the sentence continues there. */
function trailOf(text: string, from: number, lineEnd: number): string {
  const to = from + MAX_AFTER;
  const after = text.slice(from, Math.min(lineEnd, to));
  if (to <= lineEnd || /[.!?:;|][\s*_"')]*$|^[\s*_`]*$/.test(after)) return after;
  const below = text.slice(lineEnd + 1, to).split('\n', 1)[0] ?? '';
  return /^\s*(?:$|[-*+>#|]|\d+[.)]\s|```|~~~)/.test(below) ? after : `${after.trimEnd()} ${below.trimStart()}`;
}

/** Returns the preceding lines of a paragraph, and the line that introduces its list. */
function priorLines(text: string, top: number, lineStart: number, fenced: boolean): string {
  const lines = text
    .slice(Math.max(top, lineStart - MAX_ABOVE), lineStart)
    .split('\n')
    .slice(0, -1);
  if (fenced) return lines.at(-1)?.trim().startsWith('#') ? (lines.at(-1) ?? '') : '';
  const line = text.slice(lineStart, lineStart + 20);
  const item = /^\s*(?:[-*+]|\d+[.)])\s/;
  const out: string[] = [];
  let inItem = !item.test(line);
  for (let index = lines.length - 1; index >= 0 && lines.length - index <= 12; index--) {
    const above = lines[index] ?? '';
    if (inItem) {
      if (above.trim() === '' || above.startsWith('#')) break;
      out.unshift(above);
      if (item.test(above)) inItem = false;
    } else if (!item.test(above) && above.trim() !== '' && !/^\s/.test(above)) {
      if (/:[*_]*\s*$/.test(above) && !above.startsWith('#')) out.unshift(above);
      break;
    } else if (above.trim() === '' && !/:[*_]*\s*$/.test(lines[index - 1] ?? '')) break;
  }
  return out.join('\n');
}

/** Returns true if the path begins a list item or a table row. */
export const beginsItem = (before: string): boolean => /^\s*(?:[-*+]|\d+[.)]|\|)\s+[*_`]*$/.test(before);

/** Returns the sentence that ends at a path, without the paths listed before it. */
export function lastSentence(text: string): string {
  let start = text.length - 1;
  while (start >= 0 && !(/[.!?;]/.test(text[start] ?? '') && !/\w/.test(text[start + 1] ?? ' '))) start--;
  const sentence = text.slice(start + 1);
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
  return sentence.replace(/(?:`[^`]*`\s*(?:,|and|or|\/|&|, and|, or)\s*)+`?$/, '`');
}
