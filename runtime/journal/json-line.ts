import { limitDepth, MAX_READ_LEVELS } from '../protocol/json-depth.ts';

/** What a terminal or a build (`##[…]`, `##vso[…]`) could take for a command, or turn text around with, though it stands in JSON as it is. */
const RISKY = /(?<=##\w{0,40})\[|[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON. The last resort where it is too deep for that: without what is. Guards against it stand where values come in. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(limitDepth(value, MAX_READ_LEVELS));
  }
}

/** A value as one line of JSON, the same in the journal and on standard output, and harmless where a terminal shows it. */
export function jsonLine(value: unknown): string {
  return jsonText(value).replace(RISKY, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
