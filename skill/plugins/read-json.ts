/** Reads JSON that anybody may have written. */
import type { FileSystem } from '../files/files.ts';
import { isDeeperThan } from '../text/json-depth.ts';

/** Maximum length of a manifest, in UTF-16 units. The longest known ones have a tenth of it. */
const MAX_LENGTH = 1024 * 1024;
/** Maximum number of levels of objects and lists. */
const MAX_LEVELS = 32;

export type JsonObject = Readonly<Record<string, unknown>>;

export type JsonResult =
  | { readonly kind: 'object'; readonly value: JsonObject; readonly text: string }
  | { readonly kind: 'missing' }
  /** `why` is a clause about the file, such as `is not valid JSON`. It quotes nothing: the file can be a link to any other. */
  | { readonly kind: 'unusable'; readonly why: string };

/** Reads a file that must be a JSON object. */
export function readJsonObject(fs: FileSystem, path: string): JsonResult {
  const read = fs.read(path);
  switch (read.kind) {
    case 'missing':
      return { kind: 'missing' };
    case 'too-large':
      return { kind: 'unusable', why: 'is too large' };
    case 'binary':
      return { kind: 'unusable', why: 'is not UTF-8 text' };
    case 'unreadable':
      return { kind: 'unusable', why: 'cannot be read' };
    case 'text':
      return parseObject(read.text);
  }
}

function parseObject(text: string): JsonResult {
  if (text.length > MAX_LENGTH) return { kind: 'unusable', why: 'is too large' };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { kind: 'unusable', why: 'is not valid JSON' };
  }
  if (!isObject(value)) return { kind: 'unusable', why: 'is not a JSON object' };
  return isDeeperThan(value, MAX_LEVELS)
    ? { kind: 'unusable', why: 'is nested too deep' }
    : { kind: 'object', value, text };
}

/** True for an object that is not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
