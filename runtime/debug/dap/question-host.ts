import type { Host, Reply } from '../../loop/interfaces/host.ts';
import { readReply } from '../../loop/prompts/parse-reply.ts';
import type { PauseEvent } from '../../protocol/events.ts';
import { questionText } from '../../text/question-text.ts';

/** The user of a debugger without views of ours, who answers questions in the debug console. */
export class QuestionHost implements Host {
  readonly isInteractive = true;
  /** Approves confirmations and scripts in advance. */
  approvesAll = false;
  private readonly show: (text: string) => void;
  private readonly open = new Map<string, { readonly pause: PauseEvent; readonly resolve: (reply: Reply) => void }>();

  /** @param show shows a question */
  constructor(show: (text: string) => void) {
    this.show = show;
  }

  preapproves(kind: PauseEvent['kind']): boolean {
    return this.approvesAll && kind === 'confirmation';
  }

  answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
    // A secret in the console would be visible, and remembered there.
    if (pause.kind === 'credential' || signal.aborted) return Promise.resolve('unanswered');
    const words = pause.kind === 'guard' ? 'continue, stop or ignore' : 'approve or deny';
    const { details, question } = questionText(pause);
    this.show(`${details === '' ? '' : `${details}\n`}${question}\nType ${words}.`);
    return new Promise((resolve) => {
      this.open.set(pause.id, { pause, resolve });
      signal.addEventListener('abort', () => this.settle(pause.id, 'unanswered'), { once: true });
    });
  }

  /** Answers the oldest open question. Returns false if there is none, or if the text is no answer to it. */
  reply(text: string): boolean {
    const [oldest] = this.open.values();
    const reply = oldest === undefined ? undefined : readReply(text.trim(), oldest.pause.kind);
    if (oldest === undefined || reply === undefined) return false;
    this.settle(oldest.pause.id, reply);
    return true;
  }

  private settle(id: string, reply: Reply): void {
    const waiting = this.open.get(id);
    this.open.delete(id);
    waiting?.resolve(reply);
  }
}
