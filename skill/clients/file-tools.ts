/** The tools of a client that read, list and search files, as data. Templates are those of `behavior.ts`. */

/** A fact about a client that may be an inference. */
export interface Inferred {
  /** Present if this part was not observed: it follows from the source or a transcript. */
  readonly inferred?: string;
}

/** Name, description and JSON Schema type of a parameter that changes nothing here, such as `description`. */
export interface ExtraParameter {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly required?: boolean;
}

export type FileTool = ReadTool | ListTool | GlobTool | GrepTool;

/** Messages of a tool about a path: `{path}` absolute, `{given}` as the model wrote it, `{cwd}`, `{folders}`. */
export interface PathMessages {
  readonly missing: string;
  /** The path is a folder. */
  readonly directory?: string;
  /** The path is a file, and a folder was expected. */
  readonly file?: string;
  /** The path leads out of the folders that the tool may read. */
  readonly outside?: string;
  /** The path is relative. Absent: it is resolved against the workspace. */
  readonly relative?: string;
}

export interface ReadTool extends Inferred {
  readonly kind: 'read';
  readonly tool: string;
  readonly path: string;
  readonly extra?: readonly ExtraParameter[];
  /** Parameters of a range of lines, counted from 1. */
  readonly range: {
    readonly first: string;
    /** True if `first` counts from 0. */
    readonly fromZero?: true;
    /** True if `first` takes both ends, as a list. */
    readonly isPair?: boolean;
    readonly count?: string;
    readonly last?: string;
    readonly required?: boolean;
  };
  /** One line: `{n}`, `{line}`; absent if lines are as in the file. */
  readonly line?: string;
  /** The result: `{path}`, `{lines}`, `{total}`. */
  readonly result: string;
  /** The result for an empty file. */
  readonly empty?: string;
  readonly maxLines: number;
  readonly maxLineCharacters?: number;
  /** Appended to a line that was cut. */
  readonly lineNotice?: string;
  readonly maxBytes?: number;
  /** Appended to the line that exceeds `maxBytes` and is shown in part; absent if such a line is left out. */
  readonly lineAtLimit?: string;
  /** True if the newline at the end of a file begins one more line, which is empty. */
  readonly countsLastNewline?: boolean;
  /** True if white space at the end of the result is dropped. */
  readonly trimsEnd?: true;
  /**
   * The results for a part of a file, with `{path}`, `{lines}`, `{first}`, `{last}`, `{next}`, `{total}` and `{left}`, the
   * number of lines after it: if the limit of lines or of bytes applied, if the given range ends before the file does, and if
   * a line was shortened. Absent: `result`, or `limit` for `bytes`.
   */
  readonly part?: { readonly limit: string; readonly bytes?: string; readonly range?: string; readonly wide?: string };
  /** The failure for a range that begins after the end: `{first}`, `{total}`. */
  readonly pastEnd?: string;
  /** Larger files are refused if no range is given, in bytes; `{kilobytes}`. */
  readonly refused?: { readonly above: number; readonly message: string };
  /** The result for a folder: `{path}`, `{entries}`, `{count}`. */
  readonly listsFolder?: string;
  /** True if the entries of a folder are names only, without `/` after folders. */
  readonly hasPlainEntries?: boolean;
  readonly messages: PathMessages;
}

/** The results of a search in several folders: as those of the tool, with `{folders}`, their number. */
export interface ManyFolders {
  readonly result: string;
  readonly none: string;
}

export interface ListTool extends Inferred {
  readonly kind: 'list';
  readonly tool: string;
  readonly path: string;
  readonly extra: readonly ExtraParameter[];
  /** `{path}`, `{entries}`. */
  readonly result: string;
  /** True if folders come before files. */
  readonly foldersFirst?: boolean;
  /** `{name}`. */
  readonly folder: string;
  /** `{name}`, `{size}` in bytes. */
  readonly file: string;
  readonly empty: string;
  readonly messages: PathMessages;
}

export interface GlobTool extends Inferred {
  readonly kind: 'glob';
  readonly tool: string;
  readonly pattern: string;
  readonly path?: string;
  readonly extra: readonly ExtraParameter[];
  /** `{count}`, `{paths}`, `{pattern}`, `{path}`, and `{s}` for a plural. */
  readonly result: string;
  readonly none: string;
  /** The results when no path is given, if they differ. */
  readonly inWorkspace?: ManyFolders;
  /** Present if the folders of loaded skills are searched too when no path is given. */
  readonly manyFolders?: ManyFolders;
  /** True if a pattern without `/` matches in the searched folder only, not below it. */
  readonly isAnchored?: boolean;
  /** True if files and folders whose names start with a dot are skipped. */
  readonly skipsHidden?: boolean;
  /** True if files that `.gitignore` names are skipped. */
  readonly skipsIgnored?: boolean;
  /** Written before paths relative to the workspace when no path is given; absent if paths are absolute. */
  readonly relativeTo?: string;
  readonly max: number;
  readonly messages?: PathMessages;
}

export interface GrepTool extends Inferred {
  readonly kind: 'grep';
  readonly tool: string;
  readonly pattern: string;
  readonly path?: string;
  /** The parameter with a glob of files. */
  readonly include?: string;
  readonly extra: readonly ExtraParameter[];
  readonly form: 'files' | 'matches';
  /** True if files that `.gitignore` names are skipped. */
  readonly skipsIgnored?: boolean;
  /** `{count}`, `{matches}`, `{pattern}`, `{path}`, and `{es}` for a plural. */
  readonly result: string;
  /** One matching line: `{path}`, `{n}`, `{line}`; of `files`, one file: `{path}`. */
  readonly match: string;
  /** The line before the matches of each file: `{path}`; absent if every match names its file. */
  readonly file?: string;
  /** Between the matches of two files; a newline if absent. */
  readonly between?: string;
  readonly none: string;
  /** The results when no path is given, if they differ. */
  readonly inWorkspace?: ManyFolders;
  /** Present if the folders of loaded skills are searched too when no path is given. */
  readonly manyFolders?: ManyFolders;
  /**
   * The form of `{path}`: relative to the searched folder, or to the workspace and after `./` when no path is given; absent
   * if it is absolute.
   */
  readonly pathForm?: 'in-folder' | 'dot';
  readonly max: number;
  readonly messages?: PathMessages;
}
