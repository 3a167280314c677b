import {
  anchorTarget,
  type Frontmatter,
  type Heading,
  headingFor,
  isMarkdown,
  join,
  MANIFESTS,
  type Range,
  type ResolveContext,
  type Skill,
  type SkillDocument,
  within,
} from '../../skill/index.ts';
import { Lines, type Position } from '../workspace/lines.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentOccurrences } from './agent-files.ts';
import { candidates, isAnchored } from './candidates.ts';
import { occurrencesInDocument } from './occurrences.ts';
import { outsideOccurrences } from './outside-paths.ts';
import type { Occurrence, Subject, TargetQuery } from './target.ts';

/** Maximum number of skills without open documents whose texts stay in memory after a query. */
const MAX_LOADED = 100;

interface CachedOccurrences {
  readonly skill: Skill;
  readonly generation: number;
  readonly occurrences: readonly Occurrence[];
}

/**
 * The index of a workspace's targets in both directions: from a range of a document to its targets (`at`, `of`), and
 * from a file, folder, heading or skill to all its occurrences (`occurrencesOf`). It is the only source for hover,
 * definition, references, highlights and rename.
 *
 * It covers links, images, definitions, code spans, commands and trees in fences, bare prose, the frontmatter,
 * `@imports`, mentions (words without a path) and names of skills; see `OccurrenceForm` and `OccurrenceKind` in
 * `target.ts`. To change a path, replace exactly `occurrence.range`; `occurrence.base` and `occurrence.from` determine
 * its base, and the surrounding characters its quoting. A rename does not change occurrences of the kinds `guess` and
 * `missing`.
 *
 * Answers always reflect the current texts. A document's occurrences are cached until its text, its skill, or files
 * anywhere change; `occurrencesOf` parses only documents whose words may reference the target (`candidates.ts`).
 */
export class Targets {
  readonly #workspace: Workspace;
  readonly #isEdited: (root: string) => boolean;
  readonly #occurrences = new WeakMap<SkillDocument, CachedOccurrences>();
  readonly #lines = new WeakMap<SkillDocument, Lines>();
  /** Folders of the skills that were read for a query, most recent last. */
  readonly #loaded = new Set<string>();

  /** @param isEdited returns true if a document of the skill in this folder is open; its texts are not released */
  constructor(workspace: Workspace, isEdited: (root: string) => boolean = () => true) {
    this.#workspace = workspace;
    this.#isEdited = isEdited;
  }

  /** Returns all occurrences in a document, in order; none if it is not a readable document of a skill, or an instruction file. */
  of(path: string): readonly Occurrence[] {
    const document = this.#document(path);
    const context = document && this.#contextOf(path);
    if (document === undefined || context === undefined) return [];
    const { generation } = this.#workspace;
    const cached = this.#occurrences.get(document);
    if (cached?.skill === context.skill && cached.generation === generation) return cached.occurrences;
    const analysis = this.#workspace.instructions(path)?.analysis ?? this.#workspace.analysis(path);
    const occurrences = analysis ? occurrencesInDocument(document, analysis, context) : [];
    this.#occurrences.set(document, { skill: context.skill, generation, occurrences });
    return occurrences;
  }

  /** Returns the subject at an offset (UTF-16 units) of a document, including both ends of a word. */
  at(path: string, offset: number): Subject | undefined {
    const has = ({ start, end }: Range): boolean => start <= offset && offset <= end;
    const occurrences = this.of(path);
    // A path within a mention takes precedence.
    const occurrence =
      occurrences.find(({ form, range }) => form !== 'mention' && has(range) && range.start < range.end) ??
      occurrences.find(({ fragment }) => fragment && has(fragment.range)) ??
      occurrences.find(({ range }) => has(range) && range.start < range.end);
    if (occurrence)
      return {
        kind: 'occurrence',
        occurrence: this.#withHeading(occurrence),
        on: occurrence.fragment && has(occurrence.fragment.range) ? 'fragment' : 'path',
      };
    const document = this.#document(path);
    const heading = document?.headings.find(({ range }) => has(range));
    if (heading) return { kind: 'heading', heading };
    const name = document && this.#workspace.skillOf(path)?.manifest === path ? nameRange(document) : undefined;
    return name && has(name) ? { kind: 'skill-name', range: name } : undefined;
  }

