/** The details of a row beyond its summary, sent when the row is selected. Types only. */
import type { Json, ModuleApproval, ScriptApproval, ServerApproval, Usage } from '../../runtime/protocol/events.ts';
import type { CallTokens, RequestTokens, TokenShare } from '../../runtime/protocol/request-tokens.ts';

/** The cost of one or more model calls; absent figures are unknown, never zero. */
export interface Price {
  /** US dollars. */
  readonly costUsd?: number;
  /** Reported by the provider, or estimated from its tokens and a price list. */
  readonly costSource?: 'reported' | 'estimated';
  /** The date of that price list, `YYYY-MM-DD`. */
  readonly priceDate?: string;
}

/** The current text of the file that a cause names. */
export type Excerpt = {
  /** Display path, relative to the folder that contains the skill. */
  readonly path: string;
} & (
  | {
      /** `same`: the lines around the words are as the model read them, at their current position. */
      readonly status: 'same' | 'edited';
      readonly firstLine: number;
      readonly lines: readonly string[];
      /** Range of the words; line and columns are 1-based. */
      readonly mark: { readonly line: number; readonly from: number; readonly to: number };
    }
  | { readonly status: 'gone' }
);

/** The files of skills that a call missed, as `SKILL/PATH`. */
export interface MissedPaths {
  readonly path: string;
  /** True if the skill has this file now. */
  readonly isInSkill: boolean;
  /** True if the call looked for it outside of the skill's folder. */
  readonly isOutside: boolean;
  /** Further files that the same call missed. */
  readonly others: readonly string[];
  /** Of the first of them; absent if the kind of the miss is not known. */
  readonly sought?: SoughtPlace;
}

/** A place in which a file or skill was sought. */
export interface SoughtPlace {
  /** The kind of the miss: a few words, and one sentence. */
  readonly title: string;
  readonly says: string;
  /** The path or name as it was asked for. */
  readonly asked: string;
  /** The true place; absent if it is not known. */
  readonly place?: string;
  /** True if the place is known to exist; otherwise the skill's text says so. */
  readonly exists: boolean;
  /** True if it was sought in the wrong place, or under a wrong name. */
  readonly isMisplaced: boolean;
}

/** The words behind a miss in the text that the session of another agent has. */
export interface RecordedExcerpt {
  /** The path that was requested, relative to the skill. */
  readonly missed: string;
  readonly excerpt: Exclude<Excerpt, { readonly status: 'gone' }>;
}

/** One message of a conversation and the row that it comes from. */
export interface Message {
  readonly from: 'user' | 'model' | 'tool';
  readonly row: number;
  readonly text?: string;
  readonly data?: Json;
  readonly tool?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: Json }[];
}

/** A change of a file that a call asks for. */
export interface FileEdit {
  /** The path in the call; '' if it has none. */
  readonly path: string;
  readonly lines: readonly DiffLine[];
  /** Number of lines that are left out at the end. */
  readonly more: number;
}

/** A line of a change; `gap` stands for lines between two parts. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'inserted' | 'gap';
  readonly text: string;
}

/** The current count of a guard. */
export interface GuardCount {
  readonly rule: string;
  readonly count: number;
  readonly threshold: number;
}

/** Everything that was sent to a model call in addition to its messages. */
export interface SentRequest {
  readonly system: string;
  /** The user message before the conversation. */
  readonly opening?: string;
  /** The declarations of the tools. */
  readonly tools: readonly Json[];
  /** Number of messages with files after the conversation. */
  readonly attached: number;
}

/** The estimated tokens of the request of a model call, or of all requests of the run. */
export type RowTokens =
  | {
      readonly kind: 'request';
      readonly shares: readonly TokenShare[];
      readonly changes?: NonNullable<CallTokens['changes']>;
      /** The shares of the agent's previous call. */
      readonly before?: readonly TokenShare[];
    }
  | ({ readonly kind: 'run'; readonly calls: number } & Pick<RequestTokens, 'sent' | 'costUsd' | 'incomplete'>)
  | { readonly kind: 'failed'; readonly message: string };

/** The details of one row beyond its summary; absent fields are unknown. */
export interface Payload {
  readonly row: number;
  readonly args?: Json;
  /** The changes in `args`, if the tool writes files. */
  readonly edits?: readonly FileEdit[];
  readonly result?: Json;
  readonly text?: string;
  readonly reasoning?: string;
  readonly error?: string;
  readonly finish?: string;
  /** The model, if it is not that of the run. */
  readonly model?: string;
  readonly usage?: Usage & Price;
  readonly toolCalls?: readonly { readonly tool: string; readonly args: Json }[];
  /** Tools offered to a model call, with `addedBy` if the previous call was not offered the tool. */
  readonly tools?: readonly { readonly name: string; readonly addedBy?: string }[];
  /** Tools offered to the previous model call but not to this one. */
  readonly removedTools?: readonly string[];
  /** The messages sent to a model call, oldest first, and the number of model calls omitted after the first message. */
  readonly messages?: readonly Message[];
  readonly earlierTurns?: number;
  /** Absent if the journal does not contain it. */
  readonly request?: SentRequest;
  readonly changes?: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly unresolved: readonly string[];
    /** The loaded skill. */
    readonly by?: string;
  };
  /** Guards that counted this row and only warned. */
  readonly warned?: readonly GuardCount[];
  readonly approval?: ScriptApproval;
  readonly server?: ServerApproval;
  readonly module?: ModuleApproval;
  readonly hint?: string;
  /** The command of a client that `hint` asks about. */
  readonly command?: string;
  readonly exitCode?: number | null;
  readonly sandbox?: string;
  readonly state?: readonly Json[];
  readonly excerpt?: Excerpt;
  /** In a session of another agent. */
  readonly missed?: MissedPaths;
  /** The place in which a call sought a file or skill, and where that is; absent if the kind of the miss is not known. */
  readonly sought?: SoughtPlace;
  /** Absent if the current skill has the same lines. */
  readonly recorded?: RecordedExcerpt;
  readonly suggestions?: readonly string[];
  /** The text that Skillwright's hook gave to the model when it decided this, while the client ran. */
  readonly told?: string;
  readonly raw: readonly Json[];
  /** True if something was too long to show in full. */
  readonly cut: boolean;
}
