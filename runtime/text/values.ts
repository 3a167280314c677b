/** Reads values of untrusted JSON: a value of an unexpected type is treated as absent. */
import type { Json } from '../protocol/events.ts';
import { parseBoundedJson } from './json-depth.ts';

/** A JSON object of unknown content. */
export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** True if `value` is an object and not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NONE;
}

/** Returns a string; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns a list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a finite number that is not negative; undefined for everything else. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Returns a value that comes from JSON, or null if there is none. */
export function jsonOf(value: unknown): Json {
  return value === undefined ? null : (value as Json);
}

const JSON_START = /^\s*[[{"\d\-tfn]/;

/**
 * Parses JSON text of limited depth, such as the arguments of calls. Returns the text itself if it is not JSON.
 */
export function parseJsonOrText(text: string): Json {
  // A failed attempt to parse a long text is expensive.
  if (!JSON_START.test(text)) return text;
  try {
    return parseBoundedJson(text) as Json;
  } catch {
    return text;
  }
}

/** Earliest and latest plausible time, in epoch milliseconds: the years 2000 and 2100. */
const TIMES = [946_684_800_000, 4_102_444_800_000] as const;

/**
 * Converts an ISO 8601 text, or a number of milliseconds or seconds, to ISO 8601 with milliseconds; undefined if
 * implausible.
 */
export function timeOf(value: unknown): string | undefined {
  const isSeconds = typeof value === 'number' && value < 100_000_000_000;
  const ms =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value * (isSeconds ? 1000 : 1)
        : Number.NaN;
  return ms >= TIMES[0] && ms <= TIMES[1] ? new Date(ms).toISOString() : undefined;
}
