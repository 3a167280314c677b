import type { LanguageModelV4Message } from '@ai-sdk/provider';

/**
 * The messages as models are sent them, the system message first. One array for the whole loop, which grows: a copy for
 * each call would be most of the memory of a long run. It changes only after the call is over, and messages themselves
 * never do; a model that keeps what it was sent for longer copies the array.
 */
export class Prompt {
  private readonly conversation: readonly LanguageModelV4Message[];
  private sent: LanguageModelV4Message[] = [];
  private system = '';
  /** Messages of the conversation that `sent` has. */
  private taken = 0;

  /** `conversation` only ever grows. */
  constructor(conversation: readonly LanguageModelV4Message[]) {
    this.conversation = conversation;
  }

  /** The whole conversation as it is now; `append` stands at the end of this one request. */
  of(system: string, append: readonly LanguageModelV4Message[] = []): LanguageModelV4Message[] {
    if (system !== this.system) this.begin(system);
    for (; this.taken < this.conversation.length; this.taken++) {
      const message = this.conversation[this.taken];
      if (message !== undefined) this.sent.push(message);
    }
    return append.length === 0 ? this.sent : this.sent.concat(append);
  }

  private begin(system: string): void {
    this.system = system;
    this.taken = 0;
    this.sent = system === '' ? [] : [{ role: 'system', content: system }];
  }
}
