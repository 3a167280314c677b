/**
 * A document of which only those blocks are read that may hold a finding. Words around a path excuse it or make it more
 * than it is, but a path that is there needs no excuse: so blocks all of whose paths lead to bundled files, and whose
 * prose names no file that nobody else names, are left alone. The full document is read when anyone asks for it.
 */
import { ANCHOR_LINK, collectSection, SETEXT, type SectionContent } from './collect.ts';
import { localSection, readDocument } from './document.ts';
import { readFrontmatter, splitFrontmatter } from './frontmatter.ts';
import { leadsOf } from './leads.ts';
import { findMentions } from './mentions.ts';
import type { Anchor, Bundle, Frontmatter, Heading, Mention, Reference, Skill, SkillDocument } from './model.ts';
import { eachPathWord, type PathWord } from './path-words.ts';
import { basename, dirname, extension, join, within } from './paths.ts';
import { provokes } from './provokes.ts';
import { type Reading, readingsOf } from './readings.ts';
import { type ResolveContext, resolve } from './resolve.ts';
import { type Block, type Section, splitSections } from './sections.ts';
import { slugger } from './slugs.ts';
import { BUNDLE_FOLDERS } from './target.ts';
import { isTree } from './trees.ts';

/** What may lead to a finding. */
export interface Notable {
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
}

/** What a word is to a document in a folder of a skill. */
const NOTHING = 0;
const NOTABLE = 1;
/** A file name that no bundled file has: under the name of a folder it makes a model guess. */
const NAME = 2;
/** The name of a folder that governs what is listed under it. */
const GOVERNS = 4;

/** How far below the name of a folder a file name is taken to be in it: more than `folder-mentions.ts` has. */
const REACH = 4_200;

interface Site extends PathWord {
  readonly word: string;
  readonly readings: readonly Reading[];
}

export class SkimmedDocument implements SkillDocument {
  readonly path: string;
  readonly text: string;
  readonly bodyStart: number;
  #full: SkillDocument | undefined;
  #frontmatter: Frontmatter | undefined;
  #sections: readonly Section[] | undefined;
  #sites: readonly Site[] | undefined;
  #headings: readonly Heading[] | undefined;
  #anchors: readonly Anchor[] | undefined;
  #plainly: { readonly bundle: Bundle; readonly files: ReadonlySet<string> } | undefined;

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

  /** Read without the rest: only blocks that are or may be headings. */
  get headings(): readonly Heading[] {
    if (this.#full) return this.#full.headings;
    const slug = slugger();
    this.#headings ??= this.#collect((source) => source.includes('#') || SETEXT.test(source)).flatMap(
      ({ content, by }) =>
        content.headings.map(({ depth, text, range }) => {
          return { depth, text, slug: slug(text), range: { start: range.start + by, end: range.end + by } };
        }),
    );
    return this.#headings;
  }

  /** Read without the rest: only blocks that have one. */
  get anchors(): readonly Anchor[] {
    if (this.#full) return this.#full.anchors;
    if (!ANCHOR_LINK.test(this.text)) return [];
    this.#anchors ??= this.#collect((source) => ANCHOR_LINK.test(source)).flatMap(({ content, by }) =>
      content.anchors.map((anchor) => moved(anchor, by)),
    );
    return this.#anchors;
  }

  /** The references and mentions that a rule may have something to say about, and some more. */
  notable(context: ResolveContext): Notable {
    const { skill } = context;
    const judge = judgeOf(context, within(skill.root, dirname(this.path)) ?? '', this.path === skill.manifest.path);
    const wanted = new Set<Block>();
    const whole = new Set<Section>();
    let folder = Number.NEGATIVE_INFINITY;
    for (const site of this.#words()) {
      const verdict = site.open ? NOTABLE : judge(site, this);
      if (verdict & NOTABLE) this.#want(site.start, wanted);
      if (verdict & GOVERNS) folder = site.start;
      if (verdict & NAME && site.start - folder < REACH) {
        const section = this.#sectionAt(site.start);
        if (section) whole.add(section);
      }
    }
    for (const block of this.#trees()) wanted.add(block);
    for (const block of this.#prompting(skill)) wanted.add(block);
    const references: Reference[] = [];
    const mentions: Mention[] = [];
    for (const section of wanted.size + whole.size > 0 ? this.#parts : []) {
      const blocks = whole.has(section) ? section.blocks : section.blocks.filter((block) => wanted.has(block));
      if (blocks.length === 0) continue;
      const content = this.#read(section, blocks, true);
      for (const reference of content.references) references.push(movedReference(reference, section.start));
      for (const mention of content.mentions) mentions.push(moved(mention, section.start));
    }
    return { references, mentions };
  }

  *where(may: (path: string) => boolean): Iterable<Reference> {
    if (this.#full) {
      yield* this.#full.references;
      return;
    }
    const read = new Set<Block>();
    const trees = this.#trees();
    const stops: { readonly start: number; readonly site?: Site }[] = this.#words().map((site) => ({
      start: site.start,
      site,
    }));
    if (trees.length > 0) {
      stops.push(...trees.map(({ start }) => ({ start })));
      stops.sort((a, b) => a.start - b.start);
    }
    for (const { start, site } of stops) {
      if (site && !site.open && !isCut(site.word) && !site.readings.some(({ path }) => may(path))) continue;
      const section = this.#sectionAt(start);
      const block = section && blockAt(section, start);
      if (!block || read.has(block)) continue;
      read.add(block);
      for (const reference of this.#read(section, [block], false).references)
        yield movedReference(reference, section.start);
    }
  }

