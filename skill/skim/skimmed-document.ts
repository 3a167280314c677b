/**
 * A document that is parsed only where a finding is possible. The words around a path may excuse it or add to it, but a
 * path that exists needs no excuse. Therefore blocks are skipped if all their paths lead to bundled files and their
 * prose cannot make a model guess. The full document is parsed on demand.
 */
import { ANCHOR_LINK, collectSection, type SectionContent } from '../documents/collect.ts';
import { localSection, readDocument } from '../documents/document.ts';
import { isForCopying, isForOthers } from '../files/audience.ts';
import { dirname, join, within } from '../files/paths.ts';
import { readFrontmatter } from '../markdown/frontmatter.ts';
import { splitFrontmatter } from '../markdown/frontmatter-lines.ts';
import { type Block, type Section, splitSections } from '../markdown/sections.ts';
import type { Anchor, Bundle, Frontmatter, Heading, Mention, Reference, SkillDocument } from '../model/model.ts';
import { mayBePresented, mayNameSkill } from '../resolution/irrelevant-paths.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { rangeAt } from '../text/lines.ts';
import { slugger } from '../text/slugs.ts';
import { blocksWithMentions } from './mention-blocks.ts';
import { givesLocation, type Relevance, relevanceJudge } from './relevance.ts';
import { isCutPrefix, mayHaveTree, type Site, sitesIn, treeBlocks } from './sites.ts';
import { blockAt, byBlock, elementsInside, shiftItem, shiftReference } from './skim-parts.ts';

/** The parts of a document that may lead to a finding. */
export interface Notable {
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
}

/** Maximum distance of a file name below the name of its folder, in UTF-16 units; more than in `folder-mentions.ts`. */
const REACH = 4_200;