  /**
   * Returns all occurrences in documents of every skill, ordered by document and range, including guesses. For a skill,
   * includes its name in its own documents. Occurrences in files outside of skills follow (`agent-files.ts`,
   * `outside-paths.ts`).
   */
  occurrencesOf(query: TargetQuery): readonly Occurrence[] {
    const found: Occurrence[] = [];
    for (const path of candidates(this.#workspace, query)) {
      for (const occurrence of this.occurrencesIn(path, query)) found.push(occurrence);
      this.#markRead(path);
    }
    this.#releaseTexts();
    if (query.kind === 'skill')
      for (const occurrence of agentOccurrences(this.#workspace, query.path)) found.push(occurrence);
    const isInSkill = query.kind === 'file' || query.kind === 'folder' || query.kind === 'skill';
    if (isInSkill)
      for (const occurrence of outsideOccurrences(this.#workspace, query))
        if (matches(occurrence, query)) found.push(occurrence);
    return found;
  }

  /** Returns the occurrences in one document. */
  occurrencesIn(path: string, query: TargetQuery): readonly Occurrence[] {
    return this.of(path)
      .map((occurrence) =>
        query.kind === 'heading' || query.kind === 'headings' ? this.#withHeading(occurrence) : occurrence,
      )
      .filter((occurrence) => matches(occurrence, query));
  }

  /** Returns the range of `#name` in a document of a skill: a heading, or an element with this `id`. */
  anchor(path: string, name: string): Range | undefined {
    const document = isMarkdown(path) ? this.#document(path) : undefined;
    return document && anchorTarget(document, name);
  }

  /** Returns the heading of a document with this anchor. */
  heading(path: string, slug: string): Heading | undefined {
    return this.#document(path)?.headings.find((heading) => heading.slug === slug);
  }

  /** Returns the frontmatter of a document of a skill. */
  frontmatter(path: string): Frontmatter | undefined {
    return this.#document(path)?.frontmatter;
  }

  /** Returns the range of `name` in the frontmatter of a SKILL.md, without quotes. */
  nameOf(manifest: string): Range | undefined {
    const document = this.#document(manifest);
    return document && nameRange(document);
  }

  /** Returns the current text of a skill's document, or of a file that names skills; undefined if it cannot be read. */
  text(path: string): string | undefined {
    return this.#document(path)?.text ?? this.#workspace.text(path);
  }

  /** Returns the offset of a position in a document of a skill; undefined in any other file. */
  offset(path: string, position: Position): number | undefined {
    const document = this.#document(path);
    if (document === undefined) return undefined;
    let lines = this.#lines.get(document);
    if (lines === undefined) {
      lines = new Lines(document.text);
      this.#lines.set(document, lines);
    }
    return lines.offset(position);
  }

  /** Adds the target's current heading to an occurrence with a fragment. */
  #withHeading(occurrence: Occurrence): Occurrence {
    const { fragment, targets, form } = occurrence;
    const [target] = targets;
    if (!fragment || form === 'anchor' || target?.kind !== 'file' || !isMarkdown(target.path)) return occurrence;
    const document = this.#document(target.path);
    const heading = document && headingFor(document, fragment.name);
    return heading ? { ...occurrence, fragment: { ...fragment, heading } } : occurrence;
  }

  #document(path: string): SkillDocument | undefined {
    const entry = this.#workspace.skillOf(path);
    if (entry === undefined) return this.#workspace.instructions(path)?.document;
    const document = entry.has(path) ? entry.document(path) : undefined;
    return document === undefined || 'unreadable' in document ? undefined : document;
  }

  #contextOf(path: string): ResolveContext | undefined {
    const entry = this.#workspace.skillOf(path);
    return entry === undefined ? this.#workspace.instructions(path)?.context : this.#workspace.contextOf(entry);
  }

  /** Records that a document was read for a query. */
  #markRead(path: string): void {
    const root = this.#workspace.skillOf(path)?.root;
    if (root === undefined) return;
    this.#loaded.delete(root);
    this.#loaded.add(root);
  }

  /** Releases the texts of the least recently read skills without open documents. */
  #releaseTexts(): void {
    for (const root of this.#loaded) {
      if (this.#loaded.size <= MAX_LOADED) return;
      this.#loaded.delete(root);
      if (!this.#isEdited(root)) this.#workspace.skillAt(root)?.unload();
    }
  }
}

function matches({ form, fragment, targets }: Occurrence, query: TargetQuery): boolean {
  const { kind, path } = query;
  if (kind === 'heading') return fragment?.heading?.slug === query.slug && targets[0]?.path === path;
  if (kind === 'headings') return fragment?.heading !== undefined && targets[0]?.path === path;
  if (form === 'anchor' || (isAnchored(query) && fragment === undefined)) return false;
  return targets.some((target) => {
    switch (kind) {
      case 'skill':
        return (
          target.path === path || (target.kind === 'file' && MANIFESTS.some((name) => target.path === join(path, name)))
        );
      case 'folder':
        if (target.kind === 'folder' && target.path === path) return true;
        return query.inside === true && target.kind !== 'missing' && within(path, target.path) !== undefined;
      default:
        return target.kind === kind && target.path === path;
    }
  });
}

/** Returns the range of `name` in the frontmatter, without quotes. */
function nameRange({ frontmatter, text }: SkillDocument): Range | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const range = frontmatter.fields.find(({ key }) => key === 'name')?.valueRange;
  if (range === undefined) return undefined;
  const quoted = /^(["']).*\1$/s.test(text.slice(range.start, range.end)) ? 1 : 0;
  return { start: range.start + quoted, end: range.end - quoted };
}
