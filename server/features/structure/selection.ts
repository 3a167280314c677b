/** What the selection grows to, step by step: word, path, link, line, sections, document. */
import type { Position, SelectionRange } from 'vscode-languageserver-protocol';
import type { Range, SkillDocument } from '../../../skill/index.ts';
import type { Lead } from '../../targets/target.ts';
import type { Session } from '../session.ts';
import { openedAt } from './document.ts';
import { type SectionNode, sectionsOf } from './sections.ts';

/** How far around a path its link or code may reach. */
const REACH = 400;

/** For each position its ranges, the smallest first; the whole document at least. Undefined where it is none of a skill. */
export function selectionRanges(
  session: Session,
  path: string,
  positions: readonly Position[],
): readonly SelectionRange[] | undefined {
  const opened = openedAt(session, path);
  if (opened === undefined) return undefined;
  const { document, lines } = opened;
  const leads = session.targets.of(path);
  return positions.map((position) => {
    const at = Math.min(lines.offset(position), document.text.length);
    const steps = [
      wordAt(document.text, at),
      ...pathsAt(document.text, leads, at),
      ...linesAt(document.text, at),
      ...sectionsAt(sectionsOf(document), at),
      ...frontmatterAt(document, at),
    ];
    let range: SelectionRange = { range: lines.range({ start: 0, end: document.text.length }) };
    let outer: Range = { start: 0, end: document.text.length };
    for (const step of growing(steps, at).reverse()) {
      // Each must hold the one before it.
      if (step.start < outer.start || step.end > outer.end || same(step, outer)) continue;
      range = { range: lines.range(step), parent: range };
      outer = step;
    }
    return range;
  });
}

/** Those that hold the offset, from the smallest to the largest. */
const growing = (steps: readonly (Range | undefined)[], at: number): Range[] =>
  steps
    .flatMap((one) => (one !== undefined && one.start <= at && at <= one.end ? [one] : []))
    .sort((a, b) => a.end - a.start - (b.end - b.start));

const same = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end;

const WORD = /[\p{L}\p{M}\p{N}_]/u;

function wordAt(text: string, at: number): Range | undefined {
  let start = at;
  let end = at;
  while (start > 0 && at - start < REACH && WORD.test(text[start - 1] ?? '')) start--;
  while (end < text.length && end - at < REACH && WORD.test(text[end] ?? '')) end++;
  return start < end ? { start, end } : undefined;
}

/** The path, the path with its anchor, and the link or code around it. */
function pathsAt(text: string, leads: readonly Lead[], at: number): readonly Range[] {
  const has = ({ start, end }: Range): boolean => start <= at && at <= end;
  for (const { range, fragment, form } of leads) {
    if (range.start > at + REACH) break;
    const whole = { start: range.start, end: fragment?.range.end ?? range.end };
    const around = aroundPath(text, whole, form);
    if (has(around ?? whole)) return [range, ...(fragment ? [fragment.range] : []), whole, ...(around ? [around] : [])];
  }
  return [];
}

function aroundPath(text: string, { start, end }: Range, form: Lead['form']): Range | undefined {
  if (form === 'link' || form === 'image' || form === 'anchor') {
    const words = /!?\[(?:[^[\]]|\[[^[\]]*\])*\]\([ \t]*<?$/.exec(text.slice(Math.max(0, start - REACH), start));
    const rest = /^>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/.exec(text.slice(end, end + REACH));
    // The `#` of an anchor stands between its place and its name.
    if (words && rest) return { start: start - words[0].length, end: end + rest[0].length };
  }
  if (form === 'code' || form === 'code-command') {
    const open = text.slice(Math.max(0, start - REACH), start).lastIndexOf('`');
    const close = text.slice(end, end + REACH).indexOf('`');
    if (open >= 0 && close >= 0) return { start: Math.max(0, start - REACH) + open, end: end + close + 1 };
  }
  return undefined;
}

/** The line without its indent, and the whole one. */
function linesAt(text: string, at: number): readonly Range[] {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : text[newline - 1] === '\r' && newline > start ? newline - 1 : newline;
  const indent = /^[ \t]*/.exec(text.slice(start, Math.min(end, start + REACH)))?.[0].length ?? 0;
  return [
    { start: start + indent, end },
    { start, end },
  ];
}

/** Each section that holds the offset. */
const sectionsAt = (sections: readonly SectionNode[], at: number): readonly Range[] =>
  sections.flatMap((one) => (one.start <= at && at <= one.end ? [one, ...sectionsAt(one.children, at)] : []));

const frontmatterAt = ({ frontmatter }: SkillDocument, at: number): readonly Range[] =>
  frontmatter.kind !== 'none' && frontmatter.range.start <= at && at <= frontmatter.range.end
    ? [frontmatter.range]
    : [];
