/** The messages about evals between the extension and the runtime. */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { WaitingCall } from './eval-scripts.ts';
import type { GuardPreset } from './events.ts';
import type { MissingKey } from './models.ts';
import type { RunOptions } from './run-options.ts';

/** A position in an eval file. Line and column count from 1, in UTF-16 units. */
export interface EvalPosition {
  readonly line: number;
  readonly column: number;
}

/** A problem in an eval file: what to do, and why. */
export interface EvalFileProblem extends EvalPosition {
  /** Absolute path. */
  readonly file: string;
  readonly message: string;
}

/** A case of an eval file. */
export interface ListedCase extends EvalPosition {
  /** Absolute path of the file that contains it, which another one may name. */
  readonly file: string;
  /** Unique in its file. */
  readonly id: string;
  readonly name?: string;
  readonly kind: 'task' | 'trigger';
  readonly prompt: string;
  /** The part that is not filled in, so that the case is not run; absent for a complete case. */
  readonly missing?: string;
}

export interface ListEvalCasesParams {
  /** Absolute path. */
  readonly file: string;
  /** The text in the editor, which may not be saved yet; absent to read the file. */
  readonly text?: string;
}

export interface ListEvalCasesResult {
  readonly cases: readonly ListedCase[];
  readonly problems: readonly EvalFileProblem[];
}

/** Identifies a case. */
export type CaseKey = Pick<ListedCase, 'file' | 'id'>;

/** A model of an eval, with the keys of its endpoint, which are never written anywhere. */
export interface EvalModel {
  /** `PROVIDER/ID`. */
  readonly name: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly keys?: Readonly<Record<string, string>>;
}

/** The earlier text of a skill: its folder, an absolute path, or a git revision of the skill's own folder. */
export type EvalBaseline =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'revision'; readonly revision: string };

/** Parameters of an eval of one skill. */
export interface EvalParams extends Omit<RunOptions, 'maxTokens' | 'maxCost'> {
  /** Absolute path of the skill's folder. */
  readonly skill: string;
  /** The cases to run; absent for all. The results of some cases are not written to `out`. */
  readonly cases?: readonly CaseKey[];
  /** Ids that `--client` takes, or `adk`. */
  readonly clients: readonly string[];
  /** Commands that run real clients, by the ids of clients. Never from a workspace. */
  readonly runners?: Readonly<Record<string, string>>;
  readonly models: readonly EvalModel[];
  /** Trials of each case on each side. */
  readonly trials: number;
  /** The earlier text to compare with; absent to compare with the absence of the skill. */
  readonly baseline?: EvalBaseline;
  /** Folders of other skills that are offered on both sides, absolute. */
  readonly others?: readonly string[];
  /** Absolute path of the folder that clients copy as their workspace; absent for an empty one. */
  readonly workspace?: string;
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  /** US dollars for everything in `out`; absent for no limit. */
  readonly maxCost?: number;
  /** Judges assertions in prose; absent: they are not judged. */
  readonly judge?: EvalModel;
  /** True if scripts and confirmations need no approval. Otherwise a run that asks is not judged. */
  readonly approvesScripts?: boolean;
  /** Absolute path of the folder of the results and journals. Trials that it contains are not repeated. */
  readonly out: string;
  /** True if the workspace is trusted. Otherwise nothing runs. */
  readonly trusted: boolean;
  readonly links: EvalLinks;
}

/** Links of the page. In each, `{n}` is replaced by a number from 0, and `{run}` by the id of a run. */
export interface EvalLinks {
  readonly again: string;
  /** Opens the timeline of the run `{run}`. */
  readonly trial: string;
  /** Opens case `{n}` in its file. */
  readonly case: string;
  /** Writes the page to a file. */
  readonly export: string;
  /** Approves the scripts that wait for an approval; without it the page has no such button. */
  readonly allow?: string;
  /** Opens the script `{path}` of the skill. */
  readonly script?: string;
  /** Evaluates with a model that the user chooses; without it the page has no such button. */
  readonly model?: string;
}

