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
  /** Parameters of a range of lines, counted from 1. */
  readonly range: {
    readonly first: string;
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
  /** The place of the notice about omitted lines, and its text: `{first}`, `{last}`, `{next}`, `{total}`. */
  readonly cut?: { readonly at: 'start' | 'end'; readonly notice: string };
  /** True if a folder is answered with its entries: `{path}`, `{entries}`. */
  readonly listsFolder?: string;
  readonly messages: PathMessages;
}

export interface ListTool extends Inferred {
  readonly kind: 'list';
  readonly tool: string;
  readonly path: string;
  readonly extra: readonly ExtraParameter[];
  /** `{path}`, `{entries}`. */
  readonly result: string;
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
  /** `{count}`, `{paths}`, `{pattern}`, `{path}`. */
  readonly result: string;
  readonly none: string;
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
  /** `{count}`, `{matches}`, `{pattern}`, `{path}`. */
  readonly result: string;
  /** One matching line: `{path}`, `{n}`, `{line}`; of `files`, one file: `{path}`. */
  readonly match: string;
  readonly none: string;
  readonly max: number;
  readonly messages?: PathMessages;
}
