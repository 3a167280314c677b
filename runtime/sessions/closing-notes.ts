import { instructedText } from '../text/lost-text.ts';
import { guardNotes } from './guards/guard-notes.ts';
import type { ImportFinished, SessionEvent } from './log/session-event.ts';

/** The last events of a session. */
export interface SessionEnd {
  /** `seq` of the last event. */
  readonly last: number;
  /** `seq` of the last prompt's `run_started`. */
  readonly prompt: number;
  /** ISO 8601, of the last event. */
  readonly time: string;
}

/** Adds an event to what is known of the end of its session. */
export function endAfter(end: SessionEnd, { type, seq, time }: SessionEvent): SessionEnd {
  return { last: seq, prompt: type === 'run_started' ? seq : end.prompt, time };
}

/** The end of a session without events. */
export const NO_EVENTS: SessionEnd = { last: 0, prompt: 0, time: '' };

/**
 * Returns the notes that follow the last event of a session in its timeline: where Skillwright's guards would have ended an agent,
 * and below the last prompt the files that each skill tells the model to read and that it never read.
 */
export function closingNotes(
  finished: Pick<ImportFinished, 'guards' | 'instructed' | 'run'>,
  { last, prompt, time }: SessionEnd,
): readonly SessionEvent[] {
  const stops = guardNotes(finished, last);
  const lost = (finished.instructed ?? []).filter(({ unread }) => unread.length > 0);
  return [
    ...stops,
    ...lost.map(
      (told, index): SessionEvent => ({
        type: 'note',
        seq: last + stops.length + 1 + index,
        time,
        invocation: finished.run,
        agent: 'agent',
        parent: prompt,
        message: instructedText(told),
        lost: told,
      }),
    ),
  ];
}
