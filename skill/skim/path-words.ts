/** The words of a text that may be paths, or hold one, told by single characters: what is no such word is no reference. */

export interface PathWord {
  readonly start: number;
  readonly end: number;
  /** Nothing but letters, digits and `_ - . /`: such a word is a path as a whole or not at all. */
  readonly simple: boolean;
  /** Stands where a link's target does. */
  readonly linked: boolean;
  /** What stands around it may belong to the path too. */
  readonly open: boolean;
}

const BETWEEN = 1;
const PLAIN = 2;
/** By character: what stands between words, what simple words are made of; anything else is part of a word that is not simple. */
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

/** Longer words are read by whoever reads the whole text. */
const MAX_WORD = 110;

/** Told of a word: of its place and what a `PathWord` says, without an object for each of thousands that are none. */
type Visit = (start: number, end: number, simple: boolean, linked: boolean, open: boolean) => void;

/** Calls `visit` with every word of `text` from `from` on that has a `/`, or a `.` before a letter or a digit. */
export function eachPathWord(text: string, from: number, visit: Visit): void {
  const { length } = text;
  let last = from;
  // Looked for by the two signs, one search each: a look at every character takes five times as long.
  let slash = placeOf(text, '/', from);
  let dot = placeOf(text, '.', from);
  for (let at = Math.min(slash, dot); at < length; at = Math.min(slash, dot)) {
    if (at === dot && !isInner(text.charCodeAt(at + 1))) {
      dot = placeOf(text, '.', at + 1);
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
    if (slash < end) slash = placeOf(text, '/', end);
    if (dot < end) dot = placeOf(text, '.', end);
    const linked = isLinked(text, start);
    visit(start, end, simple, linked, isOpen(text, start, end, linked));
  }
}

/** Where a sign stands next; the length of the text where it does not. */
function placeOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

/** Whether a dot before this character is none that ends a sentence: a digit, a letter, `_`. */
const isInner = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 95 || ((code | 32) >= 97 && (code | 32) <= 122);

function isOpen(text: string, start: number, end: number, linked: boolean): boolean {
  if (end - start > MAX_WORD) return true;
  // `](a(b).md)`, `](a,b.md)`, from either part; `[skill-dir]/x.md`; `]:x.md`.
  if (linked) {
    const after = text.charCodeAt(end);
    if (end < text.length && after !== CLOSES && !isSpace(after)) return true;
  } else if (isInTarget(text, start)) return true;
  const first = text.charCodeAt(start);
  return text.charCodeAt(start - 1) === BRACKET && (first === SLASH || first === 92 || first === COLON);
}

/** Whether a word stands behind `](` or `]:`, white space between. */
function isLinked(text: string, start: number): boolean {
  let at = start - 1;
  while (at > 0 && isSpace(text.charCodeAt(at))) at--;
  const code = text.charCodeAt(at);
  return (code === OPENS || code === COLON) && text.charCodeAt(at - 1) === BRACKET;
}

/** Whether a word that stands right behind a comma or the like is a later part of a link's target. */
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
