/** Redacts secrets in events before they are written. */
import { own, setOwn } from '../../skill/index.ts';
import type { Json, RunEvent } from '../protocol/events.ts';
import { type Range, redactSecrets, secretFinder } from '../secrets/find-secrets.ts';
import { limitDepth, MAX_READ_LEVELS } from '../text/json-depth.ts';

export { MIN_SECRET_LENGTH } from '../secrets/find-secrets.ts';

const MARK = '[redacted]';

/** Returns the number of redacted secrets in a text. */
export function redactionMarks(text: string): number {
  return text.split(MARK).length - 1;
}

/** Replaces known secrets. */
export interface Redactor {
  /** Replaces every known secret in `text`. */
  text(text: string): string;
  /**
   * Replaces every known secret in the strings, numbers and keys of `value`, even if it extends over several of them.
   * Returns the same object if there is none.
   */
  json(value: Json): Json;
  /** Like `json`, but retains the fields that define the event's type. */
  event<E extends RunEvent>(event: E): E;
}

/** Fields whose values the runtime defines, so that a match with a secret is a coincidence. */
const STRUCTURAL_FIELDS: ReadonlySet<string> = new Set(
  'seq time type invocation parent run kind verdict reason answer by guards sandbox usage evidence'.split(' '),
);

/** Creates a redactor for `secrets` in all forms that `find-secrets.ts` recognizes. */
export function redactorOf(secrets: readonly string[]): Redactor {
  const find = secretFinder(secrets);
  if (find === undefined) return { text: (text) => text, json: (value) => value, event: (event) => event };
  const text = (value: string): string => redactSecrets(value, find, MARK);
  const json = (input: Json): Json => {
    const value = limitDepth(input, MAX_READ_LEVELS);
    const leaves = leavesOf(value);
    const marked = splitRanges(find(leaves.texts.join('')), leaves.texts);
    const keys = new Set(leaves.keys.filter((key) => find(key).length > 0));
    if (marked.size === 0 && keys.size === 0) return value;
    let next = 0;
    const replaceIn = (old: Json): Json => {
      if (!isLeaf(old)) {
        if (old === null || typeof old !== 'object') return old;
        if (isList(old)) return old.map(replaceIn);
        return Object.fromEntries(
          Object.entries(old).map(([key, inner]) => [keys.has(key) ? text(key) : key, replaceIn(inner)]),
        );
      }
      const ranges = marked.get(next++);
      if (ranges === undefined) return old;
      return typeof old === 'string' ? redactSecrets(old, () => ranges, MARK) : MARK;
    };
    return replaceIn(value);
  };
  const event = <E extends RunEvent>(original: E): E => {
    const structural: Record<string, unknown> = {};
    const content: Record<string, Json> = {};
    for (const [key, value] of Object.entries(original)) {
      if (STRUCTURAL_FIELDS.has(key) || typeof value === 'number') setOwn(structural, key, value);
      else setOwn(content, key, value as Json);
    }
    const clean = json(content);
    // Preserves the order of the fields.
    if (clean === content) return original;
    return Object.fromEntries(
      Object.keys(original).map((key) => [key, own(structural, key) ?? own(clean as typeof content, key)]),
    ) as unknown as E;
  };
  return { text, json, event };
}

type Leaf = string | number;

function isLeaf(value: Json): value is Leaf {
  return typeof value === 'string' || typeof value === 'number';
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns all strings and numbers of a value, in order, and all its keys. */
function leavesOf(value: Json): { readonly texts: readonly string[]; readonly keys: readonly string[] } {
  const texts: string[] = [];
  const keys: string[] = [];
  const walk = (one: Json): void => {
    if (isLeaf(one)) texts.push(String(one));
    else if (one === null || typeof one !== 'object') return;
    else if (isList(one)) for (const inner of one) walk(inner);
    else
      for (const [key, inner] of Object.entries(one)) {
        keys.push(key);
        walk(inner);
      }
  };
  walk(value);
  return { texts, keys };
}

/** Splits ranges of the concatenated texts into ranges of each text, by its index. */
function splitRanges(ranges: readonly Range[], texts: readonly string[]): ReadonlyMap<number, readonly Range[]> {
  const marked = new Map<number, Range[]>();
  if (ranges.length === 0) return marked;
  let start = 0;
  let next = 0;
  for (const [index, text] of texts.entries()) {
    const end = start + text.length;
    for (let at = next; at < ranges.length; at++) {
      const [from, to] = ranges[at] ?? [0, 0];
      if (from >= end) break;
      if (to <= start) continue;
      if (to <= end) next = at + 1;
      const textRanges = marked.get(index) ?? [];
      textRanges.push([Math.max(0, from - start), Math.min(text.length, to - start)]);
      marked.set(index, textRanges);
    }
    start = end;
  }
  return marked;
}
/** Returns the parts of a URL that may be secret: user name, password and the values of its query. */
export function secretsInUrl(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  return [username, password, ...searchParams.values()]
    .flatMap((value) => [value, tryDecode(value)])
    .filter((value) => value !== '');
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
