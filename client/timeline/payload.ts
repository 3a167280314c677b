/** What a row holds beyond its summary: sent when it is looked at. Types only. */
import type { Json, ModuleApproval, ScriptApproval, ServerApproval, Usage } from '../../runtime/protocol/events.ts';

/** What a model call cost, or a sum of them; absent figures are unknown, never zero. */
export interface Price {
  /** US dollars. */
  readonly costUsd?: number;
  /** The provider's own figure, or from its tokens and a list of prices. */
  readonly costSource?: 'reported' | 'estimated';
  /** Day of that list, `YYYY-MM-DD`. */
  readonly priceDate?: string;
}

/** What the file that a cause names says now. */
export type Excerpt = {
  /** Path as shown: relative to the folder that the skill lies in. */
  readonly path: string;
} & (
  | {
      /** `same`: the lines of the words are as the model read them, wherever they stand now. */
      readonly words: 'same' | 'edited';
      readonly firstLine: number;
      readonly lines: readonly string[];
      /** Range of the words, line and columns from 1. */
      readonly mark: { readonly line: number; readonly from: number; readonly to: number };
    }
  | { readonly words: 'gone' }
);

/** One message of a conversation, and the row that it comes from. */
export interface Message {
  readonly from: 'user' | 'model' | 'tool';
  readonly row: number;
  readonly text?: string;
  readonly data?: Json;
  readonly tool?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: Json }[];
}

/** A guard's count so far. */
export interface GuardCount {
  readonly rule: string;
  readonly count: number;
  readonly threshold: number;
}

/** What one row holds beyond its summary; absent parts are not known. */
export interface Payload {
  readonly row: number;
  readonly args?: Json;
  readonly result?: Json;
  readonly text?: string;
  readonly reasoning?: string;
  readonly error?: string;
  readonly finish?: string;
  readonly usage?: Usage & Price;
  readonly toolCalls?: readonly { readonly tool: string; readonly args: Json }[];
  /** Tools that a model call was offered; `addedBy` where the one before it was not. */
  readonly tools?: readonly { readonly name: string; readonly addedBy?: string }[];
  /** Tools that the call before it was offered and this one was not. */
  readonly goneTools?: readonly string[];
  /** Of a model call: what it was sent, oldest first, and how many model calls are left out after the first. */
  readonly messages?: readonly Message[];
  readonly earlierTurns?: number;
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
  readonly exitCode?: number | null;
  readonly sandbox?: string;
  readonly state?: readonly Json[];
  readonly excerpt?: Excerpt;
  readonly suggestions?: readonly string[];
  readonly raw: readonly Json[];
  /** Something was too long to show whole. */
  readonly cut: boolean;
}
