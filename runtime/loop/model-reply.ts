import type { NeedsKey, Usage } from '../protocol/events.ts';
import type { ReplyPart } from './response-parts.ts';

/** A call as the model wrote it; `input` is a string that may not be JSON. */
export interface WrittenCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
}

/** What a model said, as far as it came. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly usage: Usage;
}

/** What a model call came to. */
export type ModelReply =
  | ({
      readonly kind: 'reply';
      readonly calls: readonly WrittenCall[];
      readonly finish: string;
      /** Where reasoning, text and calls, in this order, do not tell it all. */
      readonly parts?: readonly ReplyPart[];
    } & Said)
  | ({ readonly kind: 'failed'; readonly message: string; readonly needsKey?: NeedsKey } & Said)
  | { readonly kind: 'cancelled' };

/** What one attempt came to: `rejected` before the model said anything, so that it may be tried again. */
export type Tried = ModelReply | { readonly kind: 'rejected'; readonly error: unknown };
