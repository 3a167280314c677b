import picomatch from 'picomatch';
import { RE2JS } from 're2js';
import { TurnBudget } from '../turn-budget.ts';

/** Maximum length of a pattern, in UTF-16 units. Longer patterns match nothing. */
const MAX_PATTERN = 1000;

/**
 * Conditions in picomatch's expressions that hold for every relative path: no segment of one is empty, `.` or `..`. RE2 has no
 * lookahead.
 */
const ALWAYS_TRUE = ['(?!\\.{1,2}(?:\\/|$))', '(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?=.)'];

/**
 * Maximum work of a match: the size of the compiled expression times the length of the text, which is what it costs if every
 * part of the expression stays possible at every character. At 0.1 µs each, a second or two.
 */
const MAX_WORK = 10_000_000;
/** Maximum work of a comparison with a path, of which searches have many. */
const MAX_PATH_WORK = 1_000_000;
/** Maximum time of comparisons with paths until the event loop has had a turn, in milliseconds. */
const MAX_TURN_MS = 1_000;

/** An expression whose time is linear in the text, and limited. */
export class LinearRegex {
  private readonly regex: RE2JS;
  /** The number of instructions. */
  readonly size: number;

  constructor(regex: RE2JS) {
    this.regex = regex;
    this.size = regex.programSize();
  }

  /** True if a part of the text matches; undefined if the search would take too long. */
  test(text: string, maxWork = MAX_WORK): boolean | undefined {
    return this.size * text.length > maxWork ? undefined : this.regex.test(text);
  }
}

const turn = new TurnBudget(MAX_TURN_MS);

/**
 * Maximum length of the paths that native expressions are compared with until the event loop has had a turn, in UTF-16 units:
 * at 3 ns each, half a second.
 */
const MAX_NATIVE_IN_A_TURN = 150_000_000;
const nativeTurn = new TurnBudget(MAX_NATIVE_IN_A_TURN);

/** True if comparisons with paths are left out until the event loop has had a turn. */
export function isTurnSpent(): boolean {
  return turn.isSpent || nativeTurn.isSpent;
}

/** Does the same as `matchesPath` with a native expression, whose time must be linear in the length of a path. */
export function matchesPathNatively(regex: RegExp, path: string): boolean | undefined {
  if (nativeTurn.isSpent) return undefined;
  nativeTurn.spend(path.length);
  return regex.test(path);
}

/**
 * True if a path matches; undefined if the comparison would take too long, also because of earlier ones until the event loop
 * has had a turn.
 */
export function matchesPath(regex: LinearRegex, path: string): boolean | undefined {
  if (turn.isSpent) return undefined;
  const start = performance.now();
  const isMatch = regex.test(path, MAX_PATH_WORK);
  turn.spend(performance.now() - start);
  return isMatch;
}

/**
 * Compiles the source of a `RegExp` for an engine whose time is linear in the text; undefined if it is not supported, or too
 * large to be compiled in a short time.
 */
export function linearRegex(source: string, flags = 0): LinearRegex | undefined {
  try {
    if (!isSmallRegex(source)) return undefined;
    return new LinearRegex(RE2JS.compile(source.replaceAll(/\\(\P{ASCII})/gu, '$1'), flags));
  } catch {
    return undefined;
  }
}

/** Maximum length of a regular expression, and of the one in which repetitions are written out, in characters. */
const MAX_REGEX = 10_000;

/** True if a regular expression can be compiled in a short time: `(x{100}){10}` is as long as a thousand `x`. */
export function isSmallRegex(source: string): boolean {
  if (source.length > MAX_REGEX) return false;
  /** The size of each group that is open. */
  const open = [0];
  /** The size of what a repetition would repeat. */
  let last = 0;
  for (const [token, min, max] of source.matchAll(TOKEN)) {
    const depth = open.length - 1;
    if (token === '(') open.push(0);
    else if (token === ')' && depth > 0) {
      last = (open.pop() ?? 0) + 1;
      open[depth - 1] = (open[depth - 1] ?? 0) + last;
    } else {
      const length = token.startsWith('\\Q') ? token.length : 1;
      const added = min === undefined ? length : last * (Math.max(Number(min), Number(max ?? 0)) - 1);
      last = min === undefined ? length : last + added;
      open[depth] = (open[depth] ?? 0) + Math.max(0, added);
    }
  }
  return open.reduce((sum, size) => sum + size, 0) <= MAX_REGEX;
}

/** A literal text, an escaped character, a class of characters, a repetition, or any other character. */
const TOKEN = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}|./gs;

/**
 * Returns a function that is true for the relative paths, with `/`, that a glob pattern matches. The pattern comes from
 * a model, and `RegExp` could take forever. An invalid, overlong or unsupported pattern (`!(…)`) matches nothing.
 * @param isName true if the pattern is for the last segment of a path
 * @param isShell true if the pattern has no braces and no extended forms, as in a shell
 */
export function globMatcher(
  pattern: string,
  isName: boolean,
  { isShell = false, ignoresCase = false } = {},
): (path: string) => boolean {
  const source = sourceOf(pattern, isShell);
  if (source === undefined) return () => false;
  // Picomatch negates with a lookahead.
  const negated = /^\^\(\?!(.*)\)\.\*\$$/s.exec(source)?.[1];
  const positive = ALWAYS_TRUE.reduce((text, condition) => text.replaceAll(condition, ''), negated ?? source);
  const regex = linearRegex(positive, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (regex === undefined) return () => false;
  return (path) =>
    path === pattern ||
    matchesPath(regex, isName ? path.slice(path.lastIndexOf('/') + 1) : path) === (negated === undefined);
}

function sourceOf(pattern: string, isShell: boolean): string | undefined {
  try {
    if (pattern === '' || pattern.length > MAX_PATTERN) return undefined;
    // `posix` makes `[!a]` a negated class, as in shells, ripgrep and minimatch.
    return picomatch.makeRe(pattern, { dot: true, nobrace: isShell, noextglob: isShell, posix: true }).source;
  } catch {
    return undefined;
  }
}
