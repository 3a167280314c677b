import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { readRequest } from '../journal/request-store.ts';
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
  /** The conversation of its loop at any time; a longer array than was sent. */
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
  const read = cachedReader(folder);
  const requests: RecordedRequest[] = [];
  const addLoop = (history: History): void => {
    const conversation = new Conversation();
    let isInner = false;
    for (const event of history.ownEvents) {
      if (event.type === 'llm_request') {
        const result = read(event.request);
        const content = result.kind === 'found' ? result.content : undefined;
        if (content?.prompt !== undefined && !isInner) {
          isInner = true;
          conversation.addUserMessage(content.prompt);
        }
        const { messages } = conversation;
        const outcome = result.kind === 'found' ? { content: result.content } : { problem: result.message };
        requests.push({ event, conversation: messages, length: messages.length, ...outcome });
      }
      conversation.apply(event);
      if (event.type === 'tool_call') addLoop(history.insideCall(event.seq));
    }
  };
  addLoop(new History(journal.map((event) => withPayloads(event, folder))));
  return requests.sort((a, b) => a.event.seq - b.event.seq);
}

/** Most requests of a run have the same parts, which are read once. */
function cachedReader(folder: string): (reference: LlmRequest['request']) => ReturnType<typeof readRequest> {
  const known = new Map<unknown, ReturnType<typeof readRequest>>();
  return (reference) => {
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
