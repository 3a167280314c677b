/** Limits the size of a provider's replies. */
import { setImmediate } from 'node:timers/promises';
import { MAX_READ_LEVELS } from '../../text/json-depth.ts';

/**
 * Maximum size of a line or an event of a stream, and of an error body, in bytes. An answer of 2,000,000 characters in one
 * line, all of them escaped, is smaller. A line that never ends would be reread by its parser each time it grows.
 */
const MAX_BYTES = 16 * 1024 * 1024;

/** Maximum number of lines in one event of a stream. Valid events have a handful; each line costs the parser more than its bytes. */
const MAX_LINES = 10_000;

/** Maximum nesting of an event's JSON: the model's output plus the levels that the provider adds around it. */
const MAX_LEVELS = MAX_READ_LEVELS + 50;

/**
 * Number of bytes after which the event loop gets a turn. A parser goes from one buffered event to the next without
 * awaiting I/O, and small error events take a millisecond per kilobyte: Stop would not be handled until the end.
 */
const YIELD_AFTER_BYTES = 16 * 1024;

const NEWLINE = 10;
const RETURN = 13;

/** Replacement for JSON that is nested too deep, so that the rest remains valid JSON. */
const NULL_LITERAL = new TextEncoder().encode('null');

type Bytes = Uint8Array<ArrayBuffer>;

/** The error of a body that exceeds a limit. Its message is for the user and says what to do. */
export class BodyTooLargeError extends Error {
  constructor(violation: string) {
    super(`Check the base URL and any proxy, or choose another model: the endpoint sent more than ${violation}.`);
  }
}

/**
 * Returns the response with a body that is safe for the provider's package to parse. The body errors with `BodyTooLargeError` if a
 * line, an event or an error exceeds its size limit or an event has too many lines. JSON nested too deep is replaced with
 * `null`.
 */
export function boundBody(response: Response, maxBytes: number = MAX_BYTES): Response {
  if (response.body === null) return response;
  return new Response(response.body.pipeThrough(limitStream(response.ok, maxBytes)), response);
}

function limitStream(byLine: boolean, maxBytes: number): TransformStream<Bytes, Bytes> {
  let size = 0;
  let sinceTurn = 0;
  const lines = new LineCounter();
  const levels = new DepthLimiter();
  const mebibytes = `${Math.round(maxBytes / 1024 / 1024)} MiB`;
  /** Returns a description of the limit that `piece` exceeds, if any. */
  const excess = (piece: Bytes): string | undefined => {
    // A CR alone ends a line, too, but the stream is next read by a parser that waits for LF.
    const end = byLine ? piece.lastIndexOf(NEWLINE) : -1;
    size = end < 0 ? size + piece.length : piece.length - end - 1;
    if (size > maxBytes) return `${mebibytes} ${byLine ? 'in one line' : 'as an error'}`;
    if (!byLine) return undefined;
    if (lines.count(piece) > MAX_LINES) return `${MAX_LINES} lines in one event`;
    return lines.bytes > maxBytes ? `${mebibytes} in one event` : undefined;
  };
  return new TransformStream({
    async transform(chunk, controller) {
      for (let from = 0; from < chunk.length; from += YIELD_AFTER_BYTES) {
        const piece = chunk.subarray(from, from + YIELD_AFTER_BYTES);
        sinceTurn += piece.length;
        if (sinceTurn >= YIELD_AFTER_BYTES) {
          sinceTurn = 0;
          await setImmediate();
        }
        const exceeded = excess(piece);
        if (exceeded !== undefined) return controller.error(new BodyTooLargeError(exceeded));
        for (const part of levels.cut(piece)) controller.enqueue(part);
      }
    },
  });
}

/** Counts the lines of each event of a stream. CR, LF or both end a line; an empty line ends an event. */
class LineCounter {
  /** Size of the current, incomplete event. */
  bytes = 0;
  private lines = 0;
  private empty = true;
  private afterReturn = false;

  /** @returns the highest line count of any event in this chunk */
  count(chunk: Bytes): number {
    let { lines, empty, afterReturn } = this;
    let highest = 0;
    let eventStart = -this.bytes;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte !== NEWLINE && byte !== RETURN) {
        empty = false;
        afterReturn = false;
        continue;
      }
      // Skip the LF of a CRLF.
      if (byte === RETURN || !afterReturn) {
        lines = empty ? 0 : lines + 1;
        if (empty) eventStart = at + 1;
        if (lines > highest) highest = lines;
        empty = true;
      }
      afterReturn = byte === RETURN;
    }
    Object.assign(this, { lines, empty, afterReturn, bytes: chunk.length - eventStart });
    return highest;
  }
}

/** Replaces JSON nested too deep with `null` as it streams by. No JSON string contains a line break, so one ends the string. */
class DepthLimiter {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private ended = false;

  /** Returns the chunk, or the pieces of it that remain. */
  cut(chunk: Bytes): readonly Bytes[] {
    let { depth, inString, escaped, ended } = this;
    const pieces: Bytes[] = [];
    /** Start of the next piece; -1 inside a part that is removed. */
    let from = depth > MAX_LEVELS ? -1 : 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === NEWLINE || byte === RETURN) {
        // Two in a row end an event even with open brackets; one inside a removed part ends it, as no line may be lost.
        if (from < 0) from = at;
        if (ended || depth > MAX_LEVELS) depth = 0;
        ended = true;
        inString = false;
        escaped = false;
        continue;
      }
      ended = false;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === 0x5c) escaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (depth++ === MAX_LEVELS) {
          pieces.push(chunk.subarray(from, at), NULL_LITERAL);
          from = -1;
        }
      } else if ((byte === 0x7d || byte === 0x5d) && depth > 0 && --depth === MAX_LEVELS) from = at + 1;
    }
    Object.assign(this, { depth, inString, escaped, ended });
    if (from === 0) return [chunk];
    if (from > 0) pieces.push(chunk.subarray(from));
    return pieces.filter((piece) => piece.length > 0);
  }
}
