import { Transform, type TransformCallback } from 'node:stream';

const FIELD = 'content-length:';
const SEPARATOR = '\r\n\r\n';
/** Maximum size of a message, in bytes. A longer one is not waited for. */
export const MAX_MESSAGE = 16 * 1024 * 1024;
/** Maximum size of a header, in bytes. */
const MAX_HEADER = 8 * 1024;

/**
 * Passes on the complete messages of the protocol's base format, in linear time however they are divided. What has no valid
 * `Content-Length` is skipped up to the next valid one, so that one broken header does not make the adapter wait forever.
 */
export class MessageFrames extends Transform {
  /** The end of the input that may be the start of a header. */
  private header: Buffer = Buffer.alloc(0);
  /** The message that is read, and the number of its bytes that are missing. */
  private body: Buffer | undefined;
  private missing = 0;
  private isSkipping = false;
  private readonly onSkip: (message: string) => void;

  /** @param onSkip called with a sentence when something was skipped, once until the next valid message */
  constructor(onSkip: (message: string) => void) {
    super();
    this.onSkip = onSkip;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    // A message without content is complete without further input.
    while (rest.length > 0) rest = this.body === undefined ? this.readHeader(rest) : this.readBody(rest, this.body);
    done();
  }

  /** Reads up to the end of a header. Returns the rest. */
  private readHeader(chunk: Buffer): Buffer {
    const known = this.header.length;
    const pending = known === 0 ? chunk : Buffer.concat([this.header, chunk]);
    const end = pending.indexOf(SEPARATOR, Math.max(0, known - SEPARATOR.length + 1));
    if (end === -1) {
      // A copy, so that the rest of the memory is released.
      this.header = Buffer.from(pending.subarray(-MAX_HEADER));
      return Buffer.alloc(0);
    }
    this.header = Buffer.alloc(0);
    const length = lengthIn(pending.toString('latin1', Math.max(0, end - MAX_HEADER), end));
    if (length <= MAX_MESSAGE) this.startBody(length);
    else if (!this.isSkipping) {
      this.isSkipping = true;
      this.onSkip(
        `Send "Content-Length: N", with N up to ${MAX_MESSAGE}, before each message: what does not have it is skipped.`,
      );
    }
    return pending.subarray(end + SEPARATOR.length);
  }

  private startBody(length: number): void {
    this.isSkipping = false;
    this.body = Buffer.allocUnsafe(length);
    this.missing = length;
    if (length === 0) this.passOn(this.body);
  }

  /** Reads up to the end of a message. Returns the rest. */
  private readBody(chunk: Buffer, body: Buffer): Buffer {
    const part = chunk.subarray(0, this.missing);
    part.copy(body, body.length - this.missing);
    this.missing -= part.length;
    if (this.missing === 0) this.passOn(body);
    return chunk.subarray(part.length);
  }

  private passOn(body: Buffer): void {
    this.body = undefined;
    this.push(`Content-Length: ${body.length}${SEPARATOR}`);
    this.push(body);
  }
}

/** Returns the length in a header; NaN if it has none. After a broken message, its body is in front of the header. */
function lengthIn(header: string): number {
  const field = header.toLowerCase().lastIndexOf(FIELD);
  const value = field === -1 ? '' : header.slice(field + FIELD.length);
  return Number(/^ *(\d+) *(?:\r\n|$)/.exec(value)?.[1] ?? Number.NaN);
}
