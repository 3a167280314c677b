import { APICallError, TypeValidationError } from '@ai-sdk/provider';
import { messageOf } from '../../errors.ts';
import { missingKeyMessage, refusedKeyMessage } from '../../models/keys/key-advice.ts';
import { BodyTooLargeError } from '../../models/wire/bounded-body.ts';
import { KEYLESS_HEADER } from '../../models/wire/request.ts';
import { networkAdvice } from '../../network/advice.ts';
import type { NeedsKey } from '../../protocol/events.ts';
import { formatCount } from '../../text/count.ts';
import { isContextOverflow, OVERFLOW_ADVICE } from './context-overflow.ts';
import type { ModelLimits } from './limits.ts';

/** The decision about a rejected request. */
export type RetryDecision = (
  | { readonly kind: 'wait'; readonly ms: number; readonly reason: string; readonly attempts: number }
  | { readonly kind: 'give-up'; readonly message: string }
) & {
  /** Milliseconds for which the provider wants no calls at all; absent if the rejection concerns this one alone. */
  readonly pauseMs?: number;
};

/**
 * Decides whether to retry a rejected request: after 408, 429 and 5xx, and after connections that were refused or reset, but
 * not if the account has used up its quota, which waiting does not fix. Providers do not retry by themselves.
 * @param attempt the number of the attempt that failed, from 1
 * @param random a source of numbers in [0, 1)
 */
export function decideRetry(
  error: unknown,
  attempt: number,
  limits: ModelLimits,
  random: () => number = Math.random,
): RetryDecision {
  const message = describeError(error);
  const api = APICallError.isInstance(error) ? error : undefined;
  if (!isTransient(error)) return { kind: 'give-up', message };
  const requested = retryAfterMs(api?.responseHeaders) ?? retryDelayMs(api?.responseBody);
  // Jitter keeps runs that were rejected together from retrying together.
  const backoff = limits.backoffMs * 2 ** (attempt - 1) * (0.75 + random() / 2);
  const ms = Math.round(requested ?? backoff);
  const pause = isRateLimit(error) ? { pauseMs: ms } : {};
  // Calls that wait together get a place only by and by.
  const attempts = isRateLimit(error) && limits.gate !== undefined ? 2 * limits.attempts : limits.attempts;
  if (attempt >= attempts)
    return { kind: 'give-up', message: `${message} (after ${formatCount(attempt, 'attempt')})`, ...pause };
  if (requested !== undefined && requested > limits.maxRetryAfterMs) {
    const seconds = Math.round(requested / 1000);
    const long = `${message}. The provider asks to wait ${seconds} s, longer than allowed.`;
    return { kind: 'give-up', message: long, ...pause };
  }
  return { kind: 'wait', ms, reason: message, attempts, ...pause };
}

/** True if the provider refused the request because it gets too many: 429, 503, and 529 of Anthropic. */
function isRateLimit(error: unknown): boolean {
  const { statusCode } = fieldsOf(error);
  return statusCode === 429 || statusCode === 503 || statusCode === 529;
}

/** True if the same request may succeed later. Applies also to an error that a stream starts with. */
export function isTransient(error: unknown): boolean {
  const { statusCode: status, isRetryable, responseBody = '' } = fieldsOf(error);
  if (typeof responseBody === 'string' && responseBody.includes('"insufficient_quota"')) return false;
  if (typeof status !== 'number') return isRetryable === true && networkAdvice(error) === undefined;
  return status === 408 || status === 429 || status >= 500;
}

/** Reads the fields that both `APICallError` and the plain objects in the streams of the providers' packages have. */
function fieldsOf(error: unknown): Partial<Record<'statusCode' | 'isRetryable' | 'responseBody', unknown>> {
  return typeof error === 'object' && error !== null ? error : {};
}

