import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readJournal } from '../journal/reader.ts';
import type { EstimateTokensParams, EstimateTokensResult } from '../protocol/request-tokens.ts';
import { requestTokens, runRequests } from '../requests/run-requests.ts';

/** Maximum size of a journal, in bytes. All its requests are restored in memory. */
const MAX_SIZE = 128 << 20;

/** Estimates the tokens of a run's requests for the extension. */
export async function estimateForEditor({ journal }: EstimateTokensParams): Promise<EstimateTokensResult> {
  if ((statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > MAX_SIZE)
    return { kind: 'failed', message: `The journal is larger than ${MAX_SIZE >> 20} MB.` };
  const { events, unread } = readJournal(journal);
  if (unread !== undefined)
    return { kind: 'failed', message: unread.kind === 'failed' ? unread.message : 'The journal no longer exists.' };
  return { kind: 'estimated', tokens: requestTokens(await runRequests(events, dirname(journal))) };
}
