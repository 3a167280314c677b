/** Parses one Markdown file of a skill: frontmatter, headings, references and mentions, with their ranges. */
import { clearBlockCache } from '../markdown/blocks.ts';
import { type FrontmatterSplit, readFrontmatter } from '../markdown/frontmatter.ts';
import { isBelowBlockLimit, type Section, splitSections, splitUntil } from '../markdown/sections.ts';
import type { Heading, Range, SkillDocument } from '../model/model.ts';
import { Cache, copyOf } from '../text/cache.ts';
import { type Counts, type Edit, editBetween, type PreviousVersion, recordPreviousVersion } from '../text/edit.ts';
import { type PartKey, registerParts } from '../text/parts.ts';
import { slugNumberer, slugOf } from '../text/slugs.ts';
import { collectSection, type SectionContent } from './collect.ts';

/** Parsed sections by text, so a keystroke parses only one section again. */
const parsedSections = new Cache<CachedContent>(4 * 1024 * 1024);

/** The content of a section, with the results that are cached for its text. */
type CachedContent = SectionContent & PartKey;

/** A section of a document with its content, whose ranges are relative to the section. */
interface Part extends Range {
  readonly blocks: number;
  readonly content: SectionContent;
  /** The cached content, the same object for as long as the section's text is unchanged. */
  readonly key: PartKey;
}

const partsOf = new WeakMap<SkillDocument, readonly Part[]>();

function register(document: SkillDocument, parts: readonly Part[], before?: PreviousVersion): SkillDocument {
  partsOf.set(document, parts);
  registerParts(document, parts);
  if (before) recordPreviousVersion(document, before);
  return document;
}

/**
 * Parses a Markdown document. `path` is absolute, with `/`. `text` is used unchanged, including a byte order mark and
 * CRLF, and all ranges are offsets into it. Never throws. If `before`, the previous version of the file, is given, only
 * changed sections are parsed; the result is the same.
 */
export function readDocument(path: string, text: string, before?: SkillDocument): SkillDocument {
  return (before && readIncrementally(path, text, before)) ?? readFromScratch(path, text);
}

function readFromScratch(path: string, text: string): SkillDocument {
  const split = readFrontmatter(text);
  const parts = splitSections(text, split.bodyStart).map((section) => readPart(text, section));
  return documentOf(path, text, split, parts);
}

function documentOf(path: string, text: string, split: FrontmatterSplit, parts: readonly Part[]): SkillDocument {
  const { frontmatter, bodyStart } = split;
  const headings = numberHeadings(parts);
  const content = { path, text, frontmatter, bodyStart, headings, ...contentOf(parts) };
  return register({ ...content, ...QUERIES }, parts);
}

/** The queries of a document, all of which is parsed. */
const QUERIES: ThisType<SkillDocument> & Pick<SkillDocument, 'referencesWhere' | 'treeReferences'> = {
  *referencesWhere(accepts) {
    for (const reference of this.references) if (accepts(reference.path)) yield reference;
  },
  treeReferences() {
    return this.references.filter(({ form }) => form === 'tree');
  },
};

/** Parses the edited sections; undefined if the edit may affect everything after it. */
function readIncrementally(path: string, text: string, before: SkillDocument): SkillDocument | undefined {
  const old = partsOf.get(before);
  const edit = editBetween(before.text, text);
  if (old === undefined || !isBelowBlockLimit(blocksOf(old))) return undefined;
  const { bodyStart, frontmatter } = mayBeInFrontmatter(before, edit) ? readFrontmatter(text) : before;
  if (edit.end <= before.bodyStart && bodyStart === before.bodyStart + edit.shift)
    return withSameBody(path, text, { frontmatter, bodyStart }, before, edit, old);
  if (edit.start < bodyStart || bodyStart !== before.bodyStart) return undefined;
  // Start with the section before the edited line, since the line may become part of it, or no longer be a heading.
  const line = text.lastIndexOf('\n', edit.start - 1) + 1;
  const first = Math.max(
    0,
    old.findLastIndex(({ start }) => start < line),
  );
  const begins = new Map(old.map(({ start }, index) => [start + edit.shift, index]));
  const isKnown = (at: number): boolean => (begins.get(at) ?? 0) > first;
  const sections = splitUntil(text, old[first]?.start ?? bodyStart, edit.newEnd, isKnown);
  const next = begins.get(sections.at(-1)?.end ?? -1);
  const [head, tail] = [old.slice(0, first), next === undefined ? [] : old.slice(next)];
  const middle = sections.map((section) => readPart(text, section));
  const parts = [...head, ...middle, ...tail.map((part) => shiftPart(part, edit.shift))];
  if (!isBelowBlockLimit(blocksOf(parts))) return undefined;
  const counts = { head: countsOf(head), tail: countsOf(tail) };
  const content = { path, text, frontmatter, bodyStart, ...combineContent(before, contentOf(middle), counts, edit) };
  return register({ ...content, ...QUERIES, headings: numberHeadings(parts) }, parts, {
    document: before,
    edit,
    ...counts,
  });
}

