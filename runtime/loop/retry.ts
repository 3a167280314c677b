import { APICallError } from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import type { ModelLimits } from './limits.ts';

export type RetryDecision =
  | { readonly kind: 'wait'; readonly ms: number; readonly why: string }
  | { readonly kind: 'give-up'; readonly message: string };

/**
 * Whether a rejected request is worth another attempt: 408, 429 and 5xx, and connections that were refused or reset.
 * Providers do not retry themselves. `attempt` counts from 1; `random` gives 0 up to 1.
 */
export function decideRetry(
  error: unknown,
  attempt: number,
  limits: ModelLimits,
  random: () => number = Math.random,
): RetryDecision {
  const message = explain(error);
  const api = APICallError.isInstance(error) ? error : undefined;
  const status = api?.statusCode;
  const transient =
    status === undefined ? api?.isRetryable === true : status === 408 || status === 429 || status >= 500;
  if (!transient) return { kind: 'give-up', message };
  if (attempt >= limits.attempts) return { kind: 'give-up', message: `${message} (after ${attempt} attempts)` };
  const asked = retryAfterMs(api?.responseHeaders);
  if (asked !== undefined && asked > limits.maxRetryAfterMs) {
    const seconds = Math.round(asked / 1000);
    return { kind: 'give-up', message: `${message}. The provider asks to wait ${seconds} s, longer than allowed.` };
  }
  // Jitter keeps many runs that were turned away together from coming back together.
  const backoff = limits.backoffMs * 2 ** (attempt - 1) * (0.75 + random() / 2);
  return { kind: 'wait', ms: Math.round(asked ?? backoff), why: message };
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
  if (!APICallError.isInstance(error)) return messageOf(error);
  const status = error.statusCode === undefined ? '' : `${error.statusCode} `;
  const cause = error.cause === undefined ? '' : ` (${rootCause(error.cause)})`;
  const said = messageOf(error).slice(0, 500);
  if (error.statusCode === 401 || error.statusCode === 403)
    return `The model's provider refused the key: ${status}${said}. Check the API key.`;
  if (error.statusCode === 404) return `The model was not found at ${origin(error.url)}: ${status}${said}`;
  if (error.statusCode === undefined) return `${origin(error.url)} cannot be reached: ${said}${cause}`;
  return `The model's provider answered ${status}${said}`;
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
