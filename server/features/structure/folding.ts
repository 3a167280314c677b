/** Folding ranges: the frontmatter, sections, fences, and list items with more than one line. */
import type { FoldingRange } from 'vscode-languageserver-protocol';
import { type SkillDocument, splitSections } from '../../../skill/index.ts';
import type { Lines } from '../../workspace/lines.ts';
import type { Session } from '../session.ts';
import { openDocumentAt } from './document.ts';
import { type SectionNode, sectionsOf } from './sections.ts';

/** A list item, including block quote markers before it. */
const ITEM = /^([ \t>]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
type Fence = ReturnType<typeof splitSections>[number]['fences'][number];

/** Maximum indentation that is examined. */
const MARGIN = 200;

/** Returns folding ranges by line, in order. `limit`: maximum number, of which lists are dropped first. */
export function foldingRanges(session: Session, path: string, limit?: number): readonly FoldingRange[] {
  const opened = openDocumentAt(session, path);
  if (opened === undefined) return [];
  const { document, lines } = opened;
  const fences = splitSections(document.text, document.bodyStart).flatMap((section) => section.fences);
  const all = [
    ...frontmatter(document, lines),
    ...sectionFolds(sectionsOf(document), lines),
    ...fenceFolds(fences, lines),
    ...listFolds(document, lines, fences),
  ];
  const ranges = all.filter(({ startLine, endLine }) => endLine > startLine).slice(0, limit);
  return ranges.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}

function frontmatter({ frontmatter: block }: SkillDocument, lines: Lines): FoldingRange[] {
  if (block.kind === 'none') return [];
  const { start, end } = lines.range(block.range);
  return [{ startLine: start.line, endLine: end.character === 0 ? end.line - 1 : end.line }];
}

const sectionFolds = (sections: readonly SectionNode[], lines: Lines): FoldingRange[] =>
  sections.flatMap(({ start, end, children }) => [
    { startLine: lines.position(start).line, endLine: lines.position(end).line },
    ...sectionFolds(children, lines),
  ]);

const fenceFolds = (fences: readonly Fence[], lines: Lines): FoldingRange[] =>
  fences.map(({ start, end }) => ({ startLine: lines.position(start).line, endLine: lines.position(end - 1).line }));

/** Returns folds from an item to the last line with more indentation. */
function listFolds({ bodyStart }: SkillDocument, lines: Lines, fences: readonly Fence[]): FoldingRange[] {
  const folds: FoldingRange[] = [];
  const open: { readonly indent: number; readonly startLine: number }[] = [];
  const fenced = fences.map(({ start, end }) => [lines.position(start).line, lines.position(end - 1).line] as const);
  let lastText = -1;
  let fence = 0;
  const close = (indent: number): void => {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const item = open.pop();
      if (item) folds.push({ startLine: item.startLine, endLine: lastText });
    }
  };
  for (let line = lines.position(bodyStart).line; line < lines.count; line++) {
    while ((fenced[fence]?.[1] ?? line) < line) fence++;
    const [first = line, last = line] = fenced[fence] ?? [line + 1, line + 1];
    const text = lines.line(line).slice(0, MARGIN);
    // A fenced block belongs to the item that contains it.
    const inFence = first < line && line <= last;
    if (inFence || text.trim() === '') {
      if (inFence) lastText = line;
      continue;
    }
    const indent = /^[ \t>]*/.exec(text)?.[0].length ?? 0;
    close(indent);
    if (ITEM.test(text)) open.push({ indent, startLine: line });
    lastText = line;
  }
  close(0);
  return folds;
}
