/** Eval cases that are made of runs, as the extension requests them from the runtime. */
import type { Json } from './events.ts';

/** A request to suggest a case. */
export interface SuggestCaseParams {
  /** Absolute path of a journal, or of a session's file. */
  readonly file: string;
  /** Number of the prompt in the run, from 1; the first by default. */
  readonly prompt?: number;
  /** Absolute path of the skill's folder. */
  readonly skill: string;
  /** Absolute paths of the folders in which files that the prompt names are looked up. */
  readonly folders: readonly string[];
}

/** An assertion that the run meets, or should meet. */
export interface SuggestedAssertion {
  readonly text: string;
  readonly check: string;
  readonly path?: string;
  readonly limit?: number;
}

/** A case made of a run, for review. */
export interface SuggestedCase {
  readonly kind: 'suggested';
  readonly skill: string;
  /** The beginnings of the prompts of the run, from which one is chosen. */
  readonly prompts: readonly string[];
  /** The prompt, redacted, with paths relative to the skill or the workspace. */
  readonly prompt: string;
  /** Absolute paths that the prompt still has. They must be removed by hand. */
  readonly absolutePaths: readonly string[];
  /** Paths, or files with their content. */
  readonly files: readonly Json[];
  readonly assertions: readonly SuggestedAssertion[];
  /** Sentences about the run, to be checked by hand. */
  readonly notes: readonly string[];
}

export type SuggestCaseResult = SuggestedCase | { readonly kind: 'failed'; readonly message: string };

/** A request to append a case to the text of an `evals.json`. */
export interface MakeCaseParams {
  /** The text of the file; empty for a new one. */
  readonly text: string;
  /** Name of the skill. */
  readonly skill: string;
  readonly prompt: string;
  readonly files: readonly Json[];
  readonly assertions: readonly SuggestedAssertion[];
}

/** The edit that appends a case; offsets in UTF-16 units. */
export type MakeCaseResult =
  | {
      readonly kind: 'appended';
      readonly edit: { readonly start: number; readonly end: number; readonly text: string };
      /** The range of the case in the edited text. */
      readonly added: { readonly start: number; readonly end: number };
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The names of the skills that a run was offered or loaded; undefined if it cannot be read. */
export type UsedSkills = readonly string[] | undefined;
