/**
 * What a stress test of a skill came to, as `skillwright stress --format json` prints it and as it travels to the
 * extension. No language model is asked: everything here is what simulated ones did.
 */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { Cause, GuardPreset, RunReason } from './events.ts';
import type { GuardSettings } from './guards.ts';

/** A path that was asked for, relative to the skill, with the calls that it took. */
export interface AskedPath {
  readonly path: string;
  readonly calls: number;
}

/** Words of a skill that waste calls. */
export interface StressCause extends Cause {
  /** `missing`: nothing is there. `unreachable`: it is there, and the skill tools do not load it (ADK's do not). */
  readonly kind: 'missing' | 'unreachable';
  /** Prose that only a very weak reader takes for a file: the linter is silent about it. */
  readonly doubtful: boolean;
  /** Runs that asked for something because of these words. */
  readonly runs: number;
  /** Calls that were answered with an error, `retries` of them for a path that had failed in the same run before. */
  readonly calls: number;
  readonly retries: number;
  /** Runs that a guard ended at these words. */
  readonly stops: number;
  /** Tokens of these calls, prompt and answer: an estimate. */
  readonly tokens: number;
  /** Commonest first; at most 20. */
  readonly asked: readonly AskedPath[];
  /** What to do about it, in a sentence. */
  readonly fix: string;
}

/** How a number of runs went. Calls are model calls of one run. */
export interface StressTally {
  readonly runs: number;
  /** Runs that wasted at least one call. */
  readonly wasteful: number;
  readonly wastedCalls: number;
  readonly medianCalls: number;
  readonly p95Calls: number;
}

/** One run, so that it can be played again. */
export interface StressRun {
  /** With its seed: `simulated/weak:7`. */
  readonly model: string;
  readonly prompt: string;
  readonly llmCalls: number;
  readonly wastedCalls: number;
  readonly reason: RunReason;
  /** Absolute path, where runs are kept. */
  readonly journal?: string;
}

export interface StressedSkill extends StressTally {
  readonly skill: string;
  /** Its SKILL.md: an absolute path; on the command line relative to the working folder. */
  readonly file: string;
  /** Runs that were to be done; `runs` were. */
  readonly planned: number;
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  /** Runs by how they ended. */
  readonly ended: Readonly<Partial<Record<RunReason, number>>>;
  readonly llmCalls: number;
  /** Calls of `wastedCalls` that no words were found for. */
  readonly unexplained: { readonly calls: number; readonly asked: readonly AskedPath[] };
  /** Tokens of wasted calls: an estimate. */
  readonly wastedTokens: number;
  /** Calls wasted in one run at most, those at doubtful words left out: what `--max-wasted` looks at. */
  readonly mostWasted: number;
  /** Runs in which a guard told the model to stop, denied a call or ended the run; those of `ended.guard` are among them. Warnings and limits do not count. */
  readonly intervened: number;
  /** Runs of `intervened` that were played again without guards: of a model that goes on to the limit only as far as the first. */
  readonly unguarded?: {
    readonly runs: number;
    readonly wastedCalls: number;
    /** What the same runs wasted with guards. */
    readonly guarded: number;
    /** Runs that only the limit of model calls ended. */
    readonly endless: number;
  };
  readonly byModel: readonly (StressTally & { readonly model: string })[];
  readonly byPrompt: readonly (StressTally & { readonly prompt: string })[];
  /** Most calls first; doubtful ones after the others, `unreachable` last. */
  readonly causes: readonly StressCause[];
  readonly worst?: StressRun;
  /** Things a reader should know, in sentences. */
  readonly notes: readonly string[];
}

export interface StressReport {
  readonly version: 1;
  readonly simulated: true;
  /** False where it was stopped before all runs were done. */
  readonly complete: boolean;
  readonly skills: readonly StressedSkill[];
  /** Skills that were left out, and why. */
  readonly notes: readonly string[];
}

/** Links of the page. In each, `{n}` stands for the number of a cause, from 0. */
export interface StressLinks {
  readonly cause: string;
  /** Applies the fix of a cause; absent: there is no button for it. */
  readonly fix?: string;
  readonly manifest: string;
  readonly again: string;
  readonly worst: string;
}

/** What is played on a skill. */
export interface StressPlan {
  readonly prompts: readonly string[];
  /** Simulated ones, `simulated/weak`; with a seed of its own (`simulated/weak:7`) a model plays with that one alone. */
  readonly models: readonly string[];
  readonly seeds: number;
  readonly guards: GuardPreset;
  readonly guardSettings?: GuardSettings;
  readonly maxLlmCalls: number;
  /** Absolute path of a folder of runs to keep them in; absent: nothing is kept. */
  readonly runs?: string;
}

/** Without prompts they are made from the skill; without models those of the command line play. */
export interface StressParams extends StressPlan {
  /** Absolute path of a skill's folder. */
  readonly skill: string;
  /** Absent: no page is made. */
  readonly links?: StressLinks;
}

export interface StressResult {
  readonly report: StressReport;
  /** A whole HTML page, without scripts. */
  readonly page?: string;
}

/** Answers with what was done so far where it is cancelled. */
export const StressSkill = new RequestType<StressParams, StressResult, void>('stress/start');
/** Runs done, and runs to do. */
export const StressProgress = new NotificationType<readonly [done: number, planned: number]>('stress/progress');
