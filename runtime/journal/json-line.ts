import { limitDepth, MAX_READ_LEVELS } from '../text/json-depth.ts';

/**
 * Characters that are valid in JSON but that a terminal or CI log (`##[…]`, `##vso[…]`) could interpret, that reorder text, or
 * that some readers of lines take for the end of a line.
 */
const UNSAFE = /(?<=##\w{0,40})\[|[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Serializes a value as JSON. As a last resort, values that are nested too deeply are truncated; input is limited before.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(limitDepth(value, MAX_READ_LEVELS));
  }
}

/** Serializes a value as one line of JSON that is safe to print, for the journal and for standard output alike. */
export function jsonLine(value: unknown): string {
  return jsonText(value).replace(UNSAFE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
