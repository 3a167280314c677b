/** Messages between a run and the process of a module, over the IPC channel of a forked process. */
import type { JSONSchema7 } from '@ai-sdk/provider';
import type { Json, JsonObject } from '../../protocol/events.ts';

/** The serializable part of a module's tool. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchema7;
  /** True if `approval` must be requested before a call. */
  readonly needsApproval: boolean;
  /** True if it changes nothing. */
  readonly readOnly: boolean;
}

export interface ListContext {
  readonly agent: string;
  readonly invocation: string;
  readonly state: JsonObject;
}

export type ToHost =
  | { readonly type: 'load'; readonly file: string }
  | { readonly type: 'list'; readonly id: number; readonly context: ListContext }
  /** `listing` is the `id` of the `list` that the tool came from. */
  | {
      readonly type: 'approval';
      readonly id: number;
      readonly listing: number;
      readonly tool: string;
      readonly input: JsonObject;
    }
  | {
      readonly type: 'execute';
      readonly id: number;
      readonly listing: number;
      readonly tool: string;
      readonly input: JsonObject;
      readonly context: ListContext & { readonly callId: string };
    }
  | { readonly type: 'abort'; readonly id: number }
  /** The reply to `ask`; `value` is the credential. */
  | { readonly type: 'answer'; readonly question: number; readonly value: string }
  /** The rejection of `ask`, with the reason: a listing has no call that could be answered instead. */
  | { readonly type: 'refused'; readonly question: number; readonly message: string };

export type FromHost =
  | { readonly type: 'loaded' }
  | { readonly type: 'failed'; readonly message: string }
  | {
      readonly type: 'tools';
      readonly id: number;
      readonly tools: readonly DeclaredTool[];
      readonly problems: readonly string[];
    }
  | { readonly type: 'approval'; readonly id: number; readonly needed: boolean }
  | { readonly type: 'done'; readonly id: number; readonly value: Json }
  | { readonly type: 'error'; readonly id: number; readonly code: string; readonly message: string }
  | { readonly type: 'state'; readonly id: number; readonly key: string; readonly value: Json }
  | { readonly type: 'skip'; readonly id: number; readonly skip: boolean }
  /** Declares that the call changed nothing, even if the tool can. */
  | { readonly type: 'read-only'; readonly id: number; readonly readOnly: boolean }
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly question: number;
      readonly about:
        | { readonly kind: 'confirmation'; readonly hint: string }
        | { readonly kind: 'credential'; readonly key: string; readonly hint?: string };
    };
