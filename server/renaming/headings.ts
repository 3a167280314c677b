/** Renames a heading and the links to it. */
import { type Heading, type Range, readDocument, type SkillDocument } from '../../skill/index.ts';
import type { Occurrence } from '../targets/target.ts';
import { applyChanges, type Change, type Changes } from './change.ts';
import type { RenameContext } from './rename-context.ts';
import { textOf } from './verify-replacements.ts';

/** Returns the range of a heading's words, without its markers. */
export function wordsOf({ text }: SkillDocument, { range }: Heading): Range {
  const source = text.slice(range.start, range.end);
  const opening = /^ {0,3}#{1,6}[ \t]+/.exec(source)?.[0];
  if (opening === undefined) {
    // Setext heading: the line below makes it one.
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
 * Returns the changes for new words of a heading, so that all references to it still work. Headings with the same words are
 * numbered in order, so others may get different anchors too. Undefined if the words do not make a heading.
 */
export function planHeading(
  known: RenameContext,
  document: SkillDocument,
  heading: Heading,
  words: string,
): Changes | undefined {
  const own: Change = { range: wordsOf(document, heading), text: words };
  const after = readDocument(document.path, applyChanges(document.text, [own])).headings;
  const index = document.headings.indexOf(heading);
  if (after.length !== document.headings.length || index < 0) return undefined;
  const changes = new Map<string, Change[]>([[document.path, [own]]]);
  /** Old to new anchors of all headings whose anchors change. */
  const renamed = new Map<string, string>();
  for (const [at, { slug }] of document.headings.entries()) {
    const newSlug = after[at]?.slug ?? slug;
    if (newSlug !== slug && newSlug !== '') renamed.set(slug, newSlug);
  }
  const occurrences = renamed.size > 0 ? known.targets.occurrencesOf({ kind: 'headings', path: document.path }) : [];
  for (const occurrence of occurrences) {
    const newSlug = renamed.get(occurrence.fragment?.heading?.slug ?? '');
    const change = newSlug === undefined ? undefined : anchorChange(known, occurrence, newSlug);
    if (!change || (occurrence.document === document.path && overlaps(change.range, own.range))) continue;
    const some = changes.get(occurrence.document);
    if (some) some.push(change);
    else changes.set(occurrence.document, [change]);
  }
  for (const some of changes.values()) some.sort((a, b) => a.range.start - b.range.start);
  return changes;
}

function anchorChange(
  { workspace }: RenameContext,
  { document, fragment }: Occurrence,
  slug: string,
): Change | undefined {
  if (!fragment) return undefined;
  const { range } = fragment;
  const written = textOf(workspace, document)?.slice(range.start, range.end) ?? '';
  const prefix = /^user-content-/.exec(written)?.[0] ?? '';
  return { range, text: prefix + (written.includes('%') ? encodeURIComponent(slug) : slug) };
}

const overlaps = (one: Range, other: Range): boolean => one.start < other.end && other.start < one.end;
