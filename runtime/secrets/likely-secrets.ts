/**
 * Redacts text that looks like a secret although it is not known to be one: keys of well-known shapes, and values after
 * names such as `DB_PASSWORD` and in headers such as `Authorization`. The kinds are data in `secrets/`. Pure.
 */
import { type FoundSecret, findAssignments } from './kinds/assignments.ts';
import { SECRET_KINDS, type SecretKind } from './kinds/kinds.ts';
import { secretName } from './kinds/names.ts';
import { SECRET_PREFIXES, type SecretPrefix } from './kinds/prefixes.ts';
import { isPlaceholder, isRandom, isSecretValue } from './kinds/values.ts';

export type { FoundSecret } from './kinds/assignments.ts';

const MARK = '[redacted]';

/** Prefixes that end with a separator, by their last two characters: the separators of a text are few. */
const SEPARATED = new Map<number, SecretPrefix[]>();
const SEPARATOR = /[_.~-](?=[\w+/=~-]{10})/g;
/** The other prefixes. */
const LETTERS: SecretPrefix[] = [];
for (const one of SECRET_PREFIXES) {
  const pair = pairAt(one.prefix, one.prefix.length - 1);
  if (!/[_.~-]$/.test(one.prefix)) LETTERS.push(one);
  else SEPARATED.set(pair, [...(SEPARATED.get(pair) ?? []), one]);
}
const LETTER_PREFIX = new RegExp(`(${alternatives(LETTERS.map(({ prefix }) => prefix))})[\\w+/=~-]{10}`, 'g');
const BY_LETTERS: ReadonlyMap<string, SecretPrefix> = new Map(LETTERS.map((one) => [one.prefix, one]));
/** The part of a key after its prefix, and its beginning, by which it is judged. */
const BODY = /[\w+/=~-]{1,4096}(?:\.[\w+/=~-]{6,4096}){0,4}/y;
const BODY_START = /[\w+/=~-]{1,64}/y;

/** Returns a pattern for any of these, grouped by their first character, which makes it several times as fast. */
function alternatives(patterns: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const pattern of new Set(patterns)) {
    const first = pattern.startsWith('\\') ? pattern.slice(0, 2) : pattern.slice(0, 1);
    groups.set(first, [...(groups.get(first) ?? []), pattern.slice(first.length)]);
  }
  return [...groups].map(([first, rest]) => `${first}(?:${rest.join('|')})`).join('|');
}

/** Returns a number for the character at an index and the one before it. */
function pairAt(text: string, index: number): number {
  return (text.charCodeAt(index - 1) & 127) * 128 + (text.charCodeAt(index) & 127);
}

/** Adds the keys with the prefix of a provider. */
function findPrefixes(text: string, found: FoundSecret[]): void {
  SEPARATOR.lastIndex = 0;
  while (SEPARATOR.test(text)) {
    const end = SEPARATOR.lastIndex;
    for (const one of SEPARATED.get(pairAt(text, end - 1)) ?? []) {
      const start = end - one.prefix.length;
      if (!text.startsWith(one.prefix, start) || !isBeginning(text, start)) continue;
      // The separator is not retained, so that the mark is the same as for other kinds.
      const after = addKey(text, end, one, end - (/[_-]$/.test(one.prefix) ? 1 : 0), found);
      if (after === undefined) continue;
      SEPARATOR.lastIndex = after;
      break;
    }
  }
  LETTER_PREFIX.lastIndex = 0;
  for (let match = LETTER_PREFIX.exec(text); match !== null; match = LETTER_PREFIX.exec(text)) {
    const [, prefix = ''] = match;
    const one = BY_LETTERS.get(prefix);
    const { index } = match;
    // Letters also occur within other data in base64, after its signs.
    if (one === undefined || !isBeginning(text, index) || /\+|[^/]\/$/.test(text.slice(Math.max(0, index - 2), index)))
      continue;
    const from = index + prefix.length;
    LETTER_PREFIX.lastIndex = addKey(text, from, one, from, found) ?? from;
  }
}

