/**
 * The data model of a skill: documents with source ranges, the bundle of files, the references written in the text, and
 * the mentions that make a model guess a path. Pure data. Offsets are UTF-16 code units into the text of one document.
 */

/** A half-open range: includes `start`, excludes `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The syntax in which a path is written. */
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

/** A variable that stands for the folder of a plugin or an extension, by the format of its manifest. */
export type PluginVariable = 'CLAUDE_PLUGIN_ROOT' | 'PLUGIN_ROOT' | 'extensionPath';

/** The folder that a path as written is relative to. */
export type Base =
  | { readonly kind: 'skill' } // the skill's folder, by a prefix such as ${CLAUDE_SKILL_DIR}/ or {baseDir}/
  | { readonly kind: 'document' } // the document's folder, and the skill's folder (both are accepted)
  | { readonly kind: 'plugin'; readonly variable: PluginVariable } // ${CLAUDE_PLUGIN_ROOT}/
  | { readonly kind: 'installed'; readonly name: string } // where a client installs that skill: ~/.claude/skills/NAME/
  | { readonly kind: 'other-skill'; readonly name: string }; // the prose names another skill

/** The reason why the skill need not provide a path; such references are never flagged. */
export type Excuse =
  | 'example'
  | 'output'
  | 'user-file'
  | 'placeholder'
  | 'template'
  | 'glob'
  | 'pseudo-link'
  | 'absent'; // the text itself says that the file does not exist

/** A path written in the text. */
export interface Reference {
  readonly kind: 'reference';
  readonly form: ReferenceForm;
  /** The range of the path alone: without a prefix for the skill's folder, an anchor, a title or brackets. */
  readonly range: Range;
  /** The path as written: the text of `range`. */
  readonly target: string;
  /** `target` decoded (`%20`), with `/`, without `./`; may start with `../`. Ends in `/` if a folder is meant. */
  readonly path: string;
  readonly base: Base;
  /** The heading after `#`, without the `#`, with its range. */
  readonly anchor?: Anchor;
  /** True if a client runs the command with the path when it loads the skill: !`…`, or a fence marked with `!`. */
  readonly atLoading?: true;
  readonly excuse?: Excuse;
  /** Id of the clue that set `excuse`. */
  readonly excusedBy?: string;
}

/** The kind of wording of a mention; see `docs/rules/reference.guessable.md`. */
export type MentionKind =
  | 'folder' // sends the model into a folder without naming any of its files
  | 'document' // "see the user guide"
  | 'template' // "the provided template"
  | 'script' // "run the setup script"
  | 'promise' // promises scripts or references without naming one
  | 'name'; // a file name without its folder

/** Prose that names a bundled file or folder without giving its path. */
export interface Mention {
  readonly kind: 'mention';
  readonly what: MentionKind;
  /** The range of the words that name it, e.g. `the user guide`. */
  readonly range: Range;
  readonly text: string;
  /** Named without an instruction to read or run it, or with its path on the same line, so no model searches for it. */
  readonly passing?: true;
  /** A folder named in passing, or a name in a table: enough evidence in SKILL.md only. */
  readonly weak?: true;
  /** The text says that the skill provides it: "this skill's", "bundled", "the provided …". */
  readonly promised?: true;
  /** The name alone, of words in another language than English. */
  readonly name?: string;
  /** The folder that the model is sent into, relative to the skill, without a trailing `/`. */
  readonly folder?: string;
  /**
   * Paths that a model would request after reading these words, in the order it would try them, relative to the skill.
   */
  readonly guesses: readonly string[];
}

export interface Heading {
  readonly depth: number;
  readonly text: string;
  /** The anchor that GitHub generates for it. */
  readonly slug: string;
  readonly range: Range;
}

/** One field of the frontmatter, with its ranges. */
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
      /** From the opening to the closing `---`, both included. */
      readonly range: Range;
      readonly fields: readonly FrontmatterField[];
      readonly data: Readonly<Record<string, unknown>>;
    };

/** The heading that a link points to: the part after `#`, decoded. */
export interface Anchor {
  readonly name: string;
  /** The range of the part after `#`. */
  readonly range: Range;
}

/** One parsed Markdown file of a skill. */
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
  /** Links to a heading of the same document: `[text](#heading)`. */
  readonly anchors: readonly Anchor[];
  /**
   * Yields, in order, the references whose path `accepts` accepts, which is asked right before each. A document that is
   * parsed on demand parses little more than these, and all of its text for `references`.
   */
  referencesWhere(accepts: (path: string) => boolean): Iterable<Reference>;
  /** Returns the references in directory trees, in order. */
  treeReferences(): readonly Reference[];
  /**
   * Set if parts are parsed on demand. Returns bundled files that a plain path in the text points to. It parses no
   * part, so the set is incomplete. `root` is the skill's folder.
   */
  readonly plainTargets?: (root: string, bundle: Bundle) => ReadonlySet<string>;
}

/** All files under a skill's folder, except those of nested skills. Paths are relative to the folder, with `/`. */
export interface Bundle {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** True if listing stopped at a limit, so a path that is not listed may still exist. */
  readonly truncated: boolean;
}

export interface Skill {
  /** Absolute path of the folder, with `/`, without a trailing slash. */
  readonly root: string;
  /** The `name` of the frontmatter, or else the folder's name. */
  readonly name: string;
  readonly description: string;
  readonly manifest: SkillDocument;
  readonly bundle: Bundle;
}
