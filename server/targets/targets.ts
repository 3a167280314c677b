import {
  anchorTarget,
  type Frontmatter,
  type Heading,
  headingFor,
  isMarkdown,
  join,
  MANIFESTS,
  type Range,
  type Skill,
  type SkillDocument,
  within,
} from '../../skill/index.ts';
import { Lines, type Position } from '../workspace/lines.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentLeads } from './agent-files.ts';
import { candidates, isAnchored } from './candidates.ts';
import { leadsOf } from './leads.ts';
import { outsideLeads } from './outside-paths.ts';
import type { Lead, Subject, Wanted } from './target.ts';

/** Skills whose texts stay in memory after a question, beside those that somebody edits. */
const MOST_AWAKE = 100;

interface Kept {
  readonly skill: Skill;
  readonly generation: number;
  readonly leads: readonly Lead[];
}

/**
 * What leads where in a workspace, in both directions: from a place of a document to what it means (`at`, `of`), and from a
 * file, folder, heading or skill to every place that leads there (`leadsTo`). Hover, definition, references, highlights and
 * rename ask it alone.
 *
 * Every form counts: links, images, definitions, code spans, commands and trees in fences, bare prose, the frontmatter,
 * `@imports`, mentions (words without a path) and names of skills; `LeadForm` and `LeadKind` in `target.ts` have them all.
 * To write a path anew, replace exactly `lead.range`; `lead.base` and `lead.from` say what it is relative to, and the signs
 * around it in the text how it is quoted. A rename leaves leads of the kinds `guess` and `missing` alone.
 *
 * Answers always hold for the texts as they are now. What a document leads to is kept until its text, its skill, or files
 * anywhere change; `leadsTo` parses only documents whose words may lead to the target (`candidates.ts`).
 */
export class Targets {
  readonly #workspace: Workspace;
  readonly #isEdited: (root: string) => boolean;
  readonly #kept = new WeakMap<SkillDocument, Kept>();
  readonly #lines = new WeakMap<SkillDocument, Lines>();
  /** Folders of the skills that were read for an answer, the latest last. */
  readonly #awake = new Set<string>();

  /** `isEdited`: whether somebody has a document of the skill of this folder open; its texts are not given back. */
  constructor(workspace: Workspace, isEdited: (root: string) => boolean = () => true) {
    this.#workspace = workspace;
    this.#isEdited = isEdited;
  }

  /** All leads of a document in order; none where it is not part of a skill, or cannot be read. */
  of(path: string): readonly Lead[] {
    const entry = this.#workspace.skillOf(path);
    if (!entry?.has(path)) return [];
    const document = entry.document(path);
    const context = this.#workspace.contextOf(entry);
    if ('unreadable' in document || context === undefined) return [];
    const { generation } = this.#workspace;
    const kept = this.#kept.get(document);
    if (kept?.skill === context.skill && kept.generation === generation) return kept.leads;
    const analysis = this.#workspace.analysis(path);
    const leads = analysis ? leadsOf(document, analysis, context) : [];
    this.#kept.set(document, { skill: context.skill, generation, leads });
    return leads;
  }

  /** What stands at an offset (UTF-16 units) of a document, either end of a word included. */
  at(path: string, offset: number): Subject | undefined {
    const has = ({ start, end }: Range): boolean => start <= offset && offset <= end;
    const leads = this.of(path);
    // A path within words that mention a thing says more than they do.
    const lead =
      leads.find(({ form, range }) => form !== 'mention' && has(range) && range.start < range.end) ??
      leads.find(({ fragment }) => fragment && has(fragment.range)) ??
      leads.find(({ range }) => has(range) && range.start < range.end);
    if (lead)
      return {
        kind: 'lead',
        lead: this.#withHeading(lead),
        on: lead.fragment && has(lead.fragment.range) ? 'fragment' : 'path',
      };
    const document = this.#document(path);
    const heading = document?.headings.find(({ range }) => has(range));
    if (heading) return { kind: 'heading', heading };
    const name = document && this.#workspace.skillOf(path)?.manifest === path ? nameRange(document) : undefined;
    return name && has(name) ? { kind: 'skill-name', range: name } : undefined;
  }

