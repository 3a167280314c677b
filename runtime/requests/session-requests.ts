import type { SpillFile } from '../journal/spilled-list.ts';
import type { RunEvent } from '../protocol/events.ts';
import { restoreRequests } from './recorded-requests.ts';
import { accountsOf, type RequestAccount } from './run-requests.ts';

/**
 * Returns the accounts of the model calls of a session of another agent, as far as it contains their texts: it has no
 * instructions and no tool descriptions.
 * @param events the events of an import, complete with their payloads
 */
export function sessionRequests(
  events: Iterable<{ readonly type: string }>,
  spill?: SpillFile,
): Promise<readonly RequestAccount[]> {
  // Of the events that only imports have, those that matter are read by their type.
  const own = events as Iterable<RunEvent>;
  const failed = { kind: 'failed', message: 'Sessions of other agents do not contain them.' } as const;
  return accountsOf(
    restoreRequests(own, () => failed, spill),
    own,
  );
}
