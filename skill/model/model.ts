/**
 * What a skill is: its documents with positions, its bundle of files, the references written in it and the mentions
 * that make a model guess. Pure data; offsets are UTF-16 units into the text of one document.
 */

/** Half-open: `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How a path stands in the text. */
export type ReferenceForm =
  | 'link' // [text](path)
  | 'image' // ![text](path)
  | 'definition' // [label]: path
  | 'code' // `path`
  | 'code-command' // `python scripts/x.py`
  | 'fence-command' // a command in a fenced block
  | 'fence' // other fenced text
  | 'tree' // an entry of a directory tree
  | 'bare'; // a path in running text

/** What a path as written is relative to. */
export type Base =
  | { readonly kind: 'skill' } // the skill's folder, by a prefix such as ${CLAUDE_SKILL_DIR}/ or {baseDir}/
  | { readonly kind: 'document' } // the document's folder, and the skill's folder (both are accepted)
  | { readonly kind: 'plugin' } // ${CLAUDE_PLUGIN_ROOT}/
  | { readonly kind: 'other-skill'; readonly name: string }; // the prose names another skill

/** Why a path is not the skill's to provide; such references are never flagged. */
export type Excuse =
  | 'example'
  | 'output'
  | 'user-file'
  | 'placeholder'
  | 'template'
  | 'glob'
  | 'pseudo-link'
  | 'absent'; // the text says itself that it is not there

/** A path that stands in the text. */
export interface Reference {
  readonly kind: 'reference';
  readonly form: ReferenceForm;
  /** Of the path alone: no prefix for the skill's folder, no anchor, no title, no brackets. */
  readonly range: Range;
  /** The path as written: the text of `range`. */
  readonly target: string;
  /** `target` decoded (`%20`), with `/`, without `./`; may start with `../`. Ends in `/` where a folder is meant. */
  readonly path: string;
  readonly base: Base;
  /** The heading after `#`, without it, and its range. */
  readonly anchor?: Anchor;
  readonly excuse?: Excuse;
  /** Id of the clue that gave the excuse. */
  readonly excusedBy?: string;
}

/** What sort of words a mention is; see `docs/rules/reference.guessable.md`. */
export type MentionKind =
  | 'folder' // sends the model into a folder none of whose files is named
  | 'document' // "see the user guide"
  | 'template' // "the provided template"
  | 'script' // "run the setup script"
  | 'promise' // promises scripts or references without naming one
  | 'name'; // a file name without its folder

/** Prose that names a bundled thing without its path. */
export interface Mention {
  readonly kind: 'mention';
  readonly what: MentionKind;
  /** The words that name the thing, e.g. `the user guide`. */
  readonly range: Range;
  readonly text: string;
  /** Named without an instruction to read or run it, or with its path on the same line: no model goes looking for it. */
  readonly passing?: true;
  /** A folder that is named without sending anyone there, a name in a table: enough in SKILL.md alone. */
  readonly weak?: true;
  /** The text says that the skill brings it along: "this skill's", "bundled", "the provided …". */
  readonly promised?: true;
  /** The folder that the words send into, relative to the skill, without a trailing `/`. */
  readonly folder?: string;
  /** Paths that a model would ask for after reading these words, in the order it would try them, relative to the skill. */
  readonly guesses: readonly string[];
}

export interface Heading {
  readonly depth: number;
  readonly text: string;
  /** GitHub's anchor for it. */
  readonly slug: string;
  readonly range: Range;
}

/** One field of the frontmatter with its places. */
export interface FrontmatterField {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: unknown;
  readonly valueRange: Range;
}

export type Frontmatter =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly range: Range; readonly message: string }
  | {
      readonly kind: 'valid';
      /** From the first to the last `---`. */
      readonly range: Range;
      readonly fields: readonly FrontmatterField[];
      readonly data: Readonly<Record<string, unknown>>;
    };

/** The heading that a link leads to: what stands after `#`, decoded. */
export interface Anchor {
  readonly name: string;
  /** Of what stands after `#`. */
  readonly range: Range;
}

/** One Markdown file of a skill, read. */
export interface SkillDocument {
  /** Absolute path, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly frontmatter: Frontmatter;
  /** Offset at which the body begins. */
  readonly bodyStart: number;
  readonly headings: readonly Heading[];
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
  /** Links to a heading of this very document: `[text](#heading)`. */
  readonly anchors: readonly Anchor[];
  /**
   * Where parts are read when they are asked for: in order, all references whose path may be one of these, and some others
   * around them. `may` is asked for a path just before references with it are answered.
   */
  readonly where?: (may: (path: string) => boolean) => Iterable<Reference>;
  /**
   * Where parts are read when they are asked for: bundled files that a plain path in the text leads to, told without
   * reading any part, so not all of them. `root` is the skill's folder.
   */
  readonly plainly?: (root: string, bundle: Bundle) => ReadonlySet<string>;
}

/** Every file under a skill's folder, nested skills left out. Paths are relative to the folder, with `/`. */
export interface Bundle {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** True where listing stopped at a limit, so absence proves nothing. */
  readonly truncated: boolean;
}

export interface Skill {
  /** Absolute path of the folder, with `/`, without a trailing one. */
  readonly root: string;
  /** The frontmatter's name, else the folder's. */
  readonly name: string;
  readonly description: string;
  readonly manifest: SkillDocument;
  readonly bundle: Bundle;
}
