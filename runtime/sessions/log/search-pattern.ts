import picomatch from 'picomatch';

/** Maximum length of a pattern and of a path that are compared, in characters. */
const MAX_PATTERN = 200;
const MAX_PATH = 100;
/** Maximum number of runs of `*` in a pattern, and of alternatives in its braces. */
const MAX_STARS = 4;
const MAX_ALTERNATIVES = 10;

/**
 * Returns a function that is true for the relative paths that a pattern of a session's search matches, in any folder. Both
 * are untrusted, and a glob becomes a regular expression whose time can grow exponentially. A pattern beyond the limits, or
 * with groups or repetitions, therefore matches nothing.
 */
export function searchMatcher(pattern: string): (path: string) => boolean {
  const alternatives = pattern.length > MAX_PATTERN ? [] : withoutBraces(pattern);
  const isSafe =
    pattern !== '' &&
    alternatives.length <= MAX_ALTERNATIVES &&
    alternatives.every((one) => !/[(){}+|]/.test(one) && (one.match(/\*+/g) ?? []).length <= MAX_STARS);
  if (!isSafe) return () => false;
  const globs = alternatives.flatMap((one) => (one.includes('/') ? [one, `**/${one}`] : [`**/${one}`]));
  const isMatch = picomatch(globs, { dot: true, nobrace: true, noextglob: true });
  return (path) => path.length <= MAX_PATH && isMatch(path);
}

/** Expands the braces of a pattern, if it has one pair of them. */
function withoutBraces(pattern: string): readonly string[] {
  const [, start = '', list, end = ''] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((one) => `${start}${one}${end}`);
}
