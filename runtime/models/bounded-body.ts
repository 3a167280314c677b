import { setImmediate } from 'node:timers/promises';
import { READ_LEVELS } from '../protocol/levels.ts';

/**
 * Bytes that a line or an event of a stream may have, and a body that is an error. An answer of 2,000,000 characters in one
 * line, all of them escaped, stays below; who reads a line that never ends reads it again and again as it grows.
 */
const MOST = 16 * 1024 * 1024;

/** Lines that one event of a stream may have. Sound ones have a handful; each costs its reader more than its bytes. */
const MOST_LINES = 10_000;

/** Levels of the JSON of an event: those around what the model said are the provider's. */
const LEVELS = READ_LEVELS + 50;

/**
 * Bytes after which everything else has its turn. Whoever reads a stream goes from one event to the next without waiting
 * for anything, and small events that are errors take a millisecond a kilobyte: Stop would not be heard until the end.
 */
const TURN = 16 * 1024;

const NEWLINE = 10;
const RETURN = 13;

/** What stands where JSON was nested too deep: enough levels that it still is. */
const NOTHING = new TextEncoder().encode('null');

type Bytes = Uint8Array<ArrayBuffer>;

/** What a body fails with that is more than is read of one: a sentence for a person, with what to do. */
export class TooMuch extends Error {
  constructor(what: string) {
    super(`Check the base URL and any proxy, or choose another model: the endpoint sent more than ${what}.`);
  }
}

/**
 * The same response, with what the provider's package cannot take kept from it. The body fails with a sentence for a
 * person where a line or an event of it does not end, where an event has too many lines, or where it is an error that does
 * not end. JSON that is nested too deep loses what is deeper.
 */
export function bounded(response: Response, most: number = MOST): Response {
  if (response.body === null) return response;
  return new Response(response.body.pipeThrough(limit(response.ok, most)), response);
}

function limit(byLine: boolean, most: number): TransformStream<Bytes, Bytes> {
  let size = 0;
  let sinceTurn = 0;
  const lines = new Lines();
  const levels = new Levels();
  const mebibytes = `${Math.round(most / 1024 / 1024)} MiB`;
  /** What there is too much of. */
  const excess = (piece: Bytes): string | undefined => {
    // CR alone ends a line as well, but `sound-answer.ts` waits for LF, as what it reads has no other.
    const end = byLine ? piece.lastIndexOf(NEWLINE) : -1;
    size = end < 0 ? size + piece.length : piece.length - end - 1;
    if (size > most) return `${mebibytes} ${byLine ? 'in one line' : 'as an error'}`;
    if (!byLine) return undefined;
    if (lines.take(piece) > MOST_LINES) return `${MOST_LINES} lines in one event`;
    return lines.bytes > most ? `${mebibytes} in one event` : undefined;
  };
  return new TransformStream({
    async transform(chunk, controller) {
      for (let from = 0; from < chunk.length; from += TURN) {
        const piece = chunk.subarray(from, from + TURN);
        sinceTurn += piece.length;
        if (sinceTurn >= TURN) {
          sinceTurn = 0;
          await setImmediate();
        }
        const what = excess(piece);
        if (what !== undefined) return controller.error(new TooMuch(what));
        for (const kept of levels.cut(piece)) controller.enqueue(kept);
      }
    },
  });
}

/** Counts the lines of each event of a stream. A line ends at CR, LF or both; an empty one ends the event. */
class Lines {
  /** Of the event so far, the one that goes on. */
  bytes = 0;
  private lines = 0;
  private empty = true;
  private returned = false;

  /** @returns the most lines that an event has had in this chunk */
  take(chunk: Bytes): number {
    let { lines, empty, returned } = this;
    let most = 0;
    let began = -this.bytes;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte !== NEWLINE && byte !== RETURN) {
        empty = false;
        returned = false;
        continue;
      }
      // Not the second half of one line end.
      if (byte === RETURN || !returned) {
        lines = empty ? 0 : lines + 1;
        if (empty) began = at + 1;
        if (lines > most) most = lines;
        empty = true;
      }
      returned = byte === RETURN;
    }
    Object.assign(this, { lines, empty, returned, bytes: chunk.length - began });
    return most;
  }
}

/** Takes out of JSON, as it streams by, what is nested too deep. A line end is none of JSON's texts, and ends them. */
class Levels {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private ended = false;

  /** The chunk itself, or what is left of it. */
  cut(chunk: Bytes): readonly Bytes[] {
    let { depth, inText, escaped, ended } = this;
    const kept: Bytes[] = [];
    /** Where what is kept next begins; -1 within what is left out. */
    let from = depth > LEVELS ? -1 : 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === NEWLINE || byte === RETURN) {
        // Two in a row end an event, whatever was open in it; one within what is left out does, as no line may be lost.
        if (from < 0) from = at;
        if (ended || depth > LEVELS) depth = 0;
        ended = true;
        inText = false;
        escaped = false;
        continue;
      }
      ended = false;
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === 0x5c) escaped = true;
        else if (byte === 0x22) inText = false;
      } else if (byte === 0x22) inText = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (depth++ === LEVELS) {
          kept.push(chunk.subarray(from, at), NOTHING);
          from = -1;
        }
      } else if ((byte === 0x7d || byte === 0x5d) && depth > 0 && --depth === LEVELS) from = at + 1;
    }
    Object.assign(this, { depth, inText, escaped, ended });
    if (from === 0) return [chunk];
    if (from > 0) kept.push(chunk.subarray(from));
    return kept.filter((piece) => piece.length > 0);
  }
}
