/** A random input: the files of a workspace, and the behavior of its file system. */

/** A text, raw bytes, or a link to another path. */
export type InputFile = string | Uint8Array | { readonly link: string };

export interface Input {
  /** Category of the input, for the report. */
  readonly kind: string;
  /** Content by absolute path under `/work`. */
  readonly files: Readonly<Record<string, InputFile>>;
  /** True if names are case-sensitive. */
  readonly caseSensitive: boolean;
  readonly profile: string;
}

/** The folder of an input's skill. */
export const ROOT = '/work/skills/notes';
