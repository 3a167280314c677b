import { RequestType } from 'vscode-jsonrpc';

/** A category of the content of requests. */
export type ShareKind = 'instructions' | 'tools' | 'catalogue' | 'skill' | 'resource' | 'conversation' | 'results';

/** The order in which categories are listed. */
export const SHARE_KINDS: readonly ShareKind[] = [
  ...(['instructions', 'tools', 'catalogue', 'skill', 'resource', 'conversation', 'results'] as const),
];

/** The part of a request in one category. */
export interface TokenShare {
  readonly kind: ShareKind;
  /** The skill, or `SKILL/PATH` of a bundled file. */
  readonly name?: string;
  /** An estimate, not the provider's count. */
  readonly tokens: number;
}

/** The text in one category that all model calls of a run sent together. */
export interface SentShare extends TokenShare {
  /** Number of calls whose request contained it. */
  readonly calls: number;
  /** US dollars, an estimate; absent if the price of the requests is unknown. */
  readonly costUsd?: number;
}

/** Lines that were removed from a text and added to it, in order. */
export interface TextChange {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The names of tools whose declarations differ. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The request of one model call. */
export interface CallTokens {
  /** `seq` of the `llm_request`. */
  readonly seq: number;
  readonly shares: readonly TokenShare[];
  /** The differences from the previous request of the same loop; absent for the first. Texts are absent if they are equal. */
  readonly changes?: {
    /** `seq` of the previous `llm_request`. */
    readonly since: number;
    readonly system?: TextChange;
    /** The message before the conversation. */
    readonly opening?: TextChange;
    readonly tools?: ToolChanges;
    /** Number of messages that the previous request did not have. */
    readonly messages: number;
    /** Number of messages that only the previous request had; absent if there are none. */
    readonly replaced?: number;
  };
}

/** Estimated tokens of the requests of a run. */
export interface RequestTokens {
  readonly calls: readonly CallTokens[];
  readonly sent: readonly SentShare[];
  /** US dollars of all requests without the replies, an estimate; absent if unknown. */
  readonly costUsd?: number;
  /** Number of calls of which only the conversation is known. */
  readonly incomplete: number;
}

export interface EstimateTokensParams {
  /** Absolute path of the journal. */
  readonly journal: string;
}

export type EstimateTokensResult =
  | { readonly kind: 'estimated'; readonly tokens: RequestTokens }
  | { readonly kind: 'failed'; readonly message: string };

/** Estimates the tokens of the requests of a run. Sent to a process without a run. */
export const EstimateTokens = new RequestType<EstimateTokensParams, EstimateTokensResult, void>('runs/tokens');
