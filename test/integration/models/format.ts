/** The content of one scripted reply, independent of the format. */
export interface ScriptedReply {
  /** Its reasoning; `signature` must be sent back to the provider with it. */
  readonly reasoning?: { readonly text: string; readonly signature: string };
  readonly text?: string;
  readonly calls?: readonly (readonly [tool: string, args: object | string])[];
  /** A refusal: by the model as text, or by a filter. */
  readonly end?: 'length' | 'refused';
  /** Number of frames after which the connection is broken. */
  readonly cutAfter?: number;
}

/** The content of a request, parsed from its format. */
export interface ParsedRequest {
  readonly tools: readonly string[];
  readonly system: string;
  /** Ids and names of the calls in the conversation, in order. */
  readonly calls: readonly string[];
  /** Results, each with the name or id that its format has. */
  readonly results: readonly string[];
  /** Media types of the attached files. */
  readonly files: readonly string[];
  /** Signatures of reasoning that were sent back. */
  readonly signatures: readonly string[];
}

/** A provider's wire format: its replies, errors and requests. */
export interface Format {
  /** Id of its provider; others may use it, too. */
  readonly provider: string;
  /** A model that the provider's package recognizes as a reasoning model. */
  readonly model: string;
  readonly path: RegExp;
  /** The header with the key, and its value. */
  readonly key: readonly [header: string, value: (key: string) => string];
  /** The frames of a stream, as transmitted. `n` counts requests from 1. */
  frames(say: ScriptedReply, n: number): readonly string[];
  readonly tooLong: { readonly status: number; readonly body: object };
  /** An error in the middle of a stream, as a frame. */
  readonly broken: string;
  parseRequest(body: unknown): ParsedRequest;
  /** Number of frames at the end of a stream that mark it as complete; 3 by default. */
  readonly closing?: number;
  readonly lacks?: MissingFeatures;
}

/** Features that a format lacks. */
export interface MissingFeatures {
  /** Signatures: reasoning is sent back as text. */
  readonly signatures?: true;
  /** Models with a known price. */
  readonly prices?: true;
  /** The reason for a refusal without text. */
  readonly refusalReason?: true;
  /** Information on whether an error in a stream can be retried. */
  readonly retryableErrors?: true;
  /** Arguments that are not JSON: its arguments are objects. */
  readonly brokenArguments?: true;
}

/** Tokens reported by every reply: 11 in, of which 3 are read from a cache; 7 out, of which 2 are for reasoning. */
export const TOKENS = { input: 11, cached: 3, output: 7, reasoning: 2 };

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

export const json = (args: object | string): string => (typeof args === 'string' ? args : JSON.stringify(args));

/** In two parts, as in a stream. */
export const splitInHalf = (text: string): readonly string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

/** Returns every value of `key`, at any depth. */
export function valuesOf(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(inner, key)]);
}

/** Returns the objects that have `key` (with this value, if given), at any depth. */
export function objectsWith(value: unknown, key: string, is?: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = key in value && (is === undefined || (value as Record<string, unknown>)[key] === is);
  const inner = Object.values(value).flatMap((one) => objectsWith(one, key, is));
  return own ? [value as Record<string, unknown>, ...inner] : inner;
}
