import type { Host, Reply } from '../loop/interfaces/host.ts';
import { readReply } from '../loop/prompts/parse-reply.ts';
import type { PauseEvent } from '../protocol/events.ts';

/** The user of the editor. A pause waits until the extension answers it, or the run is cancelled. */
export class EditorHost implements Host {
  private isPresent = true;
  private readonly pending = new Map<string, { readonly kind: PauseEvent['kind']; resolve(reply: Reply): void }>();

  get isInteractive(): boolean {
    return this.isPresent;
  }

  preapproves(): boolean {
    return false;
  }

  answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
    if (!this.isPresent) return Promise.resolve('unanswered');
    return new Promise((resolve) => {
      this.pending.set(pause.id, { kind: pause.kind, resolve });
      signal.addEventListener('abort', () => this.settle(pause.id, 'unanswered'), { once: true });
    });
  }

  /** Reports that the user has left. Open pauses remain in the journal. Returns true if there are any. */
  leave(): boolean {
    this.isPresent = false;
    const waited = this.pending.size > 0;
    for (const id of [...this.pending.keys()]) this.settle(id, 'unanswered');
    return waited;
  }

  /** Answers a pause. Returns true if it was still open and `given` is a valid reply. */
  resolve(id: string, given: unknown): boolean {
    const pause = this.pending.get(id);
    const reply = pause === undefined ? undefined : readReply(given, pause.kind);
    if (reply === undefined) return false;
    this.settle(id, reply);
    return true;
  }

  private settle(id: string, reply: Reply): void {
    const pause = this.pending.get(id);
    this.pending.delete(id);
    pause?.resolve(reply);
  }
}
