/** Conversations of sessions whose client replaced the messages so far by a summary. */
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { Conversation, type MessageStore } from '../loop/model-call/conversation.ts';
import type { RunEvent } from '../protocol/events.ts';

/** The replacement of a conversation, in a `note` of an import. */
export interface Compaction {
  readonly summary?: unknown;
  readonly keptFrom?: unknown;
}

/** Returns the conversation after a compaction: the summary, and the messages from a position on. */
export function compactedConversation<Store extends MessageStore<Store>>(
  { messages }: Conversation<Store>,
  { summary }: Compaction,
  keptFrom: number | undefined,
  list: Store,
): Conversation<Store> {
  const conversation = new Conversation(list);
  if (typeof summary === 'string' && summary !== '') conversation.addUserMessage(summary);
  // A prompt that has no reply yet stays.
  const last = messages.length - 1;
  const first = keptFrom ?? (messages.at(last)?.role === 'user' ? last : messages.length);
  for (let index = Math.max(0, first); index < messages.length; index++) {
    const message: LanguageModelV4Message | undefined = messages.at(index);
    if (message !== undefined) list.push(message);
  }
  return conversation;
}

/** The number of messages that the conversation of each loop had before each record of a session. */
export class RecordLengths {
  private readonly lengths = new Map<number, { readonly record: number; readonly length: number }[]>();

  /** Adds an event that is about to be applied to a conversation with this number of messages. */
  add(loop: number, event: RunEvent, length: number): void {
    const { source } = event as { readonly source?: { readonly records?: unknown } };
    const [record]: readonly unknown[] = Array.isArray(source?.records) ? source.records : [];
    if (typeof record !== 'number') return;
    const list = this.lengths.get(loop) ?? [];
    if (list.at(-1)?.length !== length) list.push({ record, length });
    this.lengths.set(loop, list);
  }

  /** Adjusts the lengths of a loop whose conversation a compaction made shorter by this number of messages. */
  shorten(loop: number, by: number): void {
    const list = this.lengths.get(loop) ?? [];
    this.lengths.set(
      loop,
      list.map(({ record, length }) => ({ record, length: Math.max(0, length - by) })),
    );
  }

  /** Returns the number of messages before a record; undefined if it is unknown. */
  lengthAt(loop: number, record: unknown): number | undefined {
    if (typeof record !== 'number') return undefined;
    return this.lengths.get(loop)?.findLast((one) => one.record <= record)?.length;
  }
}
