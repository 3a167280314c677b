/**
 * The results of a skill's stress test, as printed by `skillwright stress --format json` and sent to the extension. They
 * come from simulated models only; no language model is called.
 */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { MissedThing, MissKindId } from '../../skill/index.ts';
import type { Cause, GuardPreset, RunReason } from './events.ts';
import type { GuardSettings } from './guards.ts';

/** A requested path, relative to the skill, with the number of calls. */
export interface RequestedPath {
  readonly path: string;
  readonly calls: number;
}

/** Words of a skill that waste calls. */
export interface StressCause extends Cause {
  /** `missing`: the file does not exist. `unreachable`: it exists, but the skill tools cannot load it (ADK's cannot). */
  readonly kind: 'missing' | 'unreachable';
  /** True for prose that only a very weak model mistakes for a file; the linter does not report it. */
  readonly doubtful: boolean;
  /** Number of runs with requests caused by these words. */
  readonly runs: number;
  /** Number of calls that failed, of which `retries` were for a path that had already failed in the same run. */
  readonly calls: number;
  readonly retries: number;
  /** Number of runs that a guard ended because of these words. */
  readonly stops: number;
  /**
   * In a client: the number of calls for files that exist in the skill, but not where this client looked. Absent if there
   * were none.
   */
  readonly bundled?: number;
  /** Estimated tokens of these calls, prompt and response. */
  readonly tokens: number;
  /** The requested paths, most frequent first; at most 20. */
  readonly asked: readonly RequestedPath[];
  /** A sentence about how to fix it. */
  readonly fix: string;
}

/** Statistics of a number of runs. Calls are model calls per run. */
export interface StressTally {
  readonly runs: number;
  /** Number of runs that wasted at least one call. */
  readonly wasteful: number;
  readonly wastedCalls: number;
  readonly medianCalls: number;
  readonly p95Calls: number;
}

/** A single run, with everything needed to repeat it. */
export interface StressRun {
  /** The model with its seed, such as `simulated/weak:7`. */
  readonly model: string;
  readonly prompt: string;
  readonly llmCalls: number;
  readonly wastedCalls: number;
  readonly reason: RunReason;
  /** Absolute path, if runs are stored. */
  readonly journal?: string;
}

/** The share of requests that real models miss in a client: `missed` of `of`, from `source`. */
export interface MeasuredShare {
  readonly missed: number;
  readonly of: number;
  readonly source: string;
}

/** Misses of one kind in runs of `simulated/observed`. */
export interface ObservedKind {
  readonly kind: MissKindId;
  readonly what: MissedThing;
  readonly misses: number;
  /** Calls that found nothing, and the searches that follow them. */
  readonly lostCalls: number;
  /** Misses after which a file that exists was never read. */
  readonly neverRead: number;
  /** The share of all kinds of this thing together; absent if it is not measured. */
  readonly share?: MeasuredShare;
}

/** Words of the skill that lead a model of the client to a miss, whatever the chances of a model are. */
export interface ObservedWords extends Cause {
  readonly kind: MissKindId;
  readonly runs: number;
  readonly calls: number;
  readonly asked: readonly RequestedPath[];
  /** A sentence about how to fix it. */
  readonly fix: string;
}

/**
 * Runs of `simulated/observed` in a client: it misses as rarely, and in the ways, as models of the client did in real
 * sessions. Nothing else of a report counts them.
 */
export interface ObservedMisses {
  readonly runs: number;
  readonly llmCalls: number;
  readonly misses: number;
  readonly lostCalls: number;
  /** The things of which no one has counted how often real models of the client miss them. */
  readonly notMeasured: readonly MissedThing[];
  /** Files that exist and that a run missed and never read, with the number of runs; most first. */
  readonly neverRead: readonly { readonly path: string; readonly runs: number }[];
  /** Most misses first. */
  readonly kinds: readonly ObservedKind[];
  /** Most calls first. */
  readonly words: readonly ObservedWords[];
}

/** The results for one skill. */
export interface StressedSkill extends StressTally {
  readonly skill: string;
  /** Its SKILL.md: an absolute path, or on the command line a path relative to the working directory. */
  readonly file: string;
  /** The client whose tools the runs had; absent for ADK's. */
  readonly client?: string;
  /** Commands in a client whose answer is unknown, most frequent first; at most 20. Nothing else counts them. */
  readonly notSimulated?: readonly { readonly command: string; readonly calls: number }[];
  /** Number of planned runs; `runs` is the number of completed ones. */
  readonly planned: number;
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  /** Number of runs by the reason for their end. */
  readonly ended: Readonly<Partial<Record<RunReason, number>>>;
  readonly llmCalls: number;
  /** The part of `wastedCalls` for which no words were found. */
  readonly unexplained: { readonly calls: number; readonly asked: readonly RequestedPath[] };
  /** Estimated tokens of the wasted calls. */
  readonly wastedTokens: number;
  /** Maximum number of calls wasted in one run, except at doubtful words: the figure that `--max-wasted` checks. */
  readonly mostWasted: number;
  /**
   * Number of runs in which a guard told the model to stop, denied a call or ended the run, including `ended.guard`.
   * Warnings and limits do not count.
   */
  readonly intervened: number;
  /**
   * Results of repeating the runs of `intervened` without guards. For a model that always continues to the limit, only the
   * first is repeated.
   */
  readonly unguarded?: {
    readonly runs: number;
    readonly wastedCalls: number;
    /** Calls that the same runs wasted with guards. */
    readonly guarded: number;
    /** Number of runs that only the limit of model calls ended. */
    readonly endless: number;
  };
  readonly byModel: readonly (StressTally & { readonly model: string })[];
  readonly byPrompt: readonly (StressTally & { readonly prompt: string })[];
  /** Most calls first, doubtful causes after the others, `unreachable` ones last. */
  readonly causes: readonly StressCause[];
  readonly worst?: StressRun;
  /** In a client, if `simulated/observed` was run: its misses, apart from all others. */
  readonly observed?: ObservedMisses;
  /** Sentences about limitations of the results. */
  readonly notes: readonly string[];
}

