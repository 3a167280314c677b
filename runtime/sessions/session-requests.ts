import type { RequestResult } from '../journal/request-store.ts';
import type { SpillFile } from '../journal/spilled-list.ts';
import type { LlmRequest, RunEvent } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { restoreRequests } from '../requests/recorded-requests.ts';
import { accountsOf, type RequestAccount } from '../requests/run-requests.ts';
import { SentContents } from './log/sent-parts.ts';
import type { SessionEvent } from './log/session-event.ts';

/**
 * Returns the accounts of the model calls of a session of another agent, as far as it contains their texts: few have the
 * instructions, fewer the tool descriptions.
 * @param events the events of an import, complete with their payloads
 */
export function sessionRequests(
  events: Iterable<{ readonly type: string }>,
  spill?: SpillFile,
): Promise<readonly RequestAccount[]> {
  const contents = new SentContents();
  let latest: RequestResult = UNKNOWN;
  function* followed(): Generator<RunEvent> {
    for (const event of events as Iterable<SessionEvent>) {
      const content = contents.add(event);
      if (event.type === 'llm_request') latest = content === undefined ? UNKNOWN : found(content);
      // Of the events that only imports have, those that matter are read by their type.
      yield event as RunEvent;
    }
  }
  const read = (_: LlmRequest): RequestResult => latest;
  return accountsOf(restoreRequests(followed(), read, spill), events as Iterable<RunEvent>);
}

function found(content: RequestContent): RequestResult {
  const { system, opening, tools } = content;
  const unknown = [
    ...(system === '' && opening === undefined ? ['instructions'] : []),
    ...(tools.length === 0 ? ['tool descriptions'] : []),
  ];
  if (unknown.length === 0) return { kind: 'found', content };
  return { kind: 'found', content, problem: `The session does not contain the ${unknown.join(' and ')}.` };
}

const UNKNOWN = { kind: 'failed', message: 'The session does not contain them.' } as const;
