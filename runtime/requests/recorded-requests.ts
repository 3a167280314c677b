import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { defined } from '../../skill/index.ts';
import { type RequestResult, readRequest } from '../journal/request-store.ts';
import { type List, mapList, SpilledList, type SpillFile } from '../journal/spilled-list.ts';
import { Loops } from '../loop/history/loops.ts';
import { Conversation, type MessageStore } from '../loop/model-call/conversation.ts';
import type { LlmRequest, RunEvent } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { withPayloads } from '../run/restore.ts';
import { type Compaction, compactedConversation, RecordLengths } from './compaction.ts';

/** The content of a model call in addition to its conversation, as stored next to a journal. */
export interface StoredRequest {
  readonly event: LlmRequest;
  /** Absent in journals of earlier versions, and if its payloads are missing or damaged. */
  readonly content?: RequestContent;
  /** The reason why `content` is absent, or the parts of it that are unknown. */
  readonly problem?: string;
}

/** A model request, restored from a journal. Secrets are redacted, as everywhere in the journal. */
export interface RecordedRequest extends StoredRequest {
  /** `seq` of the call in which its loop ran; 0 for the run's own. */
  readonly loop: number;
  /** The conversation of its loop, possibly with messages that followed. */
  readonly conversation: List<LanguageModelV4Message>;
  /** Number of messages of `conversation` that were sent. */
  readonly length: number;
}

/**
 * Restores the requests of all model calls of a run, in the order of their calls. The messages are computed from the events,
 * exactly as a resume does.
 * @param journal the events as read from the journal
 * @param folder the folder of the run
 */
export function recordedRequests(journal: readonly RunEvent[], folder: string): readonly RecordedRequest[] {
  const events = mapList(journal, (event) => withPayloads(event, folder));
  return restoreRequests(events, requestReader(folder));
}

/** Messages in memory or in a file. */
interface MessageList extends List<LanguageModelV4Message>, MessageStore<MessageList> {}

/**
 * Restores the requests of a run whose events have their payloads.
 * @param read returns what a call sent in addition to its conversation
 * @param spill the file for conversations, which otherwise are in memory
 */
export function restoreRequests(
  events: Iterable<RunEvent>,
  read: (request: LlmRequest) => RequestResult,
  spill?: SpillFile,
): readonly RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  const loops = new Loops();
  const newList = (): MessageList => (spill === undefined ? [] : new SpilledList<LanguageModelV4Message>(spill));
  const conversations = new Map<number, Conversation<MessageList>>();
  const sent = new Set<Conversation<MessageList>>();
  const records = new RecordLengths();
  for (const event of events) {
    const loop = loops.add(event);
    let conversation = conversations.get(loop) ?? new Conversation<MessageList>(newList());
    const { compacted } = event as { readonly compacted?: Compaction };
    if (event.type === 'note' && compacted !== undefined) {
      const before = conversation.messages.length;
      const keptFrom = records.lengthAt(loop, compacted.keptFrom);
      conversation = compactedConversation(conversation, compacted, keptFrom, newList());
      records.shorten(loop, before - conversation.messages.length);
    } else records.add(loop, event, conversation.messages.length);
    conversations.set(loop, conversation);
    if (event.type === 'llm_request') {
      const result = read(event);
      // The first user message of an inner loop, which no event contains.
      if (!sent.has(conversation) && result.kind === 'found' && result.content.prompt !== undefined)
        conversation.addUserMessage(result.content.prompt);
      sent.add(conversation);
      const { messages } = conversation;
      requests.push({ ...storedRequest(event, result), loop, conversation: messages, length: messages.length });
    }
    conversation.apply(event);
  }
  return requests.sort((a, b) => a.event.seq - b.event.seq);
}

/** Returns a request with its content, and the reason why that or a part of it is absent. */
export function storedRequest(event: LlmRequest, result: RequestResult): StoredRequest {
  if (result.kind === 'failed') return { event, problem: result.message };
  const { content, problem } = result;
  return defined({ event, content, problem });
}

/** Returns a function that reads each stored request once: most requests of a run are the same. */
export function requestReader(folder: string): (request: LlmRequest) => RequestResult {
  const known = new Map<unknown, RequestResult>();
  return ({ request: reference }) => {
    const name: unknown = reference?.blob;
    const result = known.get(name) ?? readRequest(folder, reference);
    known.set(name, result);
    return result;
  };
}

/** Returns all messages of a request in the order in which they were sent. */
export function messagesOf(request: RecordedRequest): readonly LanguageModelV4Message[] {
  return [...messagesIn(request)];
}

/** Returns the messages of a request one by one: those of a long run do not fit into memory. */
export function* messagesIn({ content, conversation, length }: RecordedRequest): Generator<LanguageModelV4Message> {
  const { system = '', opening = '', append = [] } = content ?? {};
  if (system !== '') yield { role: 'system', content: system };
  if (opening !== '') yield { role: 'user', content: [{ type: 'text', text: opening }] };
  yield* messagesBetween(conversation, 0, length);
  yield* append as unknown as readonly LanguageModelV4Message[];
}

/** Returns the number of messages of a request. */
export function messageCount({ content, length }: RecordedRequest): number {
  const { system = '', opening = '', append = [] } = content ?? {};
  return Number(system !== '') + Number(opening !== '') + length + append.length;
}

/** Returns the messages of a conversation from one position to another. */
export function* messagesBetween(
  conversation: List<LanguageModelV4Message>,
  from: number,
  to: number,
): Generator<LanguageModelV4Message> {
  for (let index = from; index < to; index++) {
    const message = conversation.at(index);
    if (message !== undefined) yield message;
  }
}
