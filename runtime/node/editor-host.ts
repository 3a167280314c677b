import type { Host, Reply } from '../loop/host.ts';
import { readReply } from '../loop/parse-reply.ts';
import type { PauseEvent } from '../protocol/events.ts';

/** The person at the editor: a pause waits until the extension answers it, or the run is cancelled. */
export class EditorHost implements Host {
  private here = true;
  private readonly waiting = new Map<string, { readonly kind: PauseEvent['kind']; resolve(reply: Reply): void }>();

  get isInteractive(): boolean {
    return this.here;
  }

  preapproves(): boolean {
    return false;
  }

  answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
    if (!this.here) return Promise.resolve('unanswered');
    return new Promise((resolve) => {
      this.waiting.set(pause.id, { kind: pause.kind, resolve });
      signal.addEventListener('abort', () => this.settle(pause.id, 'unanswered'), { once: true });
    });
  }

  /** The person has gone: what waits for them waits on, in the journal. True where something did. */
  leave(): boolean {
    this.here = false;
    const waited = this.waiting.size > 0;
    for (const id of [...this.waiting.keys()]) this.settle(id, 'unanswered');
    return waited;
  }

  /** True where the pause was still waiting, and `given` is an answer to it. */
  resolve(id: string, given: unknown): boolean {
    const waits = this.waiting.get(id);
    const reply = waits === undefined ? undefined : readReply(given, waits.kind);
    if (reply === undefined) return false;
    this.settle(id, reply);
    return true;
  }

  private settle(id: string, reply: Reply): void {
    const waits = this.waiting.get(id);
    this.waiting.delete(id);
    waits?.resolve(reply);
  }
}
