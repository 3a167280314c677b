/**
 * Limits on the nesting of JSON. Everything that walks JSON is recursive, including `JSON.stringify`, and a stack only
 * holds a few thousand levels. JSON from models, tools and journals is therefore measured on input.
 */

import { isDeeperThan } from '../../skill/index.ts';

export { isDeeperThan };

/** Maximum number of levels of arguments and results. Real tools use a handful. */
export const MAX_LEVELS = 500;

/**
 * Maximum number of levels of a journal line, its payloads and an event of a stream. It is larger than `MAX_LEVELS`, so that
 * arguments truncated here still exceed that limit and never run as if they were complete.
 */
export const MAX_READ_LEVELS = 600;

/** Replaces values that are nested too deeply. */
export const TOO_DEEP = '[nested too deep]';

/** Replaces everything deeper than `levels` with `TOO_DEEP`. Returns the same object if nothing is. */
export function limitDepth<T>(value: T, levels: number): T {
  return isDeeperThan(value, levels) ? (cut(value, levels) as T) : value;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((inner) => cut(inner, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner, levels - 1)]));
}

/** Parses JSON to a value of at most `MAX_READ_LEVELS` levels. Throws like `JSON.parse`. */
export function parseBoundedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Each level takes at least two characters, so most texts are short enough to need no check.
  return text.length < 2 * MAX_READ_LEVELS ? value : limitDepth(value, MAX_READ_LEVELS);
}