/** The trials that an eval is about to run. */
export interface EvalPreview {
  /** Number of trials to run, at least one model call each. */
  readonly trials: number;
  /** Number of trials that are already done. */
  readonly done: number;
  /** Models that are not simulated. */
  readonly models: readonly string[];
  readonly judge?: string;
  /** The least cost in US dollars: one call per trial, without its reply. Absent if no price is known. */
  readonly leastUsd?: number;
  /** Models without a known price. */
  readonly unpriced: readonly string[];
  readonly maxCost?: number;
  /** Sentences about what may be wrong with the cases. */
  readonly warnings?: readonly string[];
}

/** An assertion that did not pass. */
export interface FailedCheck extends EvalPosition {
  readonly text: string;
  /** False if it could not be judged. */
  readonly isJudged: boolean;
  /** The reason, in one sentence. */
  readonly evidence: string;
}

/** A trial with its verdict. */
export interface TrialOutcome {
  readonly side: 'with' | 'without';
  readonly client: string;
  readonly model: string;
  /** From 1. */
  readonly number: number;
  readonly verdict: 'passed' | 'failed' | 'not_judged';
  /** Absolute path of the journal of its run. */
  readonly journal: string;
  readonly run: string;
  readonly milliseconds: number;
  readonly failed: readonly FailedCheck[];
  /** The reason why nothing was judged, if so. */
  readonly reason?: string;
  /** The calls that wait for an approval. */
  readonly waiting?: readonly WaitingCall[];
}

/** A case with its trials. */
export interface CaseOutcome extends CaseKey, EvalPosition {
  /** Its name in results. */
  readonly name: string;
  readonly trials: readonly TrialOutcome[];
  /** The part that is not filled in, so that there are no trials. */
  readonly missing?: string;
}

/** A case whose trials are all completed and judged. */
export interface JudgedCase extends Pick<EvalReport, 'baseline'> {
  readonly outcome: CaseOutcome;
}

/** The results of an eval for the editor; `results.json` and the page contain the figures. */
export interface EvalReport {
  readonly skill: string;
  /** False if the eval was stopped, or ran out of money. */
  readonly complete: boolean;
  readonly planned: number;
  readonly completed: number;
  readonly isCapped: boolean;
  /** The baseline: an earlier text of the skill; absent for no skill. */
  readonly baseline?: 'earlier';
  /** One sentence. */
  readonly summary: string;
  readonly cases: readonly CaseOutcome[];
}

export type EvalResult =
  | {
      readonly kind: 'done';
      readonly report: EvalReport;
      /** A complete HTML page without scripts, with the links and without any. */
      readonly page: string;
      readonly offlinePage: string;
      /** A problem that did not prevent the results. */
      readonly warning?: string;
    }
  /** The user declined the preview. */
  | { readonly kind: 'declined' }
  | {
      readonly kind: 'failed';
      readonly message?: string;
      readonly problems: readonly EvalFileProblem[];
      readonly missingKeys: readonly MissingKey[];
    };

/** Returns the text of a first eval file for the skill in a folder (an absolute path), or null if it has no skill. */
export const FirstEvalCases = new RequestType<string, string | null, void>('evals/first');
/** Lists the cases of a file. Sent to a process without a run, like the next request. */
export const ListEvalCases = new RequestType<ListEvalCasesParams, ListEvalCasesResult, void>('evals/list');
/** Runs an eval. If it is cancelled, the response contains the results so far. */
export const RunEval = new RequestType<EvalParams, EvalResult, void>('evals/run');
/** Number of completed trials, and of planned ones. */
export const EvalProgress = new NotificationType<readonly [done: number, planned: number]>('evals/progress');
/** Reports that the first trial of a case has started. */
export const EvalCaseStarted = new NotificationType<CaseKey>('evals/case-started');
/** Reports the outcome of a case before the end of the eval. Not sent if a language model judges. */
export const EvalCaseJudged = new NotificationType<JudgedCase>('evals/case-judged');
/** Sent to the extension before the first call of a model that is not simulated. False ends the eval. */
export const ConfirmEval = new RequestType<EvalPreview, boolean, void>('evals/confirm');
