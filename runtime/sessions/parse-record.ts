import { parseBoundedJson } from '../text/json-depth.ts';
import { type Fields, isFields } from '../text/values.ts';
import { trimLine } from './lines.ts';

/** A line of a file: a record, a line without content, JSON that is not an object, or none at all. */
export type ParsedLine =
  | { readonly kind: 'record'; readonly record: Fields }
  | { readonly kind: 'blank' }
  | { readonly kind: 'broken' };

/** Parses a line; undefined stands for one that is too long. Never throws. */
export function parseLine(line: string | undefined): ParsedLine {
  const text = line === undefined ? undefined : trimLine(line);
  if (text === '') return { kind: 'blank' };
  try {
    const record = text === undefined ? undefined : parseBoundedJson(text);
    return isFields(record) ? { kind: 'record', record } : { kind: 'broken' };
  } catch {
    return { kind: 'broken' };
  }
}
