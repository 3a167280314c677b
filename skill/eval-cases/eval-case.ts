/** The types of eval cases. */
import type { Range } from '../model/model.ts';
import type { Check } from './check.ts';

/** A position in a file. Line and column count from 1, in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem in an eval file: what to do, and why. */
export interface EvalProblem extends Position {
  /** The name of the file, unchanged from the reader's argument. */
  readonly file: string;
  /** The range of the value in the text, at most to the end of its first line; absent if the file was not parsed. */
  readonly range?: Range;
  readonly message: string;
}

/** A file that a case provides in the workspace. */
export interface CaseFile {
  /** The path as written, with `/`: its location in the workspace, and where its source is looked up. */
  readonly path: string;
  /** The content, if the eval file contains it. */
  readonly content?: string;
}

/** The fields that tasks and triggers have in common. */
export interface CaseBase {
  /** The id as a string, or the number of the item in the file; unique in the file. */
  readonly id: string;
  readonly name?: string;
  readonly prompt: string;
  /** The name of the skill that the file or the item is for, if stated. */
  readonly skill?: string;
  readonly file: string;
  readonly position: Position;
}

/** A request with assertions on what the agent does. */
export interface TaskCase extends CaseBase {
  readonly kind: 'task';
  /** A description of the expected result, for a judge. */
  readonly expectedOutput?: string;
  readonly files: readonly CaseFile[];
  readonly checks: readonly Check[];
  /** The positions of the first `checks`; the others are those of a suite, or have none of their own. */
  readonly checkPositions?: readonly Position[];
}

/** A request that must activate the skill, or must not. */
export interface TriggerCase extends CaseBase {
  readonly kind: 'trigger';
  readonly shouldTrigger: boolean;
}

export type EvalCase = TaskCase | TriggerCase;

/** The formats that are read. Triggers of waza have the format `triggers`. */
export type EvalFormat = 'evals' | 'triggers' | 'waza-suite' | 'waza-task';

/** An eval file, or the reason why it is not read. */
export type EvalFile =
  | {
      readonly kind: 'read';
      readonly format: EvalFormat;
      readonly cases: readonly EvalCase[];
      /** Items that could not be read. */
      readonly problems: readonly EvalProblem[];
      /** Glob patterns of the files with the cases, relative to this file; `waza-suite` only. */
      readonly taskFiles?: readonly string[];
      /** Checks that hold for every case of `taskFiles`. */
      readonly sharedChecks?: readonly Check[];
      readonly skill?: string;
    }
  | {
      readonly kind: 'declined';
      readonly reason: DeclineReason;
      readonly problem: EvalProblem;
    };

/**
 * Why a file is not read: it cannot be parsed, it has cases for a tool whose format is not read, it is something else, such as
 * a result, or nothing in it is a case.
 */
export type DeclineReason = 'unreadable' | 'other-tool' | 'other-format' | 'no-cases';
