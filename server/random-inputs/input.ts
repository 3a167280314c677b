/** What a random input is: the files of a workspace, and how its file system behaves. */

/** A text, bytes as they lie on the disk, or a link to another path. */
export type InputFile = string | Uint8Array | { readonly link: string };

export interface Input {
  /** What kind of malice it is, for the report. */
  readonly kind: string;
  /** Absolute path, under `/work`, to content. */
  readonly files: Readonly<Record<string, InputFile>>;
  /** Names differ by more than letter case, or not. */
  readonly caseSensitive: boolean;
  readonly profile: string;
}

/** Where the skill of an input lies. */
export const ROOT = '/work/skills/notes';
