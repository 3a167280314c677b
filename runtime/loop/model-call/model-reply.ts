import type { NeedsKey, Usage } from '../../protocol/events.ts';
import type { ReplyPart } from './response-parts.ts';

/** A tool call as the model wrote it; `input` is a string that may not be valid JSON. */
export interface WrittenCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
}

/** The content of a reply as far as it was received. */
export interface PartialReply {
  readonly text: string;
  readonly reasoning: string;
  readonly usage: Usage;
}

/** The outcome of a model call. */
export type ModelReply =
  | ({
      readonly kind: 'reply';
      readonly calls: readonly WrittenCall[];
      readonly finish: string;
      /** Set if reasoning, text and calls, in this order, do not represent the reply completely. */
      readonly parts?: readonly ReplyPart[];
    } & PartialReply)
  | ({ readonly kind: 'failed'; readonly message: string; readonly needsKey?: NeedsKey } & PartialReply)
  | { readonly kind: 'cancelled' };

/** The outcome of one attempt. `rejected`: it failed before the model sent anything, so that it can be retried. */
export type AttemptResult = ModelReply | { readonly kind: 'rejected'; readonly error: unknown };
