import { Transform, type TransformCallback } from 'node:stream';

const FIELD = 'content-length:';
const SEPARATOR = '\r\n\r\n';
/** Maximum size of a message, in bytes. A longer one is not waited for. */
const MAX_MESSAGE = 64 * 1024 * 1024;
/** Maximum size of a header, in bytes. */
const MAX_HEADER = 8 * 1024;

/**
 * Passes on the complete messages of the protocol's base format. What has no valid `Content-Length` is skipped up to the next
 * valid one, so that one broken header does not make the adapter wait forever.
 */
export class MessageFrames extends Transform {
  private pending: Buffer = Buffer.alloc(0);
  private readonly onSkip: (message: string) => void;

  /** @param onSkip called with a sentence when something was skipped */
  constructor(onSkip: (message: string) => void) {
    super();
    this.onSkip = onSkip;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pending = Buffer.concat([this.pending, chunk]);
    while (this.takeMessage());
    done();
  }

  /** Passes on a message, or skips a header that is invalid. Returns false if more input is needed. */
  private takeMessage(): boolean {
    const end = this.pending.indexOf(SEPARATOR);
    if (end === -1) {
      if (this.pending.length > MAX_HEADER) this.pending = this.pending.subarray(-MAX_HEADER);
      return false;
    }
    const start = end + SEPARATOR.length;
    // After a broken message, its body is in front of the next header.
    const header = this.pending.toString('latin1', Math.max(0, end - MAX_HEADER), end);
    const field = header.toLowerCase().lastIndexOf(FIELD);
    const value = field === -1 ? '' : header.slice(field + FIELD.length);
    const length = Number(/^ *(\d+) *(?:\r\n|$)/.exec(value)?.[1] ?? Number.NaN);
    if (!(length <= MAX_MESSAGE)) {
      this.onSkip('Send "Content-Length: N", with N up to 67108864, before each message: one without it was skipped.');
      this.pending = this.pending.subarray(start);
      return true;
    }
    if (this.pending.length < start + length) return false;
    this.push(`Content-Length: ${length}${SEPARATOR}`);
    this.push(this.pending.subarray(start, start + length));
    this.pending = this.pending.subarray(start + length);
    return true;
  }
}
