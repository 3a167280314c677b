import type { Fate } from '../sessions/log/record.ts';
import type { ImportFinished, SessionEvent } from '../sessions/log/session-event.ts';

/** Returns what is wrong with the accounting of an import: each record counts once, and each used one fed an event. */
export function accountingFaults(
  events: readonly SessionEvent[],
  fates: readonly Fate[],
  finished: ImportFinished,
  format: string,
): readonly string[] {
  const { records, used, duplicate, metadata, raw, broken } = finished;
  const fed = new Set(events.flatMap(({ source }) => (source?.file === undefined ? (source?.records ?? []) : [])));
  const unfed = fates.flatMap((fate, index) =>
    (fate === 'used' || fate === 'raw') && !fed.has(index + 1) ? [index + 1] : [],
  );
  const fedOthers = fates.flatMap((fate, index) =>
    (fate === 'metadata' || fate === 'duplicate' || fate === 'broken') && fed.has(index + 1) ? [index + 1] : [],
  );
  return [
    ...(records === used + duplicate + metadata + raw + broken ? [] : ['The numbers of records do not add up.']),
    ...(records === fates.length ? [] : [`${records} records, but ${fates.length} fates.`]),
    ...(unfed.length === 0 ? [] : [`Used, but in no event: ${unfed.slice(0, 20).join(', ')}`]),
    ...(fedOthers.length === 0 ? [] : [`In an event, but not used: ${fedOthers.slice(0, 20).join(', ')}`]),
    ...(format.startsWith('skillwright') ? [] : eventFaults(events)),
  ];
}

/** The events of our own journals and exports are passed on as they are. */
function eventFaults(events: readonly SessionEvent[]): readonly string[] {
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  return [
    ...(count('tool_call') === count('tool_result') ? [] : ['Calls without a result.']),
    ...(count('run_started') === count('run_finished') ? [] : ['Prompts without an end.']),
    ...(events.every(({ seq }, index) => seq === index + 1) ? [] : ['The numbers of the events have gaps.']),
  ];
}
