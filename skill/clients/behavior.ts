/**
 * Data about a client's behavior: its list of skills, and the tools by which a model loads skills and reads and runs files.
 * Literal texts are facts of an interface: the client's own words for a result or an error. Opening sentences of prompts are
 * not copied; what they state is data too (`Catalogue.states`).
 *
 * Templates have named placeholders in braces, for example `File not found: {path}`.
 */

import type { ExtraParameter, FileTool, Inferred } from './file-tools.ts';

export interface ClientBehavior {
  /** The profile's id, or that of a variant of the client: `vscode-skill`. */
  readonly id: string;
  readonly catalogue: Catalogue;
  readonly activation: Activation;
  readonly shell: ShellTool;
  /** Tools that read, list and search files; empty if the client has only its shell. */
  readonly fileTools: readonly FileTool[];
  /** The folders that file tools may read without asking the user. */
  readonly reach: 'anywhere' | 'workspace-and-skills' | 'workspace-and-loaded-skills';
  /** The form in which the message of a failed file tool reaches the model. */
  readonly failure: Failure;
  /** The message for a call without a required parameter: `{tool}`, `{parameter}`, `{args}`, and `{column}`, the length of the arguments; absent if unknown. */
  readonly missingParameter?: string;
  readonly loops: Loops;
}

/** The list of skills that the model is shown before it loads one. */
export interface Catalogue extends Inferred {
  readonly role: 'system' | 'developer' | 'user';
  /** Name of the XML element around the list. */
  readonly element: string;
  /** One skill: `{name}`, `{description}`, `{path}` (of SKILL.md, absolute), `{scope}` (`user` or `project`), `{label}`. */
  readonly entry: string;
  /** One skill without a description; absent if it has the same form. */
  readonly bareEntry?: string;
  /** `{label}` for a skill whose frontmatter has another name than its folder: `{name}` is that name. */
  readonly label?: string;
  /** Names, descriptions and paths: `xml` is escaped for XML, `angle-brackets` only `<` and `>`. */
  readonly escapes?: 'xml' | 'angle-brackets';
  /** White space in a description that becomes one space: all, or only line breaks. */
  readonly joins?: 'white-space' | 'line-breaks';
  /** Sorted by name; otherwise in order of discovery. `within`: in each scope, or in each folder that is searched. */
  readonly order?: { readonly by: 'code-units' | 'locale'; readonly within?: 'scope' | 'folder' };
  /** Paths begin with an alias of the folder that was searched, if that is shorter: a table of the folders, and the list. */
  readonly aliases?: { readonly heading: string; readonly root: string; readonly list: string };
  readonly budget?: CatalogueBudget;
  /** `{scope}` by where a skill is, if the word differs. */
  readonly scopes?: Readonly<Record<string, string>>;
  /** The number and length of the client's own skills, which are listed, too, and count against the budget. */
  readonly own?: OwnSkills;
  /** The statements of the client's prompt about skills. */
  readonly states: readonly CatalogueStatement[];
}

/** The client's own skills in a list. */
export interface OwnSkills {
  readonly skills: number;
  readonly characters: number;
  /** The characters that remain in a list that is too long: of some, too, only the names stay. Absent: all of them. */
  readonly charactersIfTooLong?: number;
}

export type CatalogueStatement =
  /** Load a skill with its tool, or read its file, before following it. */
  | 'load-first'
  /** Read SKILL.md to its end. */
  | 'read-whole'
  /** Resolve relative paths against the skill's folder. */
  | 'paths-relative-to-skill'
  /** Load only the files that are needed. */
  | 'load-as-needed';

/** Limits on the list, in characters (UTF-16 units). */
export interface CatalogueBudget {
  /** For the entire list, if the size of the context window is unknown. */
  readonly characters: number;
  /** Share of the context window (four characters per token) that replaces `characters` if the window is known. */
  readonly windowShare?: number;
  /** The context window of the client's default model, in tokens; required with `windowShare`. */
  readonly window?: number;
  /** For one description, with the sign that ends a cut one. */
  readonly perDescription?: number;
  readonly ellipsis?: string;
  /** True if each entry counts as whole tokens of four characters. */
  readonly countsTokens?: true;
  /** True if `perDescription` counts code points. */
  readonly countsCodePoints?: true;
  /** The part that is cut when the list exceeds its limit. */
  readonly overflow: /** Names remain; in the order of the list each description stays that still fits. */
    | { readonly kind: 'fit-descriptions' }
    /** Descriptions share the remaining characters; if that is not enough, all are omitted, then entire skills. */
    | { readonly kind: 'shorten-descriptions' }
    /** Of each description the first line remains, without `when_to_use`; nothing more is cut. */
    | { readonly kind: 'first-lines' }
    /** The remaining skills are listed by name after `lead`, up to `characters`, then `more` counts the rest. */
    | { readonly kind: 'names-only'; readonly lead: string; readonly characters: number; readonly more: string };
}

