/** Describes sessions of other agents as rows of the table. Independent of `vscode`. */
import type { SessionRow } from '../../runtime/protocol/session-rows.ts';
import type { Outcome, TableRow } from '../timeline/runs-table/row.ts';
import { missesOf, REASON_OUTCOMES, timeOf } from './own-rows.ts';

/** Returns the row of a session. */
export function sessionRow(id: number, session: SessionRow): TableRow {
  const {
    title,
    client,
    model,
    project = '',
    calls,
    toolCalls,
    tokensIn,
    tokensOut,
    costUsd,
    isCostEstimated,
  } = session;
  return {
    id,
    origin: 'session',
    title,
    client,
    model: model === 'unknown' ? '' : model,
    project,
    outcome: outcomeOf(session),
    isSimulated: false,
    calls,
    toolCalls,
    misses: missesOf(session),
    tokensIn,
    tokensOut,
    costUsd,
    isCostEstimated,
    start: timeOf(session.start),
    end: timeOf(session.end),
    skills: session.skills,
  };
}

function outcomeOf({ outcome }: SessionRow): Outcome {
  if (outcome === undefined) return 'unknown';
  return outcome === 'unanswered' ? 'unanswered' : REASON_OUTCOMES[outcome];
}