/** Reads the delay that Google requests in the body of its error, `"retryDelay": "37s"`, in milliseconds. */
function retryDelayMs(body: string | undefined): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Reads `Retry-After`, as seconds or a date (RFC 9110, 10.2.3), or a provider's `retry-after-ms`. Returns milliseconds. */
export function retryAfterMs(
  headers: Record<string, string> | undefined,
  now: number = Date.now(),
): number | undefined {
  const ms = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  if (ms >= 0) return ms;
  const value = headers?.['retry-after'];
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Describes a failed request: status, the provider's message and, if known, what to do. */
export function describeError(error: unknown): string {
  const sizeError = findBodyTooLargeError(error);
  if (sizeError !== undefined) return sizeError.message;
  if (TypeValidationError.isInstance(error)) {
    // The error's own message lists everything that would have been valid, line by line.
    const received = (JSON.stringify(error.value) ?? 'nothing').slice(0, 300);
    return `the endpoint sent data that does not match its format: ${received}`;
  }
  if (!APICallError.isInstance(error)) {
    const message = messageOf(error);
    return isContextOverflow(message) ? overflow(message) : message;
  }
  const status = error.statusCode === undefined ? '' : `${error.statusCode} `;
  const cause = error.cause === undefined ? '' : ` (${rootCause(error.cause)})`;
  const message = messageOf(error).slice(0, 500);
  if (isContextOverflow(`${message} ${error.responseBody ?? ''}`)) return overflow(`${status}${message}`);
  const key = keyNeeded(error);
  if (key !== undefined)
    return (key.why === 'missing' ? missingKeyMessage : refusedKeyMessage)(origin(error.url), status + message);
  if (error.statusCode === 404) return `The model was not found at ${origin(error.url)}: ${status}${message}`;
  if (isClosedConnection(error))
    return `Try again: the connection to ${origin(error.url)} closed before the response was complete${cause}. A server or proxy may limit long responses.`;
  if (error.statusCode === undefined) {
    const advice = networkAdvice(error);
    return `${origin(error.url)} cannot be reached: ${message}${cause}${advice === undefined ? '' : `. ${advice}.`}`;
  }
  return `The model's provider answered ${status}${message}`;
}

/**
 * Describes an error that interrupted a response. Messages about a closed connection or a response that exceeded the size
 * limit need no introduction.
 */
export function describeInterruption(error: unknown): string {
  const message = describeError(error);
  const isSentence =
    findBodyTooLargeError(error) !== undefined || (APICallError.isInstance(error) && isClosedConnection(error));
  return isSentence ? message : `The model's response was interrupted: ${message}`;
}

/** True for the error of the providers' packages when the connection closes while they read. */
function isClosedConnection({ statusCode, message }: APICallError): boolean {
  return statusCode === 200 && message === 'Failed to process successful response';
}

/** Finds the error of a response that exceeded the size limit: the providers' packages wrap it in connection errors. */
function findBodyTooLargeError(error: unknown): BodyTooLargeError | undefined {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error; depth++) {
    if (inner instanceof BodyTooLargeError) return inner;
    inner = inner.cause;
  }
  return undefined;
}

/** Returns the key that is missing or refused, if the endpoint rejected the request for lack of authorization. */
export function keyNeeded(error: unknown): NeedsKey | undefined {
  if (!APICallError.isInstance(error) || (error.statusCode !== 401 && error.statusCode !== 403)) return undefined;
  const why = error.responseHeaders?.[KEYLESS_HEADER] === undefined ? 'refused' : 'missing';
  return { origin: origin(error.url), why };
}

function overflow(message: string): string {
  return `The conversation no longer fits the model's context window: ${message.replace(/(?<![.\s])[.\s]+$/, '')}. ${OVERFLOW_ADVICE}`;
}

function rootCause(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause !== undefined; depth++) inner = inner.cause;
  return messageOf(inner);
}

/** Returns the origin of a URL: its path and query may contain a key. */
function origin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the endpoint';
}
