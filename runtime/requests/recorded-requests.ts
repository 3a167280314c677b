import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { type RequestResult, readRequest } from '../journal/request-store.ts';
import { Conversation } from '../loop/conversation.ts';
import { History } from '../loop/history.ts';
import type { LlmRequest, RunEvent } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { withPayloads } from '../run/restore.ts';

/** A model request, restored from a journal. Secrets are redacted, as everywhere in the journal. */
export interface RecordedRequest {
  readonly event: LlmRequest;
  /** Absent in journals of earlier versions, and if its payloads are missing or damaged. */
  readonly content?: RequestContent;
  /** The reason why `content` is absent. */
  readonly problem?: string;
  /** The conversation of its loop, possibly with messages that followed. */
  readonly conversation: readonly LanguageModelV4Message[];
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
  return restoreRequests(
    journal.map((event) => withPayloads(event, folder)),
    cachedReader(folder),
  );
}

/**
 * Restores the requests of a run whose events have their payloads.
 * @param read returns what a call sent in addition to its conversation
 */
export function restoreRequests(
  events: readonly RunEvent[],
  read: (request: LlmRequest) => RequestResult,
): readonly RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  const addLoop = (history: History): void => {
    const conversation = new Conversation();
    // The first user message of an inner loop, which no event contains.
    const first = history.ownEvents.find((event) => event.type === 'llm_request');
    const opened = first === undefined ? undefined : read(first);
    if (opened?.kind === 'found' && opened.content.prompt !== undefined)
      conversation.addUserMessage(opened.content.prompt);
    for (const event of history.ownEvents) {
      if (event.type === 'llm_request') {
        const result = read(event);
        const { messages } = conversation;
        const outcome = result.kind === 'found' ? { content: result.content } : { problem: result.message };
        requests.push({ event, conversation: messages, length: messages.length, ...outcome });
      }
      conversation.apply(event);
      if (event.type === 'tool_call') addLoop(history.insideCall(event.seq));
    }
  };
  addLoop(new History(events));
  return requests.sort((a, b) => a.event.seq - b.event.seq);
}

/** Returns a function that reads each stored request once: most requests of a run are the same. */
function cachedReader(folder: string): (request: LlmRequest) => RequestResult {
  const known = new Map<unknown, RequestResult>();
  return ({ request: reference }) => {
    const name: unknown = reference?.blob;
    const result = known.get(name) ?? readRequest(folder, reference);
    known.set(name, result);
    return result;
  };
}

/** Returns all messages of a request in the order in which they were sent. */
export function messagesOf({ content, conversation, length }: RecordedRequest): readonly LanguageModelV4Message[] {
  const { system = '', opening = '', append = [] } = content ?? {};
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...(opening === '' ? [] : [{ role: 'user' as const, content: [{ type: 'text' as const, text: opening }] }]),
    ...conversation.slice(0, length),
    ...(append as unknown as readonly LanguageModelV4Message[]),
  ];
}
