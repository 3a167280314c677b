/** The content of a session's requests in addition to the conversation, as far as the session has it. */
import { Loops } from '../../loop/history/loops.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { RequestContent } from '../../protocol/requests.ts';
import { fieldsOf, isFields } from '../../text/values.ts';
import type { SentParts, SessionEvent } from './session-event.ts';

/** Names of the parts that sessions can have. */
const PARTS = ['system', 'tools', 'opening', 'catalogue'] as const;

/** Returns the parts that differ; undefined if none does. Lists are compared by identity. */
export function changedParts(before: SentParts, after: SentParts): SentParts | undefined {
  if (before === after) return undefined;
  const changed = PARTS.filter((part) => after[part] !== undefined && after[part] !== before[part]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((part) => [part, after[part]]));
}

/** Follows the events of a session, in order. */
export class SentContents {
  private readonly loops = new Loops();
  private readonly latest = new Map<number, RequestContent>();

  /**
   * Adds the next event. Returns the content of a model call's request, the same object as long as nothing changes;
   * undefined if the session does not have it, and for all other events.
   */
  add(event: SessionEvent): RequestContent | undefined {
    const loop = this.loops.add(event as RunEvent);
    if (event.type !== 'llm_request') return undefined;
    const sent = validParts(event.sent);
    if (sent !== undefined) this.latest.set(loop, { system: '', tools: [], ...this.latest.get(loop), ...sent });
    return this.latest.get(loop);
  }
}

/** Returns the parts of the right types; undefined if there is none. Our own exports, which are read back, are untrusted. */
function validParts(sent: unknown): SentParts | undefined {
  const fields = fieldsOf(sent);
  const valid = PARTS.filter((part) => {
    const value = fields[part];
    return part === 'tools' ? Array.isArray(value) && value.every(isFields) : typeof value === 'string';
  });
  return valid.length === 0 ? undefined : Object.fromEntries(valid.map((part) => [part, fields[part]]));
}

/** Returns an event without the parts that `SentContents` collects. */
export function withoutSent(event: SessionEvent): SessionEvent {
  if (event.type !== 'llm_request' || event.sent === undefined) return event;
  const { sent: _, ...rest } = event;
  return rest;
}