/** Returns a document with other frontmatter above the same body. */
function withSameBody(
  path: string,
  text: string,
  { frontmatter, bodyStart }: FrontmatterSplit,
  before: SkillDocument,
  edit: Edit,
  old: readonly Part[],
): SkillDocument {
  const parts = old.map((part) => shiftPart(part, edit.shift));
  const counts = { head: countsOf([]), tail: countsOf(old) };
  const content = { path, text, frontmatter, bodyStart, ...combineContent(before, contentOf([]), counts, edit) };
  return register({ ...content, ...QUERIES, headings: numberHeadings(parts) }, parts, {
    document: before,
    edit,
    ...counts,
  });
}

const shiftPart = ({ start, end, blocks, content, key }: Part, by: number): Part => ({
  start: start + by,
  end: end + by,
  blocks,
  content,
  key,
});

const blocksOf = (parts: readonly Part[]): number => parts.reduce((sum, { blocks }) => sum + blocks, 0);

/**
 * Returns true if an edit may change the frontmatter. After the closing line, or after other text at the start, it
 * cannot.
 */
function mayBeInFrontmatter({ text, frontmatter, bodyStart }: SkillDocument, { start }: Edit): boolean {
  if (frontmatter.kind === 'none') return text.startsWith('---', bodyStart) || start < bodyStart + 8;
  return frontmatter.kind !== 'valid' || start <= bodyStart;
}

type PlacedContent = Pick<SkillDocument, 'references' | 'mentions' | 'anchors'>;

/** Combines the new middle part of a document with its unchanged head and tail. */
function combineContent(
  before: SkillDocument,
  middle: PlacedContent,
  { head, tail }: { readonly head: Counts; readonly tail: Counts },
  { shift }: Edit,
): PlacedContent {
  const splice = <T>(
    all: readonly T[],
    inserted: readonly T[],
    of: keyof PlacedContent,
    move: (one: T) => T,
  ): readonly T[] => {
    const last = all.slice(all.length - tail[of]);
    return [...all.slice(0, head[of]), ...inserted, ...(shift === 0 ? last : last.map(move))];
  };
  return {
    references: splice(before.references, middle.references, 'references', (one) => shiftReference(one, shift)),
    mentions: splice(before.mentions, middle.mentions, 'mentions', (one) => shiftItem(one, shift)),
    anchors: splice(before.anchors, middle.anchors, 'anchors', (one) => shiftItem(one, shift)),
  };
}

/** Moves the content of sections to its position in the document. */
function contentOf(parts: readonly Part[]): PlacedContent {
  return {
    references: parts.flatMap(({ start, content }) => content.references.map((one) => shiftReference(one, start))),
    mentions: parts.flatMap(({ start, content }) => content.mentions.map((one) => shiftItem(one, start))),
    anchors: parts.flatMap(({ start, content }) => content.anchors.map((one) => shiftItem(one, start))),
  };
}

/** Returns the headings of all sections with their anchors, numbered if several headings have the same text. */
function numberHeadings(parts: readonly Part[]): readonly Heading[] {
  const slug = slugNumberer();
  return parts.flatMap(({ start, content }) =>
    content.headings.map((heading) => ({
      ...heading,
      slug: slug(baseSlug(heading)),
      range: shiftRange(heading.range, start),
    })),
  );
}

const slugs = new WeakMap<object, string>();

/** Returns the unnumbered anchor of a heading, cached since most sections do not change. */
function baseSlug(heading: SectionContent['headings'][number]): string {
  const known = slugs.get(heading) ?? slugOf(heading.text);
  slugs.set(heading, known);
  return known;
}

function countsOf(parts: readonly Part[]): Counts {
  const counts = { headings: 0, references: 0, mentions: 0, anchors: 0 };
  for (const { content } of parts) {
    counts.headings += content.headings.length;
    counts.references += content.references.length;
    counts.mentions += content.mentions.length;
    counts.anchors += content.anchors.length;
  }
  return counts;
}

function readPart(text: string, section: Section): Part {
  const source = text.slice(section.start, section.end);
  const content = parsedSections.get(source) ?? readSection(copyOf(source), section);
  return { start: section.start, end: section.end, blocks: section.blocks.length, content, key: content };
}

const readSection = (source: string, section: Section): CachedContent =>
  parsedSections.put(source, { ...collectSection(source, localSection(section)), answers: [] });

/** Clears all caches, for tests and benchmarks. */
export function clearDocumentCache(): void {
  parsedSections.clear();
  clearBlockCache();
}

const shiftRange = (range: Range, by: number): Range => ({ start: range.start + by, end: range.end + by });

const shiftItem = <T extends { readonly range: Range }>(one: T, by: number): T => ({
  ...one,
  range: shiftRange(one.range, by),
});

function shiftReference<T extends { readonly range: Range; anchor?: { readonly range: Range } }>(
  one: T,
  by: number,
): T {
  const shifted = shiftItem(one, by);
  if (one.anchor) shifted.anchor = shiftItem(one.anchor, by);
  return shifted;
}

/** Converts a section to offsets into its own text. */
export function localSection(section: Section): Section {
  const by = -section.start;
  return {
    ...shiftRange(section, by),
    blocks: section.blocks.map((block) => ({ ...block, ...shiftRange(block, by) })),
    fences: section.fences.map((fence) => ({
      ...fence,
      ...shiftRange(fence, by),
      content: shiftRange(fence.content, by),
    })),
  };
}
