import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Conversation } from './conversation.ts';

/**
 * The messages of a model request, the system message first. A single array serves the entire loop and grows with it: a
 * copy for each call would be most of the memory of a long run. The array changes only after a call has ended, and the
 * messages themselves never do; if the user edits a message, another array takes its place. A model that retains a request
 * for longer must copy the array.
 */
export class RequestMessages {
  private readonly conversation: Pick<Conversation, 'messages'>;
  /** The messages of the conversation that `messages` was built from. */
  private source: readonly LanguageModelV4Message[];
  private messages: LanguageModelV4Message[] = [];
  private system = '';
  private opening = '';
  /** Number of messages of the conversation that `messages` includes. */
  private included = 0;

  constructor(conversation: Pick<Conversation, 'messages'>) {
    this.conversation = conversation;
    this.source = conversation.messages;
  }

  /**
   * Returns the conversation so far, after a user message with the text of `opening`, and with `append` at the end for
   * this one request.
   */
  build(system: string, append: readonly LanguageModelV4Message[] = [], opening = ''): LanguageModelV4Message[] {
    const { messages } = this.conversation;
    const isChanged = system !== this.system || opening !== this.opening || messages !== this.source;
    if (isChanged) this.reset(system, opening);
    for (; this.included < messages.length; this.included++) {
      const message = messages[this.included];
      if (message !== undefined) this.messages.push(message);
    }
    return append.length === 0 ? this.messages : this.messages.concat(append);
  }

  private reset(system: string, opening: string): void {
    this.system = system;
    this.opening = opening;
    this.source = this.conversation.messages;
    this.included = 0;
    this.messages = [];
    if (system !== '') this.messages.push({ role: 'system', content: system });
    if (opening !== '') this.messages.push({ role: 'user', content: [{ type: 'text', text: opening }] });
  }
}
