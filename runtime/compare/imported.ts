import type { RunEvent } from '../protocol/events.ts';
import type { Imported, SessionEvent } from '../sessions/log/session-event.ts';

/** Returns the origin of an event of an imported session; undefined for events of our own runs, and all but `run_started`. */
export function importOf(event: RunEvent | undefined): Imported | undefined {
  return (event as SessionEvent | undefined)?.imported;
}
