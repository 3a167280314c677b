import { APICallError, TypeValidationError } from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import { TooMuch } from '../models/bounded-body.ts';
import { keyMissing, keyRefused } from '../models/key-advice.ts';
import { KEYLESS } from '../models/request.ts';
import { networkAdvice } from '../network/advice.ts';
import type { NeedsKey } from '../protocol/events.ts';
import type { ModelLimits } from './limits.ts';
import { isContextOverflow, OVERFLOW_ADVICE } from './overflow.ts';

export type RetryDecision =
  | { readonly kind: 'wait'; readonly ms: number; readonly why: string }
  | { readonly kind: 'give-up'; readonly message: string };

/**
 * Whether a rejected request is worth another attempt: 408, 429 and 5xx, and connections that were refused or reset; not
 * where the account is used up, which no waiting mends. Providers do not retry themselves. `attempt` counts from 1; `random` gives 0 up to 1.
 */
export function decideRetry(
  error: unknown,
  attempt: number,
  limits: ModelLimits,
  random: () => number = Math.random,
): RetryDecision {
  const message = explain(error);
  const api = APICallError.isInstance(error) ? error : undefined;
  if (!isTransient(error)) return { kind: 'give-up', message };
  if (attempt >= limits.attempts) return { kind: 'give-up', message: `${message} (after ${attempt} attempts)` };
  const asked = retryAfterMs(api?.responseHeaders) ?? retryDelayMs(api?.responseBody);
  if (asked !== undefined && asked > limits.maxRetryAfterMs) {
    const seconds = Math.round(asked / 1000);
    return { kind: 'give-up', message: `${message}. The provider asks to wait ${seconds} s, longer than allowed.` };
  }
  // Jitter keeps many runs that were turned away together from coming back together.
  const backoff = limits.backoffMs * 2 ** (attempt - 1) * (0.75 + random() / 2);
  return { kind: 'wait', ms: Math.round(asked ?? backoff), why: message };
}

/** Whether the same request may go through later. An error in a stream that had not begun to answer counts, too. */
export function isTransient(error: unknown): boolean {
  const { statusCode: status, isRetryable, responseBody = '' } = fieldsOf(error);
  if (typeof responseBody === 'string' && responseBody.includes('"insufficient_quota"')) return false;
  if (typeof status !== 'number') return isRetryable === true && networkAdvice(error) === undefined;
  return status === 408 || status === 429 || status >= 500;
}

/** The providers' packages throw `APICallError`, and put plain objects with the same fields into streams. */
function fieldsOf(error: unknown): Partial<Record<'statusCode' | 'isRetryable' | 'responseBody', unknown>> {
  return typeof error === 'object' && error !== null ? error : {};
}

/** How long Google asks to wait, in the body of its error: `"retryDelay": "37s"`. */
function retryDelayMs(body: string | undefined): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, 10.2.3); `retry-after-ms` where a provider sends it. */
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

/** What went wrong with a request, for a person: status, the provider's words, and what to do where that is known. */
export function explain(error: unknown): string {
  const excess = tooMuch(error);
  if (excess !== undefined) return excess.message;
  if (TypeValidationError.isInstance(error)) {
    // Its own message is everything that it could have been, line by line.
    const sent = (JSON.stringify(error.value) ?? 'nothing').slice(0, 300);
    return `the endpoint sent what its format does not allow: ${sent}`;
  }
  if (!APICallError.isInstance(error)) {
    const message = messageOf(error);
    return isContextOverflow(message) ? overflow(message) : message;
  }
  const status = error.statusCode === undefined ? '' : `${error.statusCode} `;
  const cause = error.cause === undefined ? '' : ` (${rootCause(error.cause)})`;
  const said = messageOf(error).slice(0, 500);
  if (isContextOverflow(`${said} ${error.responseBody ?? ''}`)) return overflow(`${status}${said}`);
  const key = keyNeeded(error);
  if (key !== undefined) return (key.why === 'missing' ? keyMissing : keyRefused)(origin(error.url), status + said);
  if (error.statusCode === 404) return `The model was not found at ${origin(error.url)}: ${status}${said}`;
  // The providers' packages say so where the connection ends while they read.
  if (error.statusCode === 200 && said === 'Failed to process successful response')
    return `The connection to ${origin(error.url)} was cut before the answer had come whole${cause}. Try again; if it stays so, see whether the server or a proxy ends long answers.`;
  if (error.statusCode === undefined) {
    const advice = networkAdvice(error);
    return `${origin(error.url)} cannot be reached: ${said}${cause}${advice === undefined ? '' : `. ${advice}.`}`;
  }
  return `The model's provider answered ${status}${said}`;
}

/** The same of an error that came within an answer. Nothing broke off by itself where more came than is read. */
export function explainBreak(error: unknown): string {
  return tooMuch(error)?.message ?? `The model's answer broke off: ${explain(error)}`;
}

/** The providers' packages wrap it in errors that speak of the connection. */
function tooMuch(error: unknown): TooMuch | undefined {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error; depth++) {
    if (inner instanceof TooMuch) return inner;
    inner = inner.cause;
  }
  return undefined;
}

/** The key that would have been needed, where the endpoint turned a request away for want of it. */
export function keyNeeded(error: unknown): NeedsKey | undefined {
  if (!APICallError.isInstance(error) || (error.statusCode !== 401 && error.statusCode !== 403)) return undefined;
  const why = error.responseHeaders?.[KEYLESS] === undefined ? 'refused' : 'missing';
  return { origin: origin(error.url), why };
}

function overflow(said: string): string {
  return `The conversation no longer fits into the model's context window: ${said.replace(/(?<![.\s])[.\s]+$/, '')}. ${OVERFLOW_ADVICE}`;
}

function rootCause(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause !== undefined; depth++) inner = inner.cause;
  return messageOf(inner);
}

/** Without the path and the query, which may hold a key. */
function origin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the endpoint';
}
