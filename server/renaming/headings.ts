/** New words for a heading, and what links to it. */
import { type Heading, type Range, readDocument, type SkillDocument } from '../../skill/index.ts';
import type { Lead } from '../targets/target.ts';
import { applied, type Change, type Changes } from './change.ts';
import type { Known } from './known.ts';
import { textOf } from './verified.ts';

/** The words of a heading as they stand in the text, without the signs that make them one. */
export function wordsOf({ text }: SkillDocument, { range }: Heading): Range {
  const source = text.slice(range.start, range.end);
  const opening = /^ {0,3}#{1,6}[ \t]+/.exec(source)?.[0];
  if (opening === undefined) {
    // The line below makes it a heading.
    const words = source.replace(/\r?\n[ \t]*(?:=+|-+)[ \t]*$/, '');
    const start = range.start + words.length - words.trimStart().length;
    return { start, end: range.start + words.trimEnd().length };
  }
  const inner = source.slice(opening.length).trimEnd();
  let end = inner.length;
  while (inner[end - 1] === '#') end--;
  const words = end === 0 || /[ \t]/.test(inner[end - 1] ?? '') ? inner.slice(0, end).trimEnd() : inner;
  const start = range.start + opening.length;
  return { start, end: start + words.length };
}

/**
 * What to write so that a heading has other words, and everything that led to it still does. Headings of the same words are
 * numbered in their order, so that others may get other anchors, too. Undefined where the words make no heading.
 */
export function planHeading(
  known: Known,
  document: SkillDocument,
  heading: Heading,
  words: string,
): Changes | undefined {
  const own: Change = { range: wordsOf(document, heading), text: words };
  const after = readDocument(document.path, applied(document.text, [own])).headings;
  const index = document.headings.indexOf(heading);
  if (after.length !== document.headings.length || index < 0) return undefined;
  const changes = new Map<string, Change[]>([[document.path, [own]]]);
  /** The anchors that become others: those of all headings of the same words. */
  const renamed = new Map<string, string>();
  for (const [at, { slug }] of document.headings.entries()) {
    const anew = after[at]?.slug ?? slug;
    if (anew !== slug && anew !== '') renamed.set(slug, anew);
  }
  const leads = renamed.size > 0 ? known.targets.leadsTo({ kind: 'headings', path: document.path }) : [];
  for (const lead of leads) {
    const anew = renamed.get(lead.fragment?.heading?.slug ?? '');
    const change = anew === undefined ? undefined : anchorAnew(known, lead, anew);
    if (!change || (lead.document === document.path && overlaps(change.range, own.range))) continue;
    const some = changes.get(lead.document);
    if (some) some.push(change);
    else changes.set(lead.document, [change]);
  }
  for (const some of changes.values()) some.sort((a, b) => a.range.start - b.range.start);
  return changes;
}

function anchorAnew({ workspace }: Known, { document, fragment }: Lead, slug: string): Change | undefined {
  if (!fragment) return undefined;
  const { range } = fragment;
  const written = textOf(workspace, document)?.slice(range.start, range.end) ?? '';
  const prefix = /^user-content-/.exec(written)?.[0] ?? '';
  return { range, text: prefix + (written.includes('%') ? encodeURIComponent(slug) : slug) };
}

const overlaps = (one: Range, other: Range): boolean => one.start < other.end && other.start < one.end;
