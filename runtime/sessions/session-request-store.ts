import { RequestStore } from '../journal/request-store.ts';
import type { BlobReference } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { SentContents, withoutSent } from './log/sent-parts.ts';
import type { SessionEvent } from './log/session-event.ts';

/** Stores the parts of a session's requests next to its journal, in the way of a run. Each part is stored once. */
export class SessionRequestStore {
  private readonly contents = new SentContents();
  private readonly requests: RequestStore;
  private readonly stored = new WeakMap<RequestContent, BlobReference>();

  /** @param folder the folder of the journal */
  constructor(folder: string) {
    // Events are redacted before.
    this.requests = new RequestStore(folder, (value) => value);
  }

  /** Returns an event as a journal of a run has it. Events must be passed in order. Throws like `fs`. */
  store(event: SessionEvent): SessionEvent {
    const content = this.contents.add(event);
    if (content === undefined) return event;
    const request = this.stored.get(content) ?? this.requests.store(content);
    this.stored.set(content, request);
    return { ...withoutSent(event), request } as SessionEvent;
  }
}
