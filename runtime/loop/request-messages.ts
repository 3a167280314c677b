import type { LanguageModelV4Message } from '@ai-sdk/provider';

/**
 * The messages of a model request, the system message first. A single array serves the entire loop and grows with it: a
 * copy for each call would be most of the memory of a long run. The array changes only after a call has ended, and the
 * messages themselves never do. A model that retains a request for longer must copy the array.
 */
export class RequestMessages {
  private readonly conversation: readonly LanguageModelV4Message[];
  private messages: LanguageModelV4Message[] = [];
  private system = '';
  private opening = '';
  /** Number of messages of the conversation that `messages` includes. */
  private included = 0;

  /** @param conversation an array that only ever grows */
  constructor(conversation: readonly LanguageModelV4Message[]) {
    this.conversation = conversation;
  }

  /**
   * Returns the conversation so far, after a user message with the text of `opening`, and with `append` at the end for
   * this one request.
   */
  build(system: string, append: readonly LanguageModelV4Message[] = [], opening = ''): LanguageModelV4Message[] {
    if (system !== this.system || opening !== this.opening) this.reset(system, opening);
    for (; this.included < this.conversation.length; this.included++) {
      const message = this.conversation[this.included];
      if (message !== undefined) this.messages.push(message);
    }
    return append.length === 0 ? this.messages : this.messages.concat(append);
  }

  private reset(system: string, opening: string): void {
    this.system = system;
    this.opening = opening;
    this.included = 0;
    this.messages = [];
    if (system !== '') this.messages.push({ role: 'system', content: system });
    if (opening !== '') this.messages.push({ role: 'user', content: [{ type: 'text', text: opening }] });
  }
}
