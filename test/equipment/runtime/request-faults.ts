import { dirname } from 'node:path';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { messagesOf, recordedRequests } from '../../../runtime/requests/recorded-requests.ts';

/**
 * Returns the faults of the requests that a journal contains; empty if each request that the model received is restored
 * exactly, in the same order, and the count of messages in each event is correct. Does not apply to runs with secrets, which
 * are redacted.
 * @param sent the requests that the model received in one process, including repeated attempts
 */
export function requestFaults(journal: string, sent: readonly LanguageModelV4CallOptions[]): readonly string[] {
  const requests = recordedRequests(readJournal(journal).events, dirname(journal));
  const problems = requests.flatMap((request) => {
    const { event, problem } = request;
    const count = messagesOf(request).length;
    if (problem !== undefined) return [`request ${event.call}: ${problem}`];
    return event.messages === count ? [] : [`request ${event.call}: ${count} of ${event.messages} messages`];
  });
  const restored = requests.map((request) => requestText(messagesOf(request), request.content?.tools));
  let next = 0;
  sent.forEach(({ prompt, tools }, index) => {
    const at = restored.indexOf(requestText(prompt, tools), next);
    if (at === -1) problems.push(`the request that the model received as number ${index + 1} is not restored`);
    else next = at;
  });
  return problems;
}

/** Returns a request as JSON, with the bytes of files in base64, as the journal contains them. */
export function requestText(prompt: unknown, tools: unknown = []): string {
  return JSON.stringify({ prompt, tools }, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}
