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
      /** The provider's unified finish reason. */
      readonly finish: string;
      /** The reply part by part; absent if it is just `reasoning`, `text` and `calls` in this order, without metadata. */
      readonly parts?: readonly ReplyPart[];
    } & PartialReply)
  | ({ readonly kind: 'failed'; readonly message: string; readonly needsKey?: NeedsKey } & PartialReply)
  | { readonly kind: 'cancelled' };

/** The outcome of one attempt at a model call. `rejected`: it failed before the model sent anything, so it can be retried. */
export type AttemptResult = ModelReply | { readonly kind: 'rejected'; readonly error: unknown };
