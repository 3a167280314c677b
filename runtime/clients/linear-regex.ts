import picomatch from 'picomatch';
import { RE2JS } from 're2js';

/** Longer patterns match nothing, in UTF-16 units. */
const MAX_PATTERN = 1000;

/**
 * Conditions in picomatch's expressions that hold for every relative path: no segment of one is empty, `.` or `..`. RE2 has no
 * lookahead.
 */
const ALWAYS_TRUE = ['(?!\\.{1,2}(?:\\/|$))', '(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?=.)'];

/** Compiles the source of a `RegExp` for an engine whose time is linear in the text; undefined if it cannot be. */
export function linearRegex(source: string, flags = 0): RE2JS | undefined {
  try {
    return RE2JS.compile(source.replaceAll(/\\(\P{ASCII})/gu, '$1'), flags);
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that tells whether a glob pattern matches a path that is relative and has `/`. The pattern comes from a
 * model, and `RegExp` could take forever. An invalid, overlong or unsupported pattern (`!(…)`) matches nothing.
 * @param isName true if the pattern is for the last segment of a path
 */
export function globMatcher(pattern: string, isName: boolean): (path: string) => boolean {
  const source = sourceOf(pattern);
  if (source === undefined) return () => false;
  // Picomatch negates with a lookahead.
  const negated = /^\^\(\?!(.*)\)\.\*\$$/s.exec(source)?.[1];
  const positive = ALWAYS_TRUE.reduce((text, condition) => text.replaceAll(condition, ''), negated ?? source);
  const regex = linearRegex(positive);
  if (regex === undefined) return () => false;
  return (path) =>
    path === pattern || regex.test(isName ? path.slice(path.lastIndexOf('/') + 1) : path) === (negated === undefined);
}

function sourceOf(pattern: string): string | undefined {
  try {
    return pattern === '' || pattern.length > MAX_PATTERN ? undefined : picomatch.makeRe(pattern, { dot: true }).source;
  } catch {
    return undefined;
  }
}
