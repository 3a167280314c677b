/**
 * How deep JSON may be nested. Whatever walks it goes down level by level, `JSON.stringify` too, and a few thousand levels
 * are all that a stack holds. So what comes from models, tools and journals is measured where it comes in.
 */

/** Levels of a call's arguments and of a result. What sound tools take and give has a handful. */
export const MOST_LEVELS = 500;

/**
 * Levels to which a line of a journal, a payload beside it and an event of a stream are read: more than `MOST_LEVELS`, so
 * that arguments that lost something here still are too deep, and never run as if they were whole.
 */
export const READ_LEVELS = 600;

/** Stands where something was nested too deep. */
export const TOO_DEEP = '[nested too deep]';

/** Whether `value` has more than `levels` levels: a number has none, an object of numbers one. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}

/** `value` with `TOO_DEEP` in the place of all that is more than `levels` deep; the same object where nothing is. */
export function shallow<T>(value: T, levels: number): T {
  return isDeeper(value, levels) ? (cut(value, levels) as T) : value;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((inner) => cut(inner, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner, levels - 1)]));
}

/** JSON as a value no deeper than `READ_LEVELS`. Throws as `JSON.parse` does. */
export function parseShallow(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Each level takes two characters at least: most texts are settled by their length.
  return text.length < 2 * READ_LEVELS ? value : shallow(value, READ_LEVELS);
}
