/** Edits of `.skillwright.json` that add a pattern to `paths`; everything else in the text is unchanged. */
import { own, parseText, type Range } from '../../../skill/index.ts';
import type { PathPattern } from '../../path-patterns.ts';
import { PROJECT_FILE } from '../../project-file.ts';
import type { TextEdit } from '../../rules/rule/rule.ts';
import { isMap } from '../../settings.ts';
import { lineEndOf } from './new-file-text.ts';

type Entry = Pick<PathPattern, 'pattern' | 'meaning'>;

/** Returns the text of a new file with one pattern. */
export const newPatternFile = (entry: Entry): string =>
  `${JSON.stringify({ paths: { [entry.pattern]: entry.meaning } }, undefined, 2)}\n`;

/**
 * Returns the edit that adds a pattern, or gives it another meaning; undefined if the text is not a JSON object, its `paths`
 * is something else, or it says so already.
 */
export function patternEdit(text: string, { pattern, meaning }: Entry): TextEdit | undefined {
  const source = parseText(PROJECT_FILE, text);
  if (!('kind' in source) || !isMap(source.value)) return undefined;
  const paths = own(source.value, 'paths');
  const [key, value] = [JSON.stringify(pattern), JSON.stringify(meaning)];
  if (paths === undefined) {
    const inner = isOnLines(text, source.extentOf([])) ? 'lines' : 'line';
    const { unit, eol } = styleOf(text);
    const member =
      inner === 'lines'
        ? `"paths": {${eol}${unit}${unit}${key}: ${value}${eol}${unit}}`
        : `"paths": {${key}: ${value}}`;
    return insertion(text, source.extentOf([]), member);
  }
  if (!isMap(paths)) return undefined;
  const said = own(paths, pattern);
  if (said === meaning) return undefined;
  if (said !== undefined) return { range: source.extentOf(['paths', pattern]), text: value };
  return insertion(text, source.extentOf(['paths']), `${key}: ${value}`);
}

/** Returns the edit that adds a member at the end of an object, on a line of its own if the others are. */
function insertion(text: string, object: Range, member: string): TextEdit {
  const { unit, eol } = styleOf(text);
  const inside = text.slice(object.start + 1, object.end - 1);
  const end = object.start + 1 + inside.trimEnd().length;
  if (inside.trim() === '') {
    const indent = indentOf(text, object.start);
    const range = { start: object.start + 1, end: object.end - 1 };
    return { range, text: `${eol}${indent}${unit}${member}${eol}${indent}` };
  }
  const before = /^\s*\n([ \t]*)/.exec(inside)?.[1];
  return { range: { start: end, end }, text: before === undefined ? `, ${member}` : `,${eol}${before}${member}` };
}

/** Returns true if an object has its members on lines of their own, or none. */
const isOnLines = (text: string, { start, end }: Range): boolean => /^\s*(?:\n|$)/.test(text.slice(start + 1, end - 1));

const styleOf = (text: string) => ({ unit: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ', eol: lineEndOf(text) });

/** Returns the indentation of the line of an offset. */
const indentOf = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
