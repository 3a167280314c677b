import type { Fate } from '../../../runtime/sessions/log/record.ts';
import type { ImportFinished, SessionEvent } from '../../../runtime/sessions/log/session-event.ts';

/**
 * Returns the faults in the accounting of an import. Each record must count once, and each used record must contribute
 * to an event.
 */
export function accountingFaults(
  events: readonly SessionEvent[],
  fates: readonly Fate[],
  finished: ImportFinished,
  format: string,
): readonly string[] {
  const { records, used, duplicate, metadata, raw, broken } = finished;
  const recordsInEvents = new Set(
    events.flatMap(({ source }) => (source?.file === undefined ? (source?.records ?? []) : [])),
  );
  const unused = fates.flatMap((fate, index) =>
    (fate === 'used' || fate === 'raw') && !recordsInEvents.has(index + 1) ? [index + 1] : [],
  );
  const unexpected = fates.flatMap((fate, index) =>
    (fate === 'metadata' || fate === 'duplicate' || fate === 'broken') && recordsInEvents.has(index + 1)
      ? [index + 1]
      : [],
  );
  return [
    ...(records === used + duplicate + metadata + raw + broken ? [] : ['The numbers of records do not add up.']),
    ...(records === fates.length ? [] : [`${records} records, but ${fates.length} fates.`]),
    ...(unused.length === 0 ? [] : [`Used, but in no event: ${unused.slice(0, 20).join(', ')}`]),
    ...(unexpected.length === 0 ? [] : [`In an event, but not used: ${unexpected.slice(0, 20).join(', ')}`]),
    ...(format.startsWith('skillwright') ? [] : eventFaults(events)),
  ];
}

/**
 * Returns the faults in imported events. Does not apply to our own journals and exports, whose events are unchanged.
 */
function eventFaults(events: readonly SessionEvent[]): readonly string[] {
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  return [
    ...(count('tool_call') === count('tool_result') ? [] : ['Calls without a result.']),
    ...(count('run_started') === count('run_finished') ? [] : ['Prompts without an end.']),
    ...(events.every(({ seq }, index) => seq === index + 1) ? [] : ['The numbers of the events have gaps.']),
  ];
}
