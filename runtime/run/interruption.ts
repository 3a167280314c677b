import type { NoteEvent } from '../protocol/events.ts';

/**
 * The abort reason of a signal that interrupts a run instead of cancelling it. No more events are written, so that a later
 * process resumes the run as after a kill.
 */
export class Interruption {
  readonly by: NonNullable<NoteEvent['interrupted']>;

  constructor(by: Interruption['by']) {
    this.by = by;
  }
}

const MESSAGES: { readonly [by in Interruption['by']]: string } = {
  window: 'Interrupted: the VS Code window was closed or reloaded. The run can be resumed.',
  signal: 'Interrupted: a signal told the process of the run to exit. The run can be resumed.',
};

/** Returns the interruption that aborted this signal; undefined if it has not fired, or the user cancelled the run. */
export function interruptionOf({ aborted, reason }: AbortSignal): Interruption | undefined {
  return aborted && reason instanceof Interruption ? reason : undefined;
}

/** Creates the last event of an interrupted process. */
export function interruptedBody({ by }: Interruption, parent: number) {
  return { type: 'note', message: MESSAGES[by], interrupted: by, parent } as const;
}