  plainly(root: string, bundle: Bundle): ReadonlySet<string> {
    if (this.#plainly?.bundle === bundle) return this.#plainly.files;
    const folder = within(root, dirname(this.path)) ?? '';
    const files = new Set<string>();
    for (const { word, readings } of this.#words()) {
      for (const { path } of readings) {
        for (const place of [join(folder, path), path]) {
          // The end of it in the text is enough to lead there, whatever the word is part of.
          if (bundle.files.has(place) && word.includes(place.split('/').slice(-2).join('/'))) files.add(place);
        }
      }
    }
    this.#plainly = { bundle, files };
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

  /** The words that may be paths, without those that are none anywhere. */
  #words(): readonly Site[] {
    if (this.#sites) return this.#sites;
    const sites: Site[] = [];
    eachPathWord(this.text, this.bodyStart, (place) => {
      const word = this.text.slice(place.start, place.end);
      const readings = place.open ? [] : readingsOf(word, place.simple, place.linked);
      if (place.open || readings.length > 0 || isCut(word)) sites.push({ ...place, word, readings });
    });
    this.#sites = sites;
    return sites;
  }

  /** Blocks with a directory tree, whose paths are put together of several lines. */
  #trees(): readonly Block[] {
    if (!/```|~~~/.test(this.text) || !MAY_BRANCH.test(this.text)) return [];
    return this.#parts.flatMap(({ fences, blocks }) =>
      fences
        .filter(({ content }) => isTree(this.text.slice(content.start, content.end)))
        .flatMap((fence) => blocks.filter(({ start, end }) => start <= fence.start && fence.end <= end)),
    );
  }

  /** Blocks whose prose may make a model guess. */
  *#prompting(skill: Skill): Iterable<Block> {
    const promises = isBare(skill.bundle);
    const reduced = withUnnamed(skill);
    if (promises ? !/\bthis skill\b/i.test(this.text) : reduced === undefined) return;
    for (const { blocks } of this.#parts) {
      for (const block of blocks) {
        if (block.onlyFence) continue;
        const source = this.text.slice(block.start, block.end);
        // Mark-up that is no prose may stand between two words.
        const texts = source.includes('<')
          ? [source, source.replace(/<[^>]*>/g, (tag) => ' '.repeat(tag.length))]
          : [source];
        const guesses =
          reduced !== undefined &&
          texts
            .flatMap((text) => findMentions(text, 0, []))
            .some(({ passing: _, ...mention }) => provokes(mention, reduced, this).kind !== 'silent');
        if (guesses || (promises && /\bthis skill\b/i.test(source))) yield block;
      }
    }
  }

  #collect(wants: (source: string) => boolean): readonly { readonly content: SectionContent; readonly by: number }[] {
    return this.#parts.flatMap((section) => {
      const blocks = section.blocks.filter((one) => !one.onlyFence && wants(this.text.slice(one.start, one.end)));
      return blocks.length === 0 ? [] : [{ content: this.#read(section, blocks, false), by: section.start }];
    });
  }

  #read(section: Section, blocks: readonly Block[], mentioned: boolean): SectionContent {
    const fences = section.fences.filter((one) =>
      blocks.some(({ start, end }) => start <= one.start && one.end <= end),
    );
    return collectSection(
      this.text.slice(section.start, section.end),
      localSection({ ...section, blocks, fences }),
      mentioned,
    );
  }

  #sectionAt(at: number): Section | undefined {
    return holding(this.#parts, at);
  }

  #want(at: number, wanted: Set<Block>): void {
    const section = this.#sectionAt(at);
    const block = section && blockAt(section, at);
    if (block) wanted.add(block);
  }
}

const blockAt = (section: Section, at: number): Block | undefined => holding(section.blocks, at);

/** The one of several in order that holds a place. */
function holding<T extends { readonly start: number; readonly end: number }>(
  all: readonly T[],
  at: number,
): T | undefined {
  let low = 0;
  let high = all.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one === undefined || at < one.start) high = middle - 1;
    else if (at >= one.end) low = middle + 1;
    else return one;
  }
  return undefined;
}

/** A prefix for the skill's folder with spaces in it: `<path to skill>/x.md`. */
const isCut = (word: string): boolean => word.includes('>/') && !word.includes('<');

const judges = new WeakMap<Skill, Map<string, (site: Site, document: SkillDocument) => number>>();

/** Answers what a word is to the documents of one folder; the same word is judged once. */
function judgeOf(context: ResolveContext, folder: string, isManifest: boolean) {
  const ofSkill = judges.get(context.skill) ?? new Map<string, (site: Site, document: SkillDocument) => number>();
  judges.set(context.skill, ofSkill);
  const key = `${isManifest} ${folder}`;
  const known = ofSkill.get(key);
  if (known) return known;
  const verdicts = new Map<readonly Reading[], number>();
  const judge = (site: Site, document: SkillDocument): number => {
    const before = verdicts.get(site.readings);
    if (before !== undefined) return before;
    let verdict = isCut(site.word) ? NOTABLE : NOTHING;
    for (const reading of site.readings) verdict |= judgeReading(reading, folder, isManifest, document, context);
    verdicts.set(site.readings, verdict);
    return verdict;
  };
  ofSkill.set(key, judge);
  return judge;
}

function judgeReading(
  { path, base, anchor, excuse, target, linked }: Reading,
  folder: string,
  isManifest: boolean,
  document: SkillDocument,
  context: ResolveContext,
): number {
  const { skill, skills } = context;
  const { files, folders } = skill.bundle;
  if (excuse === 'pseudo-link' || excuse === 'glob') return NOTHING;
  if (base.kind === 'plugin' || anchor) return NOTABLE;
  const clean = path.replace(/\/$/, '');
  const governs = path.endsWith('/') && BUNDLE_FOLDERS.has(clean) ? GOVERNS : NOTHING;
  const places = base.kind === 'skill' ? [join(clean)] : [join(folder, clean), join(clean)];
  const found = places.find((place) => place === '' || files.has(place) || folders.has(place));
  if (found !== undefined) {
    if (path.endsWith('/')) {
      const mention: Mention = {
        kind: 'mention',
        what: 'folder',
        range: NOWHERE,
        text: '',
        folder: clean,
        guesses: ['\0'],
      };
      return governs | (provokes(mention, skill, document).kind === 'silent' ? NOTHING : NOTABLE);
    }
    const deep = !isManifest && files.has(found) && MARKDOWN.has(extension(found)) && !isNear(found, skill);
    return deep ? NOTABLE : NOTHING;
  }
  if (path.includes('/')) return governs | NOTABLE;
  const lower = path.toLowerCase();
  const name = namesOf(skill.bundle).has(lower) ? NOTHING : NAME;
  if (linked || skills.rootNames().has(lower)) return NOTABLE | name;
  const reference: Reference = { kind: 'reference', form: 'fence', range: NOWHERE, target, path, base };
  const { kind } = resolve(reference, document, context);
  return name | (kind === 'ignored' || kind === 'found' ? NOTHING : NOTABLE);
}

/** Whether SKILL.md itself leads to a file. Most often by a plain path, so that nothing else need be read. */
const isNear = (file: string, { manifest, root, bundle }: Skill): boolean =>
  manifest.plainly?.(root, bundle).has(file) || leadsOf(manifest, root, bundle).has(file);

/** What a drawing of a tree has, wherever it stands in a text: quick, and of the same signs as `isTree`. */
const MAY_BRANCH = /[├└│]|\n[ \t]*(?:\|--|\+--|`--)/;

const NOWHERE = { start: 0, end: 0 };
const MARKDOWN: ReadonlySet<string> = new Set(['.md', '.mdx', '.markdown']);

const names = new WeakMap<Bundle, ReadonlySet<string>>();

/** The names of all bundled files, in lower case. */
function namesOf(bundle: Bundle): ReadonlySet<string> {
  const known = names.get(bundle) ?? new Set([...bundle.files].map((file) => basename(file).toLowerCase()));
  names.set(bundle, known);
  return known;
}

/** Whether no file lies in a folder of the skill. */
const isBare = (bundle: Bundle): boolean => ![...bundle.files].some((file) => file.includes('/'));

const reductions = new WeakMap<Skill, Skill | undefined>();

/**
 * The skill with those files alone that lie in a folder and whose name does not stand in SKILL.md: prose that makes a model
 * guess can mean no other. Undefined where there is none.
 */
function withUnnamed(skill: Skill): Skill | undefined {
  if (reductions.has(skill)) return reductions.get(skill);
  const { text } = skill.manifest;
  const files = [...skill.bundle.files].filter((file) => file.includes('/') && !text.includes(basename(file)));
  const reduced = files.length === 0 ? undefined : { ...skill, bundle: { ...skill.bundle, files: new Set(files) } };
  reductions.set(skill, reduced);
  return reduced;
}

const moved = <T extends { readonly range: { readonly start: number; readonly end: number } }>(
  one: T,
  by: number,
): T => ({
  ...one,
  range: { start: one.range.start + by, end: one.range.end + by },
});

function movedReference(reference: Reference, by: number): Reference {
  const { anchor } = reference;
  return { ...moved(reference, by), ...(anchor ? { anchor: moved(anchor, by) } : {}) };
}
