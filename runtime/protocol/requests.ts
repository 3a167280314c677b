import type { BlobReference, Json } from './events.ts';

/**
 * The parts of a model request that no event contains. Together with the conversation, which is computed from the events
 * before it, they are the complete request.
 */
export interface RequestContent {
  /** The system message; '' if there is none. */
  readonly system: string;
  /** The declarations of the tools: name, description and JSON Schema. */
  readonly tools: readonly Json[];
  /** The user message that an inner loop starts with. That of a run is in `run_started`. */
  readonly prompt?: string;
  /** The user message before the conversation. */
  readonly opening?: string;
  /** The list of skills, which is a part of `system` or `opening`. */
  readonly catalogue?: string;
  /** Messages after the conversation, only in this request. */
  readonly append?: readonly Json[];
}

/** The name of a part. */
export type RequestPart = keyof RequestContent;

/** All parts, in the order in which they are stored. */
export const REQUEST_PARTS: readonly RequestPart[] = ['system', 'tools', 'prompt', 'opening', 'catalogue', 'append'];

/** The payload that `llm_request.request` refers to: each part in a payload of its own, so that repeated ones are stored once. */
export type StoredRequest = { readonly version: 1 } & { readonly [part in RequestPart]?: BlobReference };
