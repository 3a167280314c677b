/** Occurrences of targets in documents. All paths are absolute, with `/`. */
import type { Anchor, Base, Heading, Range, ReferenceForm } from '../../skill/index.ts';

/** The target of an occurrence. */
export type Target =
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  /** The expected location of a missing path: relative to the skill, or to the document if it starts with `../`. */
  | { readonly kind: 'missing'; readonly path: string }
  /** Another skill by name. `path`: its folder. */
  | { readonly kind: 'skill'; readonly path: string };

/** The forms of `Reference`, and additional ones for this index. */
export type OccurrenceForm =
  | ReferenceForm
  | 'anchor' // [text](#heading): only `fragment`
  | 'frontmatter' // a path in the frontmatter
  | 'import' // @path
  | 'mention' // words that name a bundled file without its path
  | 'name'; // the name of a skill

/** The relationship to the target. */
export type OccurrenceKind =
  | 'path' // the path exists as written
  | 'case' // it exists only in a different letter case
  | 'bare' // a path without its first folders, determined by a full path elsewhere or a unique file name; a link without its extension
  | 'installed' // the location after installation: `.claude/skills/NAME/scripts/x.py`
  | 'name' // the name of a skill, identified as such
  | 'guess' // a mention, a path that only another skill has, or a marked word that is the name of a skill
  | 'missing'; // the target does not exist

/** One range of a document that refers to a target. */
export interface Occurrence {
  /** The document that contains it. */
  readonly document: string;
  /**
   * Exactly the words of the path, without quotes, brackets, a prefix such as `${CLAUDE_SKILL_DIR}/` (see `base`), or `#` and
   * the fragment. For `tree`, only the last name of its path. For `mention` and `name`, the words. For `anchor`, empty and
   * before the `#`.
   */
  readonly range: Range;
  /** The text of `range`. */
  readonly written: string;
  /** `written` decoded, with `/`, without `./`; ends with `/` for a folder. For `tree`, the full path. */
  readonly path: string;
  readonly form: OccurrenceForm;
  readonly kind: OccurrenceKind;
  /** The declared base of the path, from the text. */
  readonly base: Base;
  /** The folder that `path` is actually relative to. Absent if it was not found by a path. */
  readonly from?: string;
  /** The targets, most likely first. Several only for `bare` and `guess`, and for paths outside of skills. */
  readonly targets: readonly Target[];
  /** The text after `#`, and the target's heading, if one has this name. */
  readonly fragment?: Anchor & { readonly heading?: Heading };
  /** For `mention`: the paths that a model would request, in order, relative to the skill. */
  readonly guesses?: readonly string[];
}

/** A query of `Targets.occurrencesOf`. */
export type TargetQuery =
  /** `anchored`: only references with an anchor. */
  | { readonly kind: 'file' | 'missing'; readonly path: string; readonly anchored?: true }
  /** `inside`: includes references to files and folders in it. */
  | { readonly kind: 'folder'; readonly path: string; readonly inside?: boolean }
  /** A heading of a document by its anchor (`Heading.slug`). */
  | { readonly kind: 'heading'; readonly path: string; readonly slug: string }
  /** Any heading of a document. */
  | { readonly kind: 'headings'; readonly path: string }
  /** A skill by its folder: its name, its folder and its SKILL.md. */
  | { readonly kind: 'skill'; readonly path: string };

/** The subject at an offset of a document. */
export type Subject =
  /** `on`: the words of its path, name or mention; or the text after `#`. */
  | { readonly kind: 'occurrence'; readonly occurrence: Occurrence; readonly on: 'path' | 'fragment' }
  | { readonly kind: 'heading'; readonly heading: Heading }
  /** The value of `name` in the frontmatter of a SKILL.md, without quotes. */
  | { readonly kind: 'skill-name'; readonly range: Range };
