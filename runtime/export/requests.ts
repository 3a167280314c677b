import type { Redactor } from '../journal/redact.ts';
import { readRequest } from '../journal/request-store.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import type { Json } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { redactSession } from '../sessions/redact-session.ts';

/**
 * Returns a function that reads the stored request of an `llm_request`, redacted. Most have the same parts, which are
 * read once.
 */
export function requestReader(folder: string, redactor: Redactor): (request: AnyEvent) => RequestContent | undefined {
  const known = new Map<unknown, RequestContent | undefined>();
  return ({ request }) => {
    const name = typeof request === 'object' && request !== null ? (request as { blob?: Json }).blob : undefined;
    if (name === undefined) return undefined;
    if (known.has(name)) return known.get(name);
    const read = readRequest(folder, request);
    const content = read.kind === 'found' ? redactRequest(read.content, redactor) : undefined;
    known.set(name, content);
    return content;
  };
}

/** Redacts a request like an event. */
function redactRequest(content: RequestContent, redactor: Redactor): RequestContent {
  const carrier = { type: 'request', seq: 0, ...content } as unknown as SessionEvent;
  const { type: _, seq: __, ...redacted } = redactSession(carrier, redactor) as unknown as Record<string, unknown>;
  return redacted as unknown as RequestContent;
}