/** True if a word can begin at the index: no letter, digit or `_` is before it, except those of an escape or a color. */
function isBeginning(text: string, index: number): boolean {
  return (
    index === 0 ||
    /[^A-Za-z0-9_]$|(?:\\[nrtbf]|%[\dA-Fa-f]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\[[\d;]{0,7}m)$/.test(
      text.slice(Math.max(0, index - 9), index),
    )
  );
}

/** Adds the key whose part after the prefix is at `from`. Returns its end; undefined if there is none. */
function addKey(
  text: string,
  from: number,
  { prefix, alphabet, least }: SecretPrefix,
  start: number,
  found: FoundSecret[],
): number | undefined {
  BODY_START.lastIndex = from;
  const begin = BODY_START.exec(text)?.[0] ?? '';
  if (begin.length < Math.min(least, 64) || (alphabet === 'run' && !/^[A-Za-z\d]{20}/.test(begin))) return undefined;
  // Short prefixes occur in ordinary names, too.
  if (!isKey(begin, prefix.length > 3 ? 0.65 : 0.5)) return undefined;
  BODY.lastIndex = from;
  const end = from + (BODY.exec(text)?.[0] ?? begin).length;
  found.push({ start, end, kind: 'prefix' });
  return end;
}

/** True for random text, also if it is counted up, as in examples; not for words. */
function isKey(body: string, maxWords: number): boolean {
  const isLikely = isRandom(body, 8, maxWords) || body.replace(/\D/g, '').length > body.length * 0.3;
  return isLikely && !isPlaceholder(body);
}

/** Minimum length of a text with a secret: `pwd=` and six characters. */
const MIN_LENGTH = 10;
/** Short texts without a secret: names, identifiers and paths, which repeat in a session. */
const clean = new Set<string>();
const MAX_CLEAN = 10_000;
const MAX_CLEAN_LENGTH = 64;
/** A hint of a kind, sticky. */
interface Hint {
  readonly kind: SecretKind;
  readonly pattern: RegExp;
}
const ALL_HINTS = SECRET_KINDS.flatMap(({ hints }) => hints);
/** The first characters exclude most places before the hints are tried. */
const FIRST_CHARACTERS = [...new Set(ALL_HINTS.map((hint) => hint.replace(/^\\/, '').slice(0, 1)))].join('');
const ANY_HINT = new RegExp(`(?=[${FIRST_CHARACTERS.replace('-', '\\-')}])(?:${alternatives(ALL_HINTS)})`, 'g');
/** Hints by the first character that they match. */
const HINTS = new Map<string, Hint[]>();
for (const kind of SECRET_KINDS)
  for (const hint of kind.hints) {
    const first = hint.replace(/^\\/, '').slice(0, 1);
    HINTS.set(first, [...(HINTS.get(first) ?? []), { kind, pattern: new RegExp(hint, 'y') }]);
  }
const REACH = [300, 4400] as const;

/** Number of characters before an option in which its command is searched. */
const MAX_COMMAND = 600;

type Ranges = Map<SecretKind, [start: number, end: number][]>;

/** Adds the secrets of all kinds, near their hints. */
function findKinds(text: string, found: FoundSecret[]): void {
  ANY_HINT.lastIndex = 0;
  let match = ANY_HINT.exec(text);
  if (match === null) return;
  const ranges: Ranges = new Map();
  for (; match !== null; match = ANY_HINT.exec(text)) {
    const { index } = match;
    addRanges(text, index, ranges);
    // The hint of another kind can begin within this one.
    ANY_HINT.lastIndex = index + 1;
  }
  for (const [kind, known] of ranges) for (const [start, end] of known) findKind(text, kind, start, end, found);
}

/** Adds the parts of the text in which secrets can be by the hint at an index. */
function addRanges(text: string, index: number, ranges: Ranges): void {
  for (const { kind, pattern } of HINTS.get(text[index] ?? '') ?? []) {
    pattern.lastIndex = index;
    if (!pattern.test(text)) continue;
    const [before, after] = kind.reach ?? REACH;
    const known = ranges.get(kind) ?? [];
    const last = known.at(-1);
    // No part of the text is searched twice.
    if (last !== undefined && index - before <= last[1]) last[1] = index + after;
    else known.push([Math.max(0, index - before), index + after]);
    ranges.set(kind, known);
  }
}

/** Adds the secrets of a kind in a part of the text. */
function findKind(text: string, kind: SecretKind, from: number, to: number, found: FoundSecret[]): void {
  const { id, shape, parts, accepts, command } = kind;
  const range = from === 0 && to >= text.length ? text : text.slice(from, to);
  shape.lastIndex = 0;
  for (let match = shape.exec(range); match !== null; match = shape.exec(range)) {
    const [whole, kept = ''] = match;
    // What is before the range is unknown.
    if (match.index === 0 && from > 0) continue;
    const start = from + match.index + kept.length;
    const end = from + match.index + whole.length;
    if (command !== undefined && !command.test(lineBefore(text, from + match.index))) continue;
    if (parts === undefined) {
      if (accepts?.(text.slice(start, end), kept) !== false) found.push({ start, end, kind: id });
      continue;
    }
    for (const part of text.slice(start, end).matchAll(parts)) {
      const [inner, before = ''] = part;
      const partStart = start + part.index + before.length;
      const partEnd = start + part.index + inner.length;
      if (accepts?.(text.slice(partStart, partEnd), before) !== false)
        found.push({ start: partStart, end: partEnd, kind: id });
    }
  }
}

/** Returns the line of a command before an index; a line that ends with a backslash continues. */
function lineBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - MAX_COMMAND), index);
  return before.slice(before.search(/(?<=^|[^\\]\r?\n)(?:[^\n]|\\\r?\n)*$/));
}

