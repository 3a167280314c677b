/** Exports of a run, as the extension requests them from the runtime. */

export const EXPORT_FORMATS = ['otlp', 'html', 'perfetto'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The content of an export. */
export interface ExportPreview {
  readonly run: string;
  readonly model: string;
  readonly events: number;
  /** `seq` of the last event. */
  readonly lastSeq: number;
  readonly prompts: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** Number of different sets of instructions and tool declarations. */
  readonly instructions: number;
  /** Names of the skills. */
  readonly skills: readonly string[];
  /** Size of the content as JSON, before an export's own format. */
  readonly characters: number;
  /** Number of places at which a secret was redacted, now or when the run was saved. */
  readonly redacted: number;
  /** True if texts contain absolute paths, which can contain the name of a user. */
  readonly absolutePaths: boolean;
}

/** An export that the extension requests. */
export interface ExportParams {
  /** Absolute path of a journal, or of a session's file. */
  readonly file: string;
  readonly format: ExportFormat;
  /** First and last `seq` of a part of the run. */
  readonly from?: number;
  readonly to?: number;
  /** True to replace home folders in paths with `~`. */
  readonly hidesHome?: boolean;
  /** Absolute path to write to. Absent: only the content is described. */
  readonly out?: string;
}

/** The content of an export, or why the run cannot be exported. */
export type ExportResult =
  | { readonly kind: 'exported'; readonly preview: ExportPreview }
  | { readonly kind: 'failed'; readonly message: string };
