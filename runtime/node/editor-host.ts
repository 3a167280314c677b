import type { Host } from '../loop/host.ts';
import type { Answer } from '../loop/tools.ts';
import type { PauseEvent } from '../protocol/events.ts';

/** The person at the editor: a pause waits until the extension answers it, or the run is cancelled. */
export class EditorHost implements Host {
  readonly present = true;
  private readonly waiting = new Map<string, (answer: Answer) => void>();

  preapproves(): boolean {
    return false;
  }

  answer(pause: PauseEvent, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve) => {
      this.waiting.set(pause.id, resolve);
      signal.addEventListener('abort', () => this.resolve(pause.id, 'unanswered'), { once: true });
    });
  }

  /** True where the pause was still waiting. */
  resolve(id: string, answer: Answer): boolean {
    const resolve = this.waiting.get(id);
    if (resolve === undefined) return false;
    this.waiting.delete(id);
    resolve(answer);
    return true;
  }
}