/** Returns the likely secrets in a text, in order and without overlaps. */
export function likelySecrets(text: string): readonly FoundSecret[] {
  if (text.length < MIN_LENGTH || (text.length <= MAX_CLEAN_LENGTH && clean.has(text))) return [];
  const found: FoundSecret[] = [];
  findPrefixes(text, found);
  findAssignments(text, found);
  findKinds(text, found);
  if (found.length === 0 && text.length <= MAX_CLEAN_LENGTH) {
    if (clean.size >= MAX_CLEAN) clean.clear();
    clean.add(text);
  }
  if (found.length < 2) return found;
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: FoundSecret[] = [];
  for (const one of found) {
    const last = joined.at(-1);
    if (last === undefined || one.start >= last.end) joined.push(one);
    else if (one.end > last.end) joined[joined.length - 1] = { ...last, end: one.end };
  }
  return joined;
}

/** Replaces likely secrets in `text`; everything else, such as source code, is unchanged. */
export function redactKeyShapes(text: string): string {
  const found = likelySecrets(text);
  if (found.length === 0) return text;
  let out = '';
  let done = 0;
  for (const { start, end } of found) {
    out += `${text.slice(done, start)}…${MARK}`;
    done = end;
  }
  return out + text.slice(done);
}

/** True if a field of this name with this value contains a secret. `accessToken` is treated like `access_token`. */
export function isSecretField(name: string, value: string): boolean {
  if (name.length > 80 || value.length < 6 || /\s/.test(value)) return false;
  const kind = secretName(name);
  return kind !== undefined && isSecretValue(value, kind);
}

const NAME = String.raw`[\w-]{0,80}(?:api[_-]?key|access[_-]?key|secret|token|password|passwd|passphrase|credential|authorization|cookie)s?`;
/** Matches `name: value` and `"name": "value"`, as in headers, JSON and objects. Numbers and plain words are retained. */
const NAMED = new RegExp(
  String.raw`((?<![\w-])${NAME}\\?["']?\s{0,8}[:=]\s{0,8}\\?["']?)(?:(bearer|basic|digest)\s{1,8})?([^\s"'\\,;&}\])]{6,4096})`,
  'gi',
);
const SCHEME = /\b(bearer|basic)\s{1,8}[\w.~+/=-]{8,4096}/gi;
const ADDRESS = /(?<![a-z\d+.-])([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@"'<>]{1,1024}@/gi;
const QUERY = /([?&](?:key|sig|signature|code|auth)=)[^&\s"'<>]+/gi;

/** Replaces everything in `text` that looks like a secret, for logs and reports: redacting too much does no harm there. */
export function redactLikelySecrets(text: string): string {
  const named = text
    .replace(ADDRESS, `$1${MARK}@`)
    .replace(QUERY, `$1${MARK}`)
    .replace(NAMED, (whole: string, before: string, scheme: string | undefined, value: string) =>
      /^(?:\d{1,7}|true|false|null|undefined|\[redacted.*)$/i.test(value) ||
      (/^[a-z]+$/i.test(value) && value.length < 12)
        ? whole
        : `${before}${scheme === undefined ? '' : `${scheme} `}${MARK}`,
    )
    .replace(SCHEME, `$1 ${MARK}`);
  return redactKeyShapes(named);
}