  /**
   * Every place of every document of every skill that leads to what is wanted, by document and place. Includes guesses. Of a
   * skill also the places of its name in its own documents. Behind them those in files outside of skills (`agent-files.ts`,
   * `outside-paths.ts`).
   */
  leadsTo(wanted: Wanted): readonly Lead[] {
    const found: Lead[] = [];
    for (const path of candidates(this.#workspace, wanted)) {
      for (const lead of this.leadsIn(path, wanted)) found.push(lead);
      this.#touch(path);
    }
    this.#rest();
    if (wanted.kind === 'skill') found.push(...agentLeads(this.#workspace, wanted.path));
    const isInSkill = wanted.kind === 'file' || wanted.kind === 'folder' || wanted.kind === 'skill';
    if (isInSkill) found.push(...outsideLeads(this.#workspace, wanted).filter((lead) => isWanted(lead, wanted)));
    return found;
  }

  /** The places of one document that lead to what is wanted. */
  leadsIn(path: string, wanted: Wanted): readonly Lead[] {
    return this.of(path)
      .map((lead) => (wanted.kind === 'heading' || wanted.kind === 'headings' ? this.#withHeading(lead) : lead))
      .filter((lead) => isWanted(lead, wanted));
  }

  /** Where `#name` leads to in a document of a skill: a heading, or an element with this `id`. */
  anchor(path: string, name: string): Range | undefined {
    const document = isMarkdown(path) ? this.#document(path) : undefined;
    return document && anchorTarget(document, name);
  }

  /** The heading of a document with this anchor. */
  heading(path: string, slug: string): Heading | undefined {
    return this.#document(path)?.headings.find((heading) => heading.slug === slug);
  }

  /** The frontmatter of a document of a skill. */
  frontmatter(path: string): Frontmatter | undefined {
    return this.#document(path)?.frontmatter;
  }

  /** The value of `name` in the frontmatter of a SKILL.md, without quotes. */
  nameOf(manifest: string): Range | undefined {
    const document = this.#document(manifest);
    return document && nameRange(document);
  }

  /** The text of a skill's document, or of a file that names skills, as it is now; undefined where it cannot be read. */
  text(path: string): string | undefined {
    return this.#document(path)?.text ?? this.#workspace.text(path);
  }

  /** The offset of a place in a document of a skill; undefined in any other file. */
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

  /** A lead whose fragment has the heading that it leads to, as the target's text is now. */
  #withHeading(lead: Lead): Lead {
    const { fragment, targets, form } = lead;
    const [target] = targets;
    if (!fragment || form === 'anchor' || target?.kind !== 'file' || !isMarkdown(target.path)) return lead;
    const document = this.#document(target.path);
    const heading = document && headingFor(document, fragment.name);
    return heading ? { ...lead, fragment: { ...fragment, heading } } : lead;
  }

  #document(path: string): SkillDocument | undefined {
    const entry = this.#workspace.skillOf(path);
    const document = entry?.has(path) ? entry.document(path) : undefined;
    return document === undefined || 'unreadable' in document ? undefined : document;
  }

  /** Notes that a document was read for an answer. */
  #touch(path: string): void {
    const root = this.#workspace.skillOf(path)?.root;
    if (root === undefined) return;
    this.#awake.delete(root);
    this.#awake.add(root);
  }

  /** Gives back the texts of skills that were read long ago and that nobody edits. */
  #rest(): void {
    for (const root of this.#awake) {
      if (this.#awake.size <= MOST_AWAKE) return;
      this.#awake.delete(root);
      if (!this.#isEdited(root)) this.#workspace.skillAt(root)?.rest();
    }
  }
}

function isWanted({ form, fragment, targets }: Lead, wanted: Wanted): boolean {
  const { kind, path } = wanted;
  if (kind === 'heading') return fragment?.heading?.slug === wanted.slug && targets[0]?.path === path;
  if (kind === 'headings') return fragment?.heading !== undefined && targets[0]?.path === path;
  if (form === 'anchor' || (isAnchored(wanted) && fragment === undefined)) return false;
  return targets.some((target) => {
    switch (kind) {
      case 'skill':
        return (
          target.path === path || (target.kind === 'file' && MANIFESTS.some((name) => target.path === join(path, name)))
        );
      case 'folder':
        if (target.kind === 'folder' && target.path === path) return true;
        return wanted.inside === true && target.kind !== 'missing' && within(path, target.path) !== undefined;
      default:
        return target.kind === kind && target.path === path;
    }
  });
}

/** The value of `name` in the frontmatter, without quotes. */
function nameRange({ frontmatter, text }: SkillDocument): Range | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const range = frontmatter.fields.find(({ key }) => key === 'name')?.valueRange;
  if (range === undefined) return undefined;
  const quoted = /^(["']).*\1$/s.test(text.slice(range.start, range.end)) ? 1 : 0;
  return { start: range.start + quoted, end: range.end - quoted };
}