/** The way a model loads a skill. */
export type Activation = Inferred &
  (
    | {
        readonly kind: 'tool';
        readonly tool: string;
        /** The parameter with the skill's name. */
        readonly parameter: string;
        /** The optional parameter with arguments for the skill, and how they follow the text: `ARGUMENTS: {args}`. */
        readonly arguments?: { readonly parameter: string; readonly template: string };
        /** True if the schema lists the skills' names, so that another name never reaches the tool. */
        readonly enumerates?: boolean;
        /** True if white space around the body is removed. */
        readonly trims?: boolean;
        /** The tool's result: `{name}`, `{dir}`, `{body}` (without frontmatter) or `{file}` (with it), `{files}`. */
        readonly result: string;
        /** A message with the role `user` after the result, with the same placeholders. */
        readonly message?: string;
        readonly files?: ListedFiles;
        /** The answer for a skill that was loaded before, if no arguments are given: `{name}`; absent if it is the same again. */
        readonly again?: { readonly result: string; readonly message?: string };
        /** For a name that no skill has: `{name}`, `{names}`. */
        readonly unknown: string;
        /** The value of `{names}` if there is no skill. */
        readonly noNames?: string;
        /** Placeholders that the client replaces in the body. */
        readonly substitutions?: readonly Substitution[];
      }
    /** No tool of its own: the model reads SKILL.md at the path in the catalogue. */
    | { readonly kind: 'read' }
  );

export type Substitution = 'arguments' | 'positional-from-0' | 'skill-folder' | 'project-folder' | 'session-id';

/** The bundled files that a client lists when a skill is loaded. */
export interface ListedFiles {
  readonly form: 'relative' | 'absolute' | 'tree';
  /** One file: `{file}`. Unused by `tree`. */
  readonly entry?: string;
  readonly max?: number;
  readonly depth?: number;
  /** Names of files and folders that are left out. */
  readonly excludes: readonly string[];
  /** The entry in `tree` of a folder that is left out: `{name}`; absent if it has none. */
  readonly excluded?: string;
}

export interface ShellTool extends Inferred {
  readonly tool: string;
  /** The parameter with the command line. */
  readonly command: string;
  /** The parameter that names another working directory. */
  readonly workdir?: string;
  /** The parameter that sets the timeout, in milliseconds or seconds. */
  readonly timeout?: { readonly parameter: string; readonly unit: 'ms' | 's' };
  readonly extra: readonly ExtraParameter[];
  readonly directory: 'workspace' | 'skill';
  /** The effect of a `cd` in one command on the next. */
  readonly cd: 'forgotten' | 'kept' | 'kept-in-workspace';
  /** Appended if a command left the directory it may keep: `{cwd}`. */
  readonly directoryReset?: string;
  /** In milliseconds; absent if there is none. */
  readonly timeoutMs?: number;
  /** The result after a timeout: `{output}`, `{ms}`, `{seconds}`, `{minutes}`. */
  readonly timedOut?: string;
  /** `{workdir}` in a result if none is given. */
  readonly noWorkdir?: string;
  /** The result of a command: `{command}`, `{workdir}` as it was given, `{output}`, `{code}`, `{seconds}`, `{tokens}`, `{id}`, `{pid}`. */
  readonly succeeded: string;
  /** The result of a command with a nonzero exit code. */
  readonly failed: string;
  /** The same without output, if that differs. */
  readonly failedEmpty?: string;
  /** True if that result is marked as an error. */
  readonly failedIsError: boolean;
  /** `{output}` if the command printed nothing. */
  readonly empty: string;
  /** True if white space at the end of the output is kept. */
  readonly keepsEnd?: boolean;
  /** The failure for a working directory that does not exist: `{path}`. Absent: the shell's own message. */
  readonly missingDirectory?: string;
  /** The failure for a working directory in a user's folder of skills: `{path}`. Absent: there is none. */
  readonly refusesSkillFolder?: string;
  readonly limit?: OutputLimit;
}

export interface OutputLimit {
  readonly size: number;
  /** The size from which output is cut, in `unit`, if it is more than `size`. */
  readonly above?: number;
  readonly unit: 'characters' | 'bytes' | 'tokens';
  readonly lines?: number;
  /** `tail` keeps complete lines. */
  readonly keeps: 'head' | 'head-and-tail' | 'tail';
  /**
   * The size of the part that is kept at the start, in `unit`; for `head-and-tail` half of `size` if absent, for `head`
   * all of it.
   */
  readonly head?: number;
  /**
   * The notice before or after the output that is kept: `{characters}`, `{tokens}`, `{lines}`, `{kilobytes}`; for `tail` also
   * `{first}` and `{last}`, the lines that are kept. Some clients write the entire output to a file; its path is left out.
   */
  readonly notice: string;
  readonly noticeAt?: 'end';
  /** True if a line break at the end is no line of its own. */
  readonly dropsLastBreak?: true;
  /** In place of what is omitted in the middle: `{characters}` and `{tokens}` of it. */
  readonly between?: string;
}

export type Failure =
  /** The result is this text: `{message}`. */
  | { readonly kind: 'text'; readonly template: string }
  /** The result is an object with one field. */
  | { readonly kind: 'object'; readonly field: string };

/** The client's own limits on a model that repeats itself. */
export type Loops =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  /** Ends the run, or asks the user, after so many identical calls in a row or so many model calls. */
  | {
      readonly kind: 'limits';
      readonly sameCall?: number;
      readonly calls?: number;
      readonly action: 'stops' | 'asks';
      /** The files or settings of the client with these limits. */
      readonly source: string;
    };
