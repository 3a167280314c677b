/** The hierarchy of a document's sections. */
import type { Heading, SkillDocument } from '../../../skill/index.ts';
import { textEnd } from './document.ts';

export interface SectionNode {
  readonly heading: Heading;
  /** The section extends from the heading to the last text before the next heading of the same or a higher level. */
  readonly start: number;
  readonly end: number;
  readonly children: SectionNode[];
}

const cache = new WeakMap<SkillDocument, readonly SectionNode[]>();

/** Returns the top-level sections in order. */
export function sectionsOf(document: SkillDocument): readonly SectionNode[] {
  const known = cache.get(document);
  if (known) return known;
  const { headings, text } = document;
  const roots: SectionNode[] = [];
  const open: (SectionNode & { end: number })[] = [];
  const close = (depth: number, at: number): void => {
    while ((open.at(-1)?.heading.depth ?? 0) >= depth) {
      const last = open.pop();
      if (last) last.end = textEnd(text, last.heading.range.end, at);
    }
  };
  for (const heading of headings) {
    close(heading.depth, heading.range.start);
    const node = { heading, start: heading.range.start, end: heading.range.end, children: [] };
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  close(1, text.length);
  cache.set(document, roots);
  return roots;
}
