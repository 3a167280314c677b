import { shapeProblem } from '../../journal/event-shape.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { Fields } from '../../text/values.ts';

/** True if an event of one of our own runs, from a file of unknown origin, has the fields that imports read. */
export function isOwnEvent(record: Fields): boolean {
  const { type, time, invocation, agent, seq, usage } = record;
  if (typeof seq !== 'number' || !Number.isInteger(seq) || seq < 1) return false;
  if ([type, time, invocation, agent].some((text) => typeof text !== 'string')) return false;
  if (shapeProblem(record as unknown as RunEvent) !== undefined) return false;
  if (type === 'guard') return record.evidence !== undefined;
  return type !== 'run_finished' || usage !== undefined;
}
