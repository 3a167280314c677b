/** Finds the words of a text that may be or contain paths, character by character. No other word can be a reference. */

export interface PathWord {
  readonly start: number;
  readonly end: number;
  /** True if it consists of letters, digits and `_ - . /` only, and is therefore a path as a whole or not at all. */
  readonly simple: boolean;
  /** True if it is in the position of a link's target. */
  readonly linked: boolean;
  /** True if characters around it may be part of the path. */
  readonly open: boolean;
}

const BETWEEN = 1;
const PLAIN = 2;
/** The kind of each character: a separator, or part of a simple word. Any other character makes a word not simple. */
const KINDS = new Uint8Array(128);
for (let code = 0; code <= 32; code++) KINDS[code] = BETWEEN;
for (const char of '`"\'()[]|,;') KINDS[char.charCodeAt(0)] = BETWEEN;
for (let code = 0; code < 128; code++) if (/[\w./-]/.test(String.fromCharCode(code))) KINDS[code] = PLAIN;

const isSpace = (code: number): boolean => code <= 32 || (code >= 0x80 && /\s/.test(String.fromCharCode(code)));
const isBetween = (code: number): boolean => (code < 128 ? KINDS[code] === BETWEEN : isSpace(code));

const SLASH = 47;
const OPENS = 40;
const CLOSES = 41;
const BRACKET = 93;
const COLON = 58;
const BACKTICK = 96;
const EQUALS = 61;

/** Maximum length of a word; a longer one is left to the full parser. */
const MAX_WORD = 110;

/** Receives a word's range and the properties of `PathWord`, without allocating an object for each irrelevant word. */
type Visit = (start: number, end: number, simple: boolean, linked: boolean, open: boolean) => void;

/** Calls `visit` with every word of `text` from `from` on that contains a `/`, or a `.` before a letter or a digit. */
export function eachPathWord(text: string, from: number, visit: Visit): void {
  const { length } = text;
  let last = from;
  // Searches for these two characters, which is five times faster than examining every character.
  let slash = indexOrEnd(text, '/', from);
  let dot = indexOrEnd(text, '.', from);
  for (let at = Math.min(slash, dot); at < length; at = Math.min(slash, dot)) {
    if (at === dot && !isInner(text.charCodeAt(at + 1))) {
      dot = indexOrEnd(text, '.', at + 1);
      continue;
    }
    let start = at;
    let simple = true;
    while (start > last) {
      const before = text.charCodeAt(start - 1);
      if (isBetween(before)) break;
      simple &&= KINDS[before] === PLAIN;
      start--;
    }
    let end = at + 1;
    while (end < length) {
      const after = text.charCodeAt(end);
      if (isBetween(after)) break;
      simple &&= KINDS[after] === PLAIN;
      end++;
    }
    last = end;
    if (slash < end) slash = indexOrEnd(text, '/', end);
    if (dot < end) dot = indexOrEnd(text, '.', end);
    const linked = isLinked(text, start);
    visit(start, end, simple, linked, isOpen(text, start, end, linked));
  }
}

/** Returns the next position of a character, or the length of the text. */
function indexOrEnd(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

/** Returns true for a digit, a letter or `_`, before which a dot cannot end a sentence. */
const isInner = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 95 || ((code | 32) >= 97 && (code | 32) <= 122);

const isQuote = (code: number): boolean => code === 34 || code === 39;

function isOpen(text: string, start: number, end: number, linked: boolean): boolean {
  if (end - start > MAX_WORD) return true;
  // `](a(b).md)`, `](a,b.md)`, from either part; `[skill-dir]/x.md`; `]:x.md`.
  if (linked) {
    const after = text.charCodeAt(end);
    if (end < text.length && after !== CLOSES && !isSpace(after) && !isQuote(after)) return true;
  } else if (isInTarget(text, start)) return true;
  const first = text.charCodeAt(start);
  // `"$SKILL_DIR"/x.md`
  if (first === SLASH && isQuote(text.charCodeAt(start - 1)) && text.charCodeAt(start - 2) > 32) return true;
  return text.charCodeAt(start - 1) === BRACKET && (first === SLASH || first === 92 || first === COLON);
}

/** Returns true if a word follows `](` or `]:`, with optional white space, or is the value of an attribute `src` or `href`. */
function isLinked(text: string, start: number): boolean {
  if (isQuote(text.charCodeAt(start - 1)) && text.charCodeAt(start - 2) === EQUALS)
    return /\b(?:src|href)=$/i.test(text.slice(Math.max(0, start - 6), start - 1));
  let at = start - 1;
  while (at > 0 && isSpace(text.charCodeAt(at))) at--;
  const code = text.charCodeAt(at);
  return (code === OPENS || code === COLON) && text.charCodeAt(at - 1) === BRACKET;
}

/** Returns true if a word directly after a separator, such as a comma, is a later part of a link's target. */
function isInTarget(text: string, start: number): boolean {
  let at = start - 1;
  const code = text.charCodeAt(at);
  if (at < 0 || isSpace(code) || !isBetween(code) || code === BACKTICK) return false;
  for (const stop = Math.max(0, start - 400); at > stop; at--) {
    const before = text.charCodeAt(at);
    if (isSpace(before)) return isLinked(text, at);
    if ((before === OPENS || before === COLON) && text.charCodeAt(at - 1) === BRACKET) return true;
  }
  return at > 0;
}
