import { SHORTEST_SECRET } from '../journal/redact.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { fits } from './desk.ts';
import type { Reply } from './host.ts';

/** Whether it can be kept out of the journal: shorter ones stand in ordinary words. */
export function isCredential(text: string): boolean {
  return text.length >= SHORTEST_SECRET;
}

/**
 * Reads what a host hands on as the answer to a pause of this kind: a word of ours (`approve`), `{ credential }`, or as
 * ADK's clients send it, `{ confirmed: true }`, bare or as `{ response: "<json>" }`. To a guard approving means to go on,
 * denying to stop. Undefined where it is none of these.
 */
export function readReply(given: unknown, kind: PauseEvent['kind']): Given | undefined {
  const reply = replyIn(given, kind);
  return reply !== undefined && reply !== 'unanswered' && fits(kind, reply) ? reply : undefined;
}

/** An answer that was given. */
export type Given = Exclude<Reply, 'unanswered'>;

function replyIn(given: unknown, kind: PauseEvent['kind']): Reply | undefined {
  if (kind === 'guard' && (given === 'approve' || given === 'deny')) return given === 'approve' ? 'continue' : 'stop';
  if (typeof given === 'string') return given as Reply;
  if (typeof given !== 'object' || given === null) return undefined;
  const { confirmed, credential, response } = given as Readonly<Record<string, unknown>>;
  if (typeof credential === 'string') return isCredential(credential) ? { credential } : undefined;
  if (typeof confirmed === 'boolean') {
    if (kind === 'guard') return confirmed ? 'continue' : 'stop';
    return confirmed ? 'approve' : 'deny';
  }
  if (typeof response !== 'string') return undefined;
  try {
    const inner: unknown = JSON.parse(response);
    // One wrapping only: what is wrapped twice is no reply.
    return typeof inner === 'object' && inner !== null && !('response' in inner) ? replyIn(inner, kind) : undefined;
  } catch {
    return undefined;
  }
}
