/** What stands in a document and leads somewhere, and where to. All paths are absolute, with `/`. */
import type { Anchor, Base, Heading, Range, ReferenceForm } from '../../skill/index.ts';

/** What a lead leads to. */
export type Target =
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  /** Where a path that is not there would lie: as seen from the skill, or from the document where it climbs (`../`). */
  | { readonly kind: 'missing'; readonly path: string }
  /** Another skill, by its name. `path`: its folder. */
  | { readonly kind: 'skill'; readonly path: string };

/** The forms of `Reference`, and those that only this index reads. */
export type LeadForm =
  | ReferenceForm
  | 'anchor' // [text](#heading): `fragment` alone
  | 'frontmatter' // a path in the frontmatter
  | 'import' // @path
  | 'mention' // words that name a bundled thing without its path
  | 'name'; // the name of a skill

/** Why it leads there. */
export type LeadKind =
  | 'path' // the path is there as it is written
  | 'case' // it is there in another letter case only
  | 'bare' // a path without its first folders, which the text has in full elsewhere or a file's name tells; a link without its extension
  | 'installed' // where the skill is once it is installed: `.claude/skills/NAME/scripts/x.py`
  | 'name' // the name of a skill, called one
  | 'guess' // a mention, a path that only another skill has, or a marked word that is the name of a skill
  | 'missing'; // nothing is there

/** One place of a document that leads somewhere. */
export interface Lead {
  /** The document that it stands in. */
  readonly document: string;
  /**
   * Exactly the words of the path: neither quotes nor brackets, nor a prefix such as `${CLAUDE_SKILL_DIR}/` (`base` tells
   * which), nor the `#` and what follows. Of a `tree` only the last name of its path stands there. Of a `mention` or a `name`,
   * its words. Empty, before the `#`, of an `anchor`.
   */
  readonly range: Range;
  /** The text of `range`. */
  readonly written: string;
  /** `written` decoded, with `/`, without `./`; ends in `/` where a folder is meant. Of a `tree`, the whole path. */
  readonly path: string;
  readonly form: LeadForm;
  readonly kind: LeadKind;
  /** What the path as written is relative to, as the text has it. */
  readonly base: Base;
  /** The folder that `path` is relative to: joined with it, it gives the target. Absent where it is not found by a path. */
  readonly from?: string;
  /** Where it leads, likeliest first. More than one only of `bare` and `guess`, and of paths outside of skills. */
  readonly targets: readonly Target[];
  /** What stands after `#`, and the heading of the target that it leads to; without one where there is none of this name. */
  readonly fragment?: Anchor & { readonly heading?: Heading };
  /** Of a `mention`: the paths that a model would ask for, in its order, relative to the skill. */
  readonly guesses?: readonly string[];
}

/** What `Targets.leadsTo` looks for. */
export type Wanted =
  /** `anchored`: only what leads to a place in it, behind `#`. */
  | { readonly kind: 'file' | 'missing'; readonly path: string; readonly anchored?: true }
  /** `inside`: also what leads to a file or folder in it. */
  | { readonly kind: 'folder'; readonly path: string; readonly inside?: boolean }
  /** A heading of a document, by its anchor (`Heading.slug`). */
  | { readonly kind: 'heading'; readonly path: string; readonly slug: string }
  /** Any heading of a document. */
  | { readonly kind: 'headings'; readonly path: string }
  /** A skill, by its folder: its name, its folder and its SKILL.md. */
  | { readonly kind: 'skill'; readonly path: string };

/** What stands at an offset of a document. */
export type Subject =
  /** `on`: the words of its path, name or mention; or what stands after `#`. */
  | { readonly kind: 'lead'; readonly lead: Lead; readonly on: 'path' | 'fragment' }
  | { readonly kind: 'heading'; readonly heading: Heading }
  /** The value of `name` in the frontmatter of a SKILL.md, without quotes. */
  | { readonly kind: 'skill-name'; readonly range: Range };
