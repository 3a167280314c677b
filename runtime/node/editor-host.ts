import type { Host, Reply } from '../loop/host.ts';
import type { PauseEvent } from '../protocol/events.ts';

/** The person at the editor: a pause waits until the extension answers it, or the run is cancelled. */
export class EditorHost implements Host {
  private here = true;
  private readonly waiting = new Map<string, (reply: Reply) => void>();

  get present(): boolean {
    return this.here;
  }

  preapproves(): boolean {
    return false;
  }

  answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
    if (!this.here) return Promise.resolve('unanswered');
    return new Promise((resolve) => {
      this.waiting.set(pause.id, resolve);
      signal.addEventListener('abort', () => this.resolve(pause.id, 'unanswered'), { once: true });
    });
  }

  /** The person has gone: what waits for them waits on, in the journal. True where something did. */
  leave(): boolean {
    this.here = false;
    const waited = this.waiting.size > 0;
    for (const id of [...this.waiting.keys()]) this.resolve(id, 'unanswered');
    return waited;
  }

  /** True where the pause was still waiting. */
  resolve(id: string, reply: Reply): boolean {
    const resolve = this.waiting.get(id);
    if (resolve === undefined) return false;
    this.waiting.delete(id);
    resolve(reply);
    return true;
  }
}
