/** Selection ranges: word, path, link, line, sections, document. */
import type { Position, SelectionRange } from 'vscode-languageserver-protocol';
import type { Range, SkillDocument } from '../../../skill/index.ts';
import type { Occurrence } from '../../targets/target.ts';
import type { Session } from '../session.ts';
import { openDocumentAt } from './document.ts';
import { type SectionNode, sectionsOf } from './sections.ts';

/** Maximum distance from a path to the ends of its link or code. */
const MAX_DISTANCE = 400;

/** Returns the ranges for each position, innermost first, at least the entire document. Undefined if the path is not a document of a skill. */
export function selectionRanges(
  session: Session,
  path: string,
  positions: readonly Position[],
): readonly SelectionRange[] | undefined {
  const opened = openDocumentAt(session, path);
  if (opened === undefined) return undefined;
  const { document, lines } = opened;
  const occurrences = session.targets.of(path);
  return positions.map((position) => {
    const at = Math.min(lines.offset(position), document.text.length);
    const steps = [
      wordAt(document.text, at),
      ...pathsAt(document.text, occurrences, at),
      ...linesAt(document.text, at),
      ...sectionsAt(sectionsOf(document), at),
      ...frontmatterAt(document, at),
    ];
    let range: SelectionRange = { range: lines.range({ start: 0, end: document.text.length }) };
    let outer: Range = { start: 0, end: document.text.length };
    for (const step of containing(steps, at).reverse()) {
      // Each range must contain the previous one.
      if (step.start < outer.start || step.end > outer.end || same(step, outer)) continue;
      range = { range: lines.range(step), parent: range };
      outer = step;
    }
    return range;
  });
}

/** Returns the ranges that contain the offset, smallest first. */
const containing = (steps: readonly (Range | undefined)[], at: number): Range[] =>
  steps
    .flatMap((one) => (one !== undefined && one.start <= at && at <= one.end ? [one] : []))
    .sort((a, b) => a.end - a.start - (b.end - b.start));

const same = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end;

const WORD = /[\p{L}\p{M}\p{N}_]/u;

function wordAt(text: string, at: number): Range | undefined {
  let start = at;
  let end = at;
  while (start > 0 && at - start < MAX_DISTANCE && WORD.test(text[start - 1] ?? '')) start--;
  while (end < text.length && end - at < MAX_DISTANCE && WORD.test(text[end] ?? '')) end++;
  return start < end ? { start, end } : undefined;
}

/** Returns the path, the path with its anchor, and the link or code around it. */
function pathsAt(text: string, occurrences: readonly Occurrence[], at: number): readonly Range[] {
  const contains = ({ start, end }: Range): boolean => start <= at && at <= end;
  for (const { range, fragment, form } of occurrences) {
    if (range.start > at + MAX_DISTANCE) break;
    const withAnchor = { start: range.start, end: fragment?.range.end ?? range.end };
    const enclosing = enclosingRange(text, withAnchor, form);
    if (contains(enclosing ?? withAnchor))
      return [range, ...(fragment ? [fragment.range] : []), withAnchor, ...(enclosing ? [enclosing] : [])];
  }
  return [];
}

function enclosingRange(text: string, { start, end }: Range, form: Occurrence['form']): Range | undefined {
  if (form === 'link' || form === 'image' || form === 'anchor') {
    const words = /!?\[(?:[^[\]]|\[[^[\]]*\])*\]\([ \t]*<?$/.exec(text.slice(Math.max(0, start - MAX_DISTANCE), start));
    const rest = /^>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/.exec(text.slice(end, end + MAX_DISTANCE));
    // The `#` of an anchor is between its range and its name.
    if (words && rest) return { start: start - words[0].length, end: end + rest[0].length };
  }
  if (form === 'code' || form === 'code-command') {
    const open = text.slice(Math.max(0, start - MAX_DISTANCE), start).lastIndexOf('`');
    const close = text.slice(end, end + MAX_DISTANCE).indexOf('`');
    if (open >= 0 && close >= 0) return { start: Math.max(0, start - MAX_DISTANCE) + open, end: end + close + 1 };
  }
  return undefined;
}

/** Returns the line without its indentation, and the full line. */
function linesAt(text: string, at: number): readonly Range[] {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : text[newline - 1] === '\r' && newline > start ? newline - 1 : newline;
  const indent = /^[ \t]*/.exec(text.slice(start, Math.min(end, start + MAX_DISTANCE)))?.[0].length ?? 0;
  return [
    { start: start + indent, end },
    { start, end },
  ];
}

/** Returns the sections that contain the offset. */
const sectionsAt = (sections: readonly SectionNode[], at: number): readonly Range[] =>
  sections.flatMap((one) => (one.start <= at && at <= one.end ? [one, ...sectionsAt(one.children, at)] : []));

const frontmatterAt = ({ frontmatter }: SkillDocument, at: number): readonly Range[] =>
  frontmatter.kind !== 'none' && frontmatter.range.start <= at && at <= frontmatter.range.end
    ? [frontmatter.range]
    : [];
