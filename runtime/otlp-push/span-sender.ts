import { defined } from '../../skill/index.ts';
import { jsonLine } from '../journal/json-line.ts';
import type { OtlpSpan } from '../otlp/span.ts';
import { envelope } from '../otlp/trace-lines.ts';
import type { OtlpEndpoint } from './endpoint.ts';

/** Limits of what waits to be sent. What exceeds them is dropped and counted. */
const MAX_QUEUED = 4_096;
const MAX_QUEUED_CHARACTERS = 32_000_000;
const MAX_BATCH = 128;
const MAX_BATCH_CHARACTERS = 1_000_000;
const BATCH_MS = 500;
const REQUEST_MS = 10_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
/** Maximum time that an endpoint can ask to wait. */
const MAX_RETRY_AFTER_MS = 300_000;
const MAX_ATTEMPTS = 6;
/** Responses after which OTLP's specification allows a retry. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The result of sending all spans of a run. */
export interface SendResult {
  readonly sent: number;
  readonly dropped: number;
  /** The last problem, without secrets. */
  readonly problem?: string;
}

/**
 * Sends spans to an OTLP/HTTP endpoint in batches, one request at a time. An endpoint that fails or hangs costs no more than
 * the memory of a bounded queue: adding a span never waits, and nothing here keeps the process alive.
 */
export class SpanSender {
  private readonly endpoint: OtlpEndpoint;
  private readonly queue: string[] = [];
  private queuedCharacters = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | undefined;
  private readonly abort = new AbortController();
  private failures = 0;
  /** The time before which the endpoint asked for no request, by `performance.now`. */
  private notBefore = 0;
  private sent = 0;
  private dropped = 0;
  private problem: string | undefined;
  private closing = false;

  constructor(endpoint: OtlpEndpoint) {
    this.endpoint = endpoint;
  }

  add(spans: readonly OtlpSpan[]): void {
    for (const span of spans) {
      const text = this.queue.length >= MAX_QUEUED ? '' : jsonLine(span);
      if (text === '' || this.queuedCharacters + text.length > MAX_QUEUED_CHARACTERS) {
        this.dropped++;
        continue;
      }
      this.queue.push(text);
      this.queuedCharacters += text.length;
    }
    this.schedule(this.queue.length >= MAX_BATCH ? 0 : BATCH_MS);
  }

  /**
   * Sends the remaining spans and stops. Spans that cannot be sent within the time are dropped; after a failure each batch
   * gets a single attempt, none if the endpoint asked to wait for longer.
   * @param ms maximum time, in milliseconds
   */
  async close(ms: number): Promise<SendResult> {
    this.closing = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    const end = performance.now() + ms;
    const deadline = setTimeout(() => this.abort.abort(), ms);
    await this.sending;
    while (this.queue.length > 0 && !this.abort.signal.aborted && this.notBefore < end) {
      const wait = this.notBefore - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      await this.flush();
    }
    clearTimeout(deadline);
    this.dropped += this.queue.length;
    this.queue.length = 0;
    const { sent, dropped, problem } = this;
    return defined({ sent, dropped, problem });
  }

  private schedule(ms: number): void {
    if (this.timer !== undefined || this.sending !== undefined || this.closing || this.queue.length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, ms);
    this.timer.unref();
  }

  /** Sends one batch, or waits for the request that is under way. */
  private flush(): Promise<void> {
    this.sending ??= this.sendBatch().finally(() => {
      this.sending = undefined;
      this.schedule(this.failures > 0 ? this.retryDelay() : this.queue.length >= MAX_BATCH ? 0 : BATCH_MS);
    });
    return this.sending;
  }

  private async sendBatch(): Promise<void> {
    const batch: string[] = [];
    let characters = 0;
    for (const text of this.queue) {
      if (batch.length > 0 && (batch.length >= MAX_BATCH || characters + text.length > MAX_BATCH_CHARACTERS)) break;
      batch.push(text);
      characters += text.length;
    }
    if (batch.length === 0) return;
    const outcome = await this.post(envelope(batch));
    const isFinal = outcome.kind === 'rejected' || this.closing || ++this.failures >= MAX_ATTEMPTS;
    if (outcome.kind !== 'sent') this.problem = outcome.problem;
    if (outcome.kind === 'failed') this.notBefore = performance.now() + outcome.waitMs;
    if (outcome.kind === 'failed' && !isFinal) return;
    this.queue.splice(0, batch.length);
    this.queuedCharacters -= characters;
    if (outcome.kind === 'sent') {
      const rejected = Math.min(outcome.rejected, batch.length);
      if (rejected > 0) this.problem = 'it rejected them';
      this.failures = 0;
      this.sent += batch.length - rejected;
      this.dropped += rejected;
    } else this.dropped += batch.length;
  }

  private async post(
    body: string,
  ): Promise<
    | { readonly kind: 'sent'; readonly rejected: number }
    | { readonly kind: 'failed'; readonly problem: string; readonly waitMs: number }
    | { readonly kind: 'rejected'; readonly problem: string }
  > {
    const { url, headers } = this.endpoint;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        // A redirect could lead the headers elsewhere.
        redirect: 'manual',
        signal: AbortSignal.any([this.abort.signal, AbortSignal.timeout(REQUEST_MS)]),
      });
      if (response.ok) return { kind: 'sent', rejected: await rejectedSpans(response) };
      // The connection is reused only if the body was read.
      await response.body?.cancel();
      const problem = `it answered ${response.status}`;
      if (!RETRYABLE.has(response.status)) return { kind: 'rejected', problem };
      return { kind: 'failed', problem, waitMs: retryAfter(response.headers.get('retry-after')) };
    } catch (error) {
      return { kind: 'failed', problem: problemOf(error), waitMs: 0 };
    }
  }

  /** Returns a growing delay, which varies so that several processes do not retry together, or what the endpoint asked for. */
  private retryDelay(): number {
    const delay = Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), MAX_RETRY_MS) * (0.75 + Math.random() / 2);
    return Math.max(delay, this.notBefore - performance.now());
  }
}

/** Returns the delay in a `Retry-After` header, seconds or a date, in milliseconds; 0 if there is none. */
function retryAfter(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d{1,9}$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}

/** Maximum length of a response that is read, in bytes. */
const MAX_RESPONSE = 64_000;

/** Returns the number of spans that a response to a successful request rejects (`partialSuccess`). Never rejects. */
async function rejectedSpans({ body }: Response): Promise<number> {
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    // Leaving the loop cancels the rest.
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_RESPONSE) return 0;
      chunks.push(chunk);
    }
    const answer = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      readonly partialSuccess?: { readonly rejectedSpans?: unknown };
    } | null;
    // Protobuf's JSON has 64-bit integers as strings.
    const rejected = Number(answer?.partialSuccess?.rejectedSpans);
    return Number.isInteger(rejected) && rejected > 0 ? rejected : 0;
  } catch {
    return 0;
  }
}

/** Describes why a request failed, by the code of the innermost error: messages may contain the address. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'it did not answer in time';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code === '' ? 'the request failed' : `the request failed (${code})`;
}
