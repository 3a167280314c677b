import { shapeProblem } from '../../journal/event-shape.ts';
import { USAGE_COUNTS } from '../../models/usage.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { countOf, type Fields, isFields } from './values.ts';

/** True if an event of one of our own runs, from a file of unknown origin, has the fields that imports read. */
export function isOwnEvent(record: Fields): boolean {
  const texts = [record.type, record.time, record.invocation, record.agent];
  const { seq } = record;
  if (typeof seq !== 'number' || !Number.isInteger(seq) || seq < 1) return false;
  if (texts.some((text) => typeof text !== 'string') || shapeProblem(record as unknown as RunEvent) !== undefined)
    return false;
  if (record.type === 'run_started')
    return [record.run, record.model, record.prompt].every((text) => typeof text === 'string');
  return (record.type !== 'llm_response' && record.type !== 'run_finished') || isUsage(record.usage);
}

function isUsage(value: unknown): boolean {
  return (
    isFields(value) && USAGE_COUNTS.every((name) => value[name] === undefined || countOf(value[name]) !== undefined)
  );
}