export class SkimmedDocument implements SkillDocument {
  readonly path: string;
  readonly text: string;
  readonly bodyStart: number;
  #full: SkillDocument | undefined;
  #frontmatter: Frontmatter | undefined;
  #sections: readonly Section[] | undefined;
  #sites: readonly Site[] | undefined;
  #treeBlocks: readonly Block[] | undefined;
  readonly #referencesByBlock = new Map<Block, readonly Reference[]>();
  #headings: readonly Heading[] | undefined;
  #anchors: readonly Anchor[] | undefined;
  #plainTargets: { readonly bundle: Bundle; readonly files: ReadonlySet<string> } | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.bodyStart = splitFrontmatter(text).bodyStart;
  }

  get frontmatter(): Frontmatter {
    this.#frontmatter ??= readFrontmatter(this.text).frontmatter;
    return this.#frontmatter;
  }

  get references(): readonly Reference[] {
    return this.#all.references;
  }

  get mentions(): readonly Mention[] {
    return this.#all.mentions;
  }

  /** Parses only blocks that are or may be headings, unless the full document has been parsed. */
  get headings(): readonly Heading[] {
    if (this.#full) return this.#full.headings;
    const slug = slugger();
    this.#headings ??= this.#collect((source) => MAY_HEAD.test(source)).flatMap(({ content, by }) =>
      content.headings.map(({ depth, text, range }) => {
        return { depth, text, slug: slug(text), range: { start: range.start + by, end: range.end + by } };
      }),
    );
    return this.#headings;
  }

  /** Parses only blocks with links to anchors, unless the full document has been parsed. */
  get anchors(): readonly Anchor[] {
    if (this.#full) return this.#full.anchors;
    if (!ANCHOR_LINK.test(this.text)) return [];
    this.#anchors ??= this.#collect((source) => ANCHOR_LINK.test(source)).flatMap(({ content, by }) =>
      content.anchors.map((anchor) => shiftItem(anchor, by)),
    );
    return this.#anchors;
  }

  notable(context: ResolveContext, deep?: () => ReadonlyMap<string, string>): Notable {
    const { skill } = context;
    const inner = within(skill.root, this.path) ?? '';
    const isManifest = this.path === skill.manifest.path;
    const judge = relevanceJudge(context, dirname(inner), isManifest);
    // Files to be copied and files for people do not lead a model to further files.
    const sends = !isManifest && !isForCopying(inner) && !isForOthers(inner);
    const isFirst = (file: string): boolean => sends && (deep === undefined || deep().get(file) === this.path);
    const isNotable = (verdict: Relevance, { start, end }: Site): boolean =>
      verdict.isRelevant ||
      (verdict.deep !== undefined && isFirst(verdict.deep)) ||
      (verdict.bare !== undefined && !isLocationGiven(verdict.bare)) ||
      (verdict.onlyIfNamed && mayNameSkill(this.text, start, end, skill)) ||
      (verdict.onlyIfPresented && mayBePresented(this.text, start));
    const locationsGiven = new Map<string, boolean>();
    const isLocationGiven = (file: string): boolean => {
      const known = locationsGiven.get(file) ?? givesLocation(this, file);
      locationsGiven.set(file, known);
      return known;
    };
    const notable = new Set<Block>();
    const fullSections = new Set<Section>();
    let folder = Number.NEGATIVE_INFINITY;
    for (const site of this.#words()) {
      const verdict = judge(site.readings);
      if (site.open || isCutPrefix(site.word) || isNotable(verdict, site)) this.#addBlockAt(site.start, notable);
      if (verdict.governs) folder = site.start;
      if (verdict.isName && site.start - folder < REACH) {
        const section = this.#sectionAt(site.start);
        if (section) fullSections.add(section);
      }
    }
    for (const block of this.#trees()) notable.add(block);
    for (const block of blocksWithMentions(this, skill, () => this.#parts)) notable.add(block);
    const references: Reference[] = [];
    const mentions: Mention[] = [];
    for (const section of notable.size + fullSections.size > 0 ? this.#parts : []) {
      const blocks = fullSections.has(section) ? section.blocks : section.blocks.filter((block) => notable.has(block));
      if (blocks.length === 0) continue;
      const content = this.#read(section, blocks, true);
      const found = content.references.map((reference) => shiftReference(reference, section.start));
      for (const [block, inside] of byBlock(blocks, found)) this.#referencesByBlock.set(block, inside);
      for (const reference of found) references.push(reference);
      for (const mention of content.mentions) mentions.push(shiftItem(mention, section.start));
    }
    return { references, mentions };
  }

  *referencesWhere(accepts: (path: string) => boolean): Iterable<Reference> {
    if (this.#full) return yield* this.#full.referencesWhere(accepts);
    const read = new Set<Block>();
    for (const stop of this.#stops()) {
      if (
        'readings' in stop &&
        !stop.open &&
        !isCutPrefix(stop.word) &&
        !stop.readings.some(({ path }) => accepts(path))
      )
        continue;
      const section = this.#sectionAt(stop.start);
      const block = section && blockAt(section, stop.start);
      if (!block || read.has(block)) continue;
      read.add(block);
      for (const reference of this.#referencesOf(section, block)) if (accepts(reference.path)) yield reference;
    }
  }

  treeReferences(): readonly Reference[] {
    if (this.#full) return this.#full.treeReferences();
    return this.#trees().flatMap((block) => {
      const section = this.#sectionAt(block.start);
      return section ? this.#referencesOf(section, block).filter(({ form }) => form === 'tree') : [];
    });
  }

  plainTargets(root: string, bundle: Bundle): ReadonlySet<string> {
    if (this.#plainTargets?.bundle === bundle) return this.#plainTargets.files;
    const folder = within(root, dirname(this.path)) ?? '';
    const files = new Set<string>();
    for (const { word, readings } of this.#words()) {
      for (const { path } of readings) {
        for (const candidate of [join(folder, path), path]) {
          // The last two parts in the text are enough, whatever the word is part of.
          if (bundle.files.has(candidate) && word.includes(candidate.split('/').slice(-2).join('/')))
            files.add(candidate);
        }
      }
    }
    this.#plainTargets = { bundle, files };
    return files;
  }

  get #all(): SkillDocument {
    this.#full ??= readDocument(this.path, this.text);
    return this.#full;
  }

  get #parts(): readonly Section[] {
    this.#sections ??= splitSections(this.text, this.bodyStart);
    return this.#sections;
  }

  #words(): readonly Site[] {
    this.#sites ??= sitesIn(this.text, this.bodyStart);
    return this.#sites;
  }

  /** The words that may be paths and the blocks with a tree, in order. */
  #stops(): readonly (Site | Block)[] {
    const sites = this.#words();
    const trees = this.#trees();
    return trees.length === 0 ? sites : [...sites, ...trees].sort((a, b) => a.start - b.start);
  }

  #trees(): readonly Block[] {
    this.#treeBlocks ??= mayHaveTree(this.text) ? treeBlocks(this.text, this.#parts) : [];
    return this.#treeBlocks;
  }

  #collect(
    isNeeded: (source: string) => boolean,
  ): readonly { readonly content: SectionContent; readonly by: number }[] {
    return this.#parts.flatMap((section) => {
      const blocks = section.blocks.filter((one) => !one.onlyFence && isNeeded(this.text.slice(one.start, one.end)));
      return blocks.length === 0 ? [] : [{ content: this.#read(section, blocks, false), by: section.start }];
    });
  }

  #read(section: Section, blocks: readonly Block[], withMentions: boolean): SectionContent {
    const fences = blocks.flatMap((block) => elementsInside(section.fences, block));
    return collectSection(
      this.text.slice(section.start, section.end),
      localSection({ ...section, blocks, fences }),
      withMentions,
    );
  }

  /** Returns the references of one block, cached, since several rules need them. */
  #referencesOf(section: Section, block: Block): readonly Reference[] {
    const known = this.#referencesByBlock.get(block);
    if (known !== undefined) return known;
    const { references } = this.#read(section, [block], false);
    const moved = references.map((reference) => shiftReference(reference, section.start));
    this.#referencesByBlock.set(block, moved);
    return moved;
  }

  #sectionAt(at: number): Section | undefined {
    return rangeAt(this.#parts, at);
  }

  #addBlockAt(at: number, notable: Set<Block>): void {
    const section = this.#sectionAt(at);
    const block = section && blockAt(section, at);
    if (block) notable.add(block);
  }
}

/**
 * A line that is or underlines a heading, in any list or quote. Bounded, or a line of dashes would be tried repeatedly.
 */
const MAY_HEAD = /(?:^|[\r\n])[ \t>*+\-\d.)]{0,200}(?:#{1,6}(?:[ \t\r\n]|$)|(?:=+|-+)[ \t]*(?:[\r\n]|$))/;
