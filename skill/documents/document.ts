/** One Markdown file of a skill, read: frontmatter, headings, references and mentions with their places. */
import { forgetBlocks } from '../markdown/blocks.ts';
import { readFrontmatter } from '../markdown/frontmatter.ts';
import { type Section, splitSections } from '../markdown/sections.ts';
import type { Anchor, Heading, Mention, Range, Reference, SkillDocument } from '../model/model.ts';
import { Cache, owned } from '../text/cache.ts';
import { slugger } from '../text/slugs.ts';
import { collectSection, type SectionContent } from './collect.ts';

/** Sections read before, by their text: a keystroke reads one section anew. */
const kept = new Cache<SectionContent>(4 * 1024 * 1024);

/**
 * Reads one Markdown document. `path` is absolute, with `/`; `text` is taken as it stands, a byte order mark and CRLF
 * included, and every range is an offset into it. Never throws.
 */
export function readDocument(path: string, text: string): SkillDocument {
  const { frontmatter, bodyStart } = readFrontmatter(text);
  const headings: Heading[] = [];
  const references: Reference[] = [];
  const mentions: Mention[] = [];
  const anchors: Anchor[] = [];
  const slug = slugger();
  for (const section of splitSections(text, bodyStart)) {
    const source = text.slice(section.start, section.end);
    const content = kept.get(source) ?? readSection(owned(source), section);
    const by = section.start;
    for (const heading of content.headings) {
      headings.push({ ...heading, slug: slug(heading.text), range: moved(heading.range, by) });
    }
    for (const reference of content.references) {
      const { anchor } = reference;
      const range = moved(reference.range, by);
      references.push({
        ...reference,
        range,
        ...(anchor ? { anchor: { ...anchor, range: moved(anchor.range, by) } } : {}),
      });
    }
    for (const anchor of content.anchors) anchors.push({ ...anchor, range: moved(anchor.range, by) });
    for (const mention of content.mentions) mentions.push({ ...mention, range: moved(mention.range, by) });
  }
  return { path, text, frontmatter, bodyStart, headings, references, mentions, anchors };
}

const readSection = (source: string, section: Section): SectionContent =>
  kept.put(source, collectSection(source, localSection(section)));

/** Forgets every kept result, so that a test or a benchmark can begin afresh. */
export function forgetDocuments(): void {
  kept.clear();
  forgetBlocks();
}

const moved = (range: Range, by: number): Range => ({ start: range.start + by, end: range.end + by });

/** A section with offsets into its own text. */
export function localSection(section: Section): Section {
  const by = -section.start;
  return {
    ...moved(section, by),
    blocks: section.blocks.map((block) => ({ ...block, ...moved(block, by) })),
    fences: section.fences.map((fence) => ({ ...fence, ...moved(fence, by), content: moved(fence.content, by) })),
  };
}
