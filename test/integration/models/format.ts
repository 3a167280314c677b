/** What a scripted model says in one answer, whatever format it is written in. */
export interface Say {
  /** What it thought; `signature` is what the provider wants back with it. */
  readonly reasoning?: { readonly text: string; readonly signature: string };
  readonly text?: string;
  readonly calls?: readonly (readonly [tool: string, args: object | string])[];
  /** Refused: by the model in words (`text`), or by a filter. */
  readonly end?: 'length' | 'refused';
  /** Frames are left out after this many, and the connection is broken. */
  readonly cutAfter?: number;
}

/** What stands in a request, read from its format. */
export interface Asked {
  readonly tools: readonly string[];
  readonly system: string;
  /** Ids and names of the calls that the conversation holds, in order. */
  readonly calls: readonly string[];
  /** Results, each with the name or id that its format has. */
  readonly results: readonly string[];
  /** Media types of the files shown. */
  readonly files: readonly string[];
  /** Signatures of reasoning that came back. */
  readonly signatures: readonly string[];
}

/** One provider's wire format: how it answers, how it fails, how it is asked. */
export interface Format {
  /** Id of the provider that it is of; others may speak it, too. */
  readonly provider: string;
  /** A model that the provider's package knows to think. */
  readonly model: string;
  readonly path: RegExp;
  /** The header that holds the key, and what it holds. */
  readonly key: readonly [header: string, value: (key: string) => string];
  /** The frames of a stream, as they go over the line. `n` counts requests from 1. */
  frames(say: Say, n: number): readonly string[];
  readonly tooLong: { readonly status: number; readonly body: object };
  /** An error in the middle of a stream, as a frame. */
  readonly broken: string;
  asked(body: unknown): Asked;
  /** How many frames at the end of a stream say that it is whole; 3 unless given. */
  readonly closing?: number;
  readonly lacks?: Lacks;
}

/** What a format has no way to say. */
export interface Lacks {
  /** Signatures: reasoning goes back as its text. */
  readonly signatures?: true;
  /** Models with a known price. */
  readonly prices?: true;
  /** Why an answer without words is refused. */
  readonly reasonOfRefusal?: true;
  /** Whether an error in a stream is worth another attempt. */
  readonly retryableErrors?: true;
  /** Arguments that are not JSON: its arguments are objects. */
  readonly brokenArguments?: true;
}

/** Tokens that every answer reports: 11 in, of them 3 read from a cache; 7 out, of them 2 for reasoning. */
export const TOKENS = { input: 11, cached: 3, output: 7, reasoning: 2 };

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

export const json = (args: object | string): string => (typeof args === 'string' ? args : JSON.stringify(args));

/** In two pieces, as answers come. */
export const halves = (text: string): readonly string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

/** Every value under `key`, however deep. */
export function valuesOf(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(inner, key)]);
}

/** The objects in it that have `key` (with this value, where one is given), however deep. */
export function objectsWith(value: unknown, key: string, is?: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = key in value && (is === undefined || (value as Record<string, unknown>)[key] === is);
  const inner = Object.values(value).flatMap((one) => objectsWith(one, key, is));
  return own ? [value as Record<string, unknown>, ...inner] : inner;
}
