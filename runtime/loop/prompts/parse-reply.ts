/** Parses a host's replies to questions, which are untrusted. */
import { MIN_SECRET_LENGTH } from '../../journal/redact.ts';
import type { PauseEvent } from '../../protocol/events.ts';
import type { Reply } from '../interfaces/host.ts';
import { isValidReply } from './prompt-queue.ts';

/** True if the text is long enough to be redacted from the journal: shorter ones occur in ordinary words. */
export function isCredential(text: string): boolean {
  return text.length >= MIN_SECRET_LENGTH;
}

/**
 * Parses a host's reply to a pause of this kind: one of our own words (`approve`), `{ credential }`, or the form that ADK's
 * clients send, `{ confirmed: true }`, bare or as `{ response: "<json>" }`. For a guard, approving means to continue and
 * denying means to stop. Returns undefined for anything else.
 */
export function readReply(value: unknown, kind: PauseEvent['kind']): AnsweredReply | undefined {
  const reply = replyIn(value, kind);
  return reply !== undefined && reply !== 'unanswered' && isValidReply(kind, reply) ? reply : undefined;
}

/** A reply that answers the pause. */
export type AnsweredReply = Exclude<Reply, 'unanswered'>;

function replyIn(value: unknown, kind: PauseEvent['kind']): Reply | undefined {
  if (kind === 'guard' && (value === 'approve' || value === 'deny')) return value === 'approve' ? 'continue' : 'stop';
  if (typeof value === 'string') return value as Reply;
  if (typeof value !== 'object' || value === null) return undefined;
  const { confirmed, credential, response } = value as Readonly<Record<string, unknown>>;
  if (typeof credential === 'string') return isCredential(credential) ? { credential } : undefined;
  if (typeof confirmed === 'boolean') {
    if (kind === 'guard') return confirmed ? 'continue' : 'stop';
    return confirmed ? 'approve' : 'deny';
  }
  if (typeof response !== 'string') return undefined;
  try {
    const inner: unknown = JSON.parse(response);
    // Only one level of wrapping is accepted.
    return typeof inner === 'object' && inner !== null && !('response' in inner) ? replyIn(inner, kind) : undefined;
  } catch {
    return undefined;
  }
}
