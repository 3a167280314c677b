import type { NoteEvent } from '../protocol/events.ts';

/**
 * The reason of a signal that interrupts a run instead of cancelling it: nothing more is written of what is under way, so
 * that a later process goes on as after a kill.
 */
export class Interruption {
  readonly by: NonNullable<NoteEvent['interrupted']>;

  constructor(by: Interruption['by']) {
    this.by = by;
  }
}

const WHAT_HAPPENED: { readonly [by in Interruption['by']]: string } = {
  window: 'Interrupted: the VS Code window was closed or reloaded. The run can be resumed.',
  signal: 'Interrupted: the process of the run was told to exit. The run can be resumed.',
};

/** What interrupted the run that this signal ends; undefined while it goes on, and where a person stopped it. */
export function interruptionOf({ aborted, reason }: AbortSignal): Interruption | undefined {
  return aborted && reason instanceof Interruption ? reason : undefined;
}

/** The last event of an interrupted process. */
export function interruptedBody({ by }: Interruption, parent: number) {
  return { type: 'note', message: WHAT_HAPPENED[by], interrupted: by, parent } as const;
}