/** The report of a stress test. */
export interface StressReport {
  readonly version: 1;
  readonly simulated: true;
  /** False if the test was stopped before all runs were completed. */
  readonly complete: boolean;
  /** With several clients, one entry per skill and client. */
  readonly skills: readonly StressedSkill[];
  /** With several clients: the words of each skill by client. */
  readonly matrices?: readonly StressMatrix[];
  /** Skills that were skipped, and why. */
  readonly notes: readonly string[];
}

/** One skill in several clients: its words that waste calls, and what the fixes would change. */
export interface StressMatrix {
  readonly skill: string;
  /** Its SKILL.md, as in `StressedSkill`. */
  readonly file: string;
  readonly clients: readonly StressedClient[];
  /** Most calls first, doubtful words last. */
  readonly words: readonly StressedWords[];
}

/** All runs of a skill in one client. */
export interface StressedClient {
  /** An id that `--client` takes. */
  readonly client: string;
  readonly runs: number;
  readonly wasteful: number;
  readonly wastedCalls: number;
  /** The part of `wastedCalls` for which no words were found. */
  readonly unexplained: number;
  /** Calls wasted in the same runs on a copy of the skill with the fixes; absent if there are none or it was not tested. */
  readonly fixed?: number;
}

/** Words that waste calls in at least one client. */
export interface StressedWords
  extends Pick<
    StressCause,
    'file' | 'line' | 'column' | 'endLine' | 'endColumn' | 'text' | 'lines' | 'suggestions' | 'doubtful'
  > {
  /** Sentences about how to fix it. */
  readonly fixes: readonly string[];
  /** Calls wasted by client, now and on the copy with the fixes; clients without wasted calls are absent. */
  readonly calls: Readonly<Record<string, number>>;
  readonly fixed?: Readonly<Record<string, number>>;
}

/** Links of the HTML page. In each, `{n}` is replaced by the index of a cause, from 0. */
export interface StressLinks {
  readonly cause: string;
  /** Applies the fix of a cause, or of words of the matrix; without it the page has no such button. */
  readonly fix?: string;
  readonly manifest: string;
  readonly again: string;
  readonly worst: string;
  /** Compares clients. */
  readonly clients?: string;
  /** Evaluates the skill; without it the page has no such button. */
  readonly evaluate?: string;
}

/** The configuration of a stress test. */
export interface StressPlan {
  readonly prompts: readonly string[];
  /** Simulated models, such as `simulated/weak`. A model with a seed (`simulated/weak:7`) runs with that seed alone. */
  readonly models: readonly string[];
  readonly seeds: number;
  readonly guards: GuardPreset;
  readonly guardSettings?: GuardSettings;
  readonly maxLlmCalls: number;
  /** Absolute path of the folder in which to store the runs; if absent, none is stored. */
  readonly runs?: string;
  /** Ids that `--client` takes, `adk` for ADK's tools (the default), or `all`. With several, the report has a matrix. */
  readonly clients?: readonly string[];
  /** Absolute path of the folder that the clients have as their workspace; absent for an empty one. */
  readonly workspace?: string;
  /** The folder in which the clients find the skill: the user's (the default) or the workspace's. */
  readonly install?: 'user' | 'project';
}

/**
 * Parameters of a stress test. Default prompts are derived from the skill, default models are those of the command line.
 */
export interface StressParams extends StressPlan {
  /** Absolute path of the skill's folder. */
  readonly skill: string;
  /** If absent, no page is generated. */
  readonly links?: StressLinks;
}

/** The report, and its page if one was requested. */
export interface StressResult {
  readonly report: StressReport;
  /** A complete HTML page without scripts. */
  readonly page?: string;
}

/** Runs a stress test. If it is cancelled, the response contains the results so far. */
export const StressSkill = new RequestType<StressParams, StressResult, void>('stress/start');
/** Number of completed runs, and of planned ones. */
export const StressProgress = new NotificationType<readonly [done: number, planned: number]>('stress/progress');
