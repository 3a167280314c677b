import type { Json, JsonObject } from '../protocol/events.ts';
import { isDeeperThan, MAX_LEVELS } from './json-depth.ts';
import { sortedJson } from './sorted-json.ts';
import { isFields } from './values.ts';

/** Maximum number of times that arguments may be encoded as a JSON string. Observed: once. */
const MAX_ENCODINGS = 3;

/**
 * Reads the arguments of a tool call as a model or its endpoint wrote them, also if endpoints are known to garble them: an
 * empty object before or after them, the same arguments several times, encoded as a JSON string, with brackets too many.
 * An empty text means no arguments. Returns undefined if they are no JSON object, are nested too deeply, or may
 * mean different things, such as two different objects.
 */
export function readWrittenArguments(text: string): JsonObject | undefined {
  const written = valuesOf(text)?.map(decode);
  if (written === undefined) return undefined;
  // Nothing but null is no object.
  if (written.length > 0 && written.every((value) => value === null)) return undefined;
  const objects: JsonObject[] = [];
  for (const value of written) {
    if (value === null) continue;
    if (!isFields(value) || isDeeperThan(value, MAX_LEVELS)) return undefined;
    if (Object.keys(value).length > 0) objects.push(value as JsonObject);
  }
  const [first = {}, ...others] = objects;
  if (others.length === 0) return first;
  const same = sortedJson(first);
  return others.every((other) => sortedJson(other) === same) ? first : undefined;
}

/** Returns what a JSON string contains, however often it is encoded; null for an empty one. Other values stay. */
function decode(value: Json): Json {
  let decoded = value;
  for (let n = 0; n < MAX_ENCODINGS && typeof decoded === 'string'; n++) {
    if (decoded.trim() === '') return null;
    const inner = parse(decoded);
    if (inner === undefined) return value;
    decoded = inner;
  }
  return decoded;
}

/** Returns the JSON values that a text consists of, one after another; undefined if it contains anything else. */
function valuesOf(text: string): readonly Json[] | undefined {
  if (text.trim() === '') return [];
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const values: Json[] = [];
  // Two opening braces are never JSON. The closing one that is too many is skipped at the end.
  let at = /^\s*\{(?=\s*\{)/.exec(text)?.[0].length ?? 0;
  while (true) {
    at = skipBlanks(text, at);
    if (at === text.length) return values;
    const end = endOfValue(text, at);
    const value = end === undefined ? undefined : parse(text.slice(at, end));
    if (end === undefined || value === undefined) {
      const isRest = values.length > 0 && /^[\s}\]]*$/.test(text.slice(at));
      return isRest ? values : undefined;
    }
    values.push(value);
    at = end;
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

/** Returns the offset after the object, list, string or `null` that starts at an offset; undefined if none ends. */
function endOfValue(text: string, start: number): number | undefined {
  if (text.startsWith('null', start)) return start + 'null'.length;
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (depth === 0) return undefined;
    if (depth < 0) return undefined;
    if (depth === 0 && !inString) return at + 1;
  }
  return undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
