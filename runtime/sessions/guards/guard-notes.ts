import { formatCount } from '../../text/count.ts';
import type { ImportFinished, SessionEvent } from '../log/session-event.ts';

/**
 * Returns notes for the timeline of a session, each below the call after which Skillwright's guards would have ended an agent.
 * They follow the last event, because what a stop would have saved is known only at the end.
 * @param last `seq` of the last event
 */
export function guardNotes({ guards, run }: Pick<ImportFinished, 'guards' | 'run'>, last: number): SessionEvent[] {
  return (guards?.stops ?? []).map(({ rule, count, threshold, call, agent, time, after }, index) => {
    const { inputTokens, outputTokens, costUsd, costSource } = after.usage;
    const hasTokens = inputTokens !== undefined || outputTokens !== undefined;
    const calls = formatCount(after.toolCalls, 'call');
    const sum = (inputTokens ?? 0) + (outputTokens ?? 0);
    const tokens = hasTokens ? ` and ${formatCount(sum, 'token')}` : '';
    const cost =
      costUsd === undefined || costUsd < 0.005
        ? ''
        : ` ($${costUsd.toFixed(2)}${costSource === 'estimated' ? ' est.' : ''})`;
    const message = `Guards would have stopped here, before ${calls}${tokens}${cost}: ${rule}, ${count} of ${threshold}`;
    return { type: 'note', seq: last + 1 + index, time, invocation: run, agent, parent: call, message };
  });
}
