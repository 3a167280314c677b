import type { RunEvent } from '../../protocol/events.ts';
import { CALL_EVENTS } from './history.ts';

/** Finds the loop of each event of a run, one event at a time. */
export class Loops {
  private readonly calls = new Set<number>();
  /** The loops of the events that are not in the run's own loop, by `seq`. */
  private readonly inner = new Map<number, number>();

  /** Adds the next event and returns the `seq` of the call in which its loop ran; the run's own loop has 0. */
  add({ seq, type, parent = 0 }: RunEvent): number {
    const loop = this.calls.has(parent) && !CALL_EVENTS.has(type) ? parent : (this.inner.get(parent) ?? 0);
    if (loop !== 0) this.inner.set(seq, loop);
    if (type === 'tool_call') this.calls.add(seq);
    return loop;
  }
}
