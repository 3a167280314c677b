/** Answers in parts: a model that asks for findings must not get a text that fills its context. */
import { hash } from 'node:crypto';

/** Maximum size of an answer, in bytes: of its result as JSON, and of its text. A client gives the model one of both. */
export const MAX_BYTES = 4096;

/** Bytes that are kept free for what surrounds the items of an answer. */
const RESERVED = 700;

/** Returns the size of a value as JSON, in bytes. */
export const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Returns the items from `start` that fit into an answer, at least one. They are made one after the other. */
export function pageOf<T>(
  count: number,
  start: number,
  make: (index: number) => T,
  textOf: (item: T) => string,
  room = MAX_BYTES - RESERVED,
): T[] {
  const page: T[] = [];
  let [json, text] = [0, 0];
  for (let index = start; index < count; index++) {
    const item = make(index);
    json += sizeOf(item) + 1;
    text += Buffer.byteLength(textOf(item)) + 1;
    if (Math.max(json, text) > room && page.length > 0) break;
    page.push(item);
  }
  return page;
}

/** Returns the end of the part of a text from `start` that has at most `room` bytes as JSON, without half a character at its end. */
export function endOfText(text: string, start: number, room: number): number {
  let end = start;
  let bytes = 0;
  for (const character of text.slice(start, start + room)) {
    bytes += sizeOf(character) - 2;
    if (bytes > room) break;
    end += character.length;
  }
  // A whole line if there is one, so that no line is in two parts.
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
  return end < text.length && lineEnd > start + (end - start) / 2 ? lineEnd : end;
}

/** Returns a text of at most `room` bytes as JSON. */
export function cut(text: string, room: number): string {
  if (sizeOf(text) <= room) return text;
  let end = 0;
  let bytes = 5;
  for (const character of text.slice(0, room)) {
    bytes += sizeOf(character) - 2;
    if (bytes > room) break;
    end += character.length;
  }
  return `${text.slice(0, end)}…`;
}

/** Returns the cursor of the part that begins at an offset, for as long as the whole is the same. */
export const cursorAt = (offset: number, whole: unknown): string => `${offset}.${digestOf(whole)}`;

export const CHANGED =
  'Call it again without a cursor: the files have changed since, or the cursor is not of this answer.';

/** Returns the offset of a cursor, 0 without one; undefined if it is not of this whole. */
export function offsetOf(cursor: string | undefined, whole: unknown): number | undefined {
  if (cursor === undefined) return 0;
  const [, offset] = /^(\d{1,9})\./.exec(cursor) ?? [];
  return offset !== undefined && cursorAt(Number(offset), whole) === cursor ? Number(offset) : undefined;
}

const digestOf = (whole: unknown): string =>
  hash('sha256', typeof whole === 'string' ? whole : JSON.stringify(whole), 'base64url').slice(0, 12);
