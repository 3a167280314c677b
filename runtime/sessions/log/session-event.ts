/** The events of an imported session: those of a run, and some that only imports have. */
import type {
  Cause,
  EventBase,
  FileMiss,
  Json,
  LaterMiss,
  RunEvent,
  SkillFile,
  ToldSkill,
  Usage,
} from '../../protocol/events.ts';
import type { RequestContent } from '../../protocol/requests.ts';
import type { Fate } from './record.ts';

/** The origin of an imported run, as in its `run_started`. */
export interface Imported {
  /** Id of the format. */
  readonly format: string;
  /** Id of the client that wrote the session; absent if it is unknown. */
  readonly client?: string;
  /** The file as passed to the import. */
  readonly file: string;
  /** The id of the session as passed to the import; absent if the file has one session, or its latest one was read. */
  readonly session?: string;
  /** True if the source has no times: all events then have the time of the file. */
  readonly untimed?: true;
  /** The first working directory on the machine of the session, if the session had it before the prompt. Never opened. */
  readonly directory?: string;
}

/** The records that an event was computed from. */
export interface Source {
  /** Numbers of lines, or of the parts of a document, from 1. */
  readonly records: readonly number[];
  /** The file of a sub-agent, relative to the session's folder; absent for the session's own file. */
  readonly file?: string;
}

/** A record of an unknown type. */
export interface RawRecord extends EventBase {
  readonly type: 'raw_record';
  readonly record: Json;
}

/** The text of a skill was added to the conversation. */
export interface SkillLoaded extends EventBase {
  readonly type: 'skill_loaded';
  readonly skill: string;
  /**
   * `tool`: a tool for skills; `read`: a tool for files; `shell`: a command; `user`: the user named it; `client`: the
   * client added it.
   */
  readonly by: 'tool' | 'read' | 'shell' | 'user' | 'client';
  /** The skill's folder on the machine of the session. Never opened. */
  readonly folder?: string;
  /** The folder of the current skill that it most likely is, if current skills were given. */
  readonly current?: string;
  /** True if the client added the text again after a compaction. */
  readonly again?: true;
}

/** The words that led a model to a path that does not exist. */
export interface MissCause {
  /**
   * In the text as the session has it. `file` is relative to the skill; lines count from the beginning of that text.
   */
  readonly recorded?: Cause;
  /** In the skill of that name as it is now. */
  readonly current?: Cause;
}

/** The point at which Skillwright's guards would have ended an agent of the session. */
export interface GuardStop {
  /** Its rule, count and threshold, as in a `guard` event. */
  readonly rule: string;
  readonly count: number;
  readonly threshold: number;
  /** `seq` of the call, its tool, the agent that made it, and its time. */
  readonly call: number;
  readonly tool: string;
  readonly agent: string;
  readonly time: string;
  /** `seq` of the prompt's `run_started`. */
  readonly prompt: number;
  /** `seq`s of the results that were counted. */
  readonly evidence: readonly number[];
  /** Everything that the agent and its sub-agents did in later steps, until the next prompt. */
  readonly after: { readonly toolCalls: number; readonly usage: Usage };
}

/** The decisions that Skillwright's guards would have made in a session, with their default thresholds. */
export interface GuardFindings {
  /** Number of calls that would have been denied. */
  readonly refused: number;
  readonly stops: readonly GuardStop[];
}

/** The calls of a session that brought nothing new. */
export interface WastedCalls {
  /** Number of tool calls that an agent had made before, with the same result and no change in between. */
  readonly repeatedCalls: number;
  /** Number of model calls whose tool calls all missed, failed or were denied, and their tokens. */
  readonly steps: number;
  readonly usage: Usage;
}

/** Numbers of records by their fate; `records` is the sum. */
export type RecordCounts = Readonly<Record<Fate, number>> & { readonly records: number };

/** The last event of an import. */
export interface ImportFinished extends RecordCounts {
  readonly type: 'import_finished';
  readonly run: string;
  /** Number of model calls in the session's file. */
  readonly steps: number;
  /** Tokens and cost of these calls. */
  readonly usage: Usage;
  /** The session's own total, if it has one. */
  readonly reportedUsage?: Usage;
  /** The first working directory on the machine of the session, if the session has it. */
  readonly directory?: string;
  /** Names of the skills that the client offered, if the session has them. */
  readonly offered?: readonly string[];
  /** Estimated tokens of the texts of each skill that the model read, by the skill's name. */
  readonly skillTokens?: Readonly<Record<string, number>>;
  /** The files that the texts of its skills tell the model to read, if there are any. */
  readonly instructed?: readonly ToldSkill[];
  /** The effect that Skillwright's guards would have had; absent if they were active. */
  readonly guards?: GuardFindings;
  /** Calls that brought nothing new, also those of sub-agents. */
  readonly wasted: WastedCalls;
  /** The files of sub-agents, which are not included in the numbers above. */
  readonly subagents?: readonly SubagentCounts[];
  /** Number of files of sub-agents that were not read, because they are nested too deeply. */
  readonly skippedSubagents?: number;
}

/** The error of a prompt that the session ends before the model answers. It was not stopped: the session may continue. */
export const UNANSWERED = 'The session ends before the model answered.';

/** The numbers of a sub-agent's file. */
export type SubagentCounts = RecordCounts & { readonly file: string; readonly steps: number };

/** A bundled file that a call read, or ran; `unproven` as in a `tool_result`. */
export type ReadFile = SkillFile & { readonly ran?: true; readonly unproven?: true };

/** A file that a call missed, with the words that led to it. */
export type MissedWithCause = FileMiss & { readonly cause?: MissCause };

/** The parts of a request that no event contains, as far as a session has them. */
export type SentParts = Partial<Pick<RequestContent, 'system' | 'tools' | 'opening' | 'catalogue'>>;

/** The replacement of the conversation so far by a summary. */
export interface Compaction {
  /** '' if the session does not have it. */
  readonly summary: string;
  /** Number of the first record whose messages stay; absent if none do. */
  readonly keptFrom?: number;
  /** Skills whose texts were in the conversation and are not in what replaced it, and those whose texts are; absent if there are none. */
  readonly lost?: readonly string[];
  readonly kept?: readonly string[];
}

/** An event of an imported session, with the records it was computed from. */
export type SessionEvent = (RunEvent | RawRecord | SkillLoaded) & {
  readonly imported?: Imported;
  readonly source?: Source;
  /** In an `llm_response`: the model, as `PROVIDER/ID`, if it is not that of the prompt. */
  readonly model?: string;
  /** In a `tool_result`: the session does not have the result. */
  readonly hasNoResult?: true;
  /** In a `tool_result`: further files that the same call read or ran. */
  readonly alsoRead?: readonly ReadFile[];
  /** In a `tool_result` with `miss`: the words that led to it. */
  readonly cause?: MissCause;
  /** In a `tool_result` with `miss`: further files that the same call missed. */
  readonly alsoMissed?: readonly MissedWithCause[];
  /** In a `tool_result` or `skill_loaded`: misses of earlier calls, of which it shows the place, or whose file it created. */
  readonly later?: readonly LaterMiss[];
  /** In an `llm_request`: what was sent in addition to the conversation. Absent parts are those of the agent's call before. */
  readonly sent?: SentParts;
  /** In the last `note`s: the files that a skill tells the model to read, if it has not read all of them. */
  readonly lost?: ToldSkill;
  /** In a `note`: the messages before it were replaced. */
  readonly compacted?: Compaction;
};
