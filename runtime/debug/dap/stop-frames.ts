import type { Breakpoints } from '../breakpoints/breakpoints.ts';
import type { Debugger } from '../debugger.ts';
import type { LoopView } from '../run-view.ts';
import { type Frame, framesOf } from './frames.ts';

/** A frame with its id, and the loop that it belongs to. */
export interface NumberedFrame {
  readonly id: number;
  readonly loop: LoopView;
  readonly frame: Frame;
  /** True for the frame of the call that the run is stopped at. */
  readonly isCall: boolean;
}

/** The frames of the current stop, by id. Ids are valid until the run continues. */
export class StopFrames {
  private readonly session: Debugger;
  private readonly breakpoints: Breakpoints;
  private readonly byThread = new Map<number, readonly NumberedFrame[]>();
  private last: number;

  /** @param last the last id of an earlier session, whose frames are out of date */
  constructor(session: Debugger, breakpoints: Breakpoints, last = 0) {
    this.session = session;
    this.breakpoints = breakpoints;
    this.last = last;
  }

  get lastId(): number {
    return this.last;
  }

  clear(): void {
    this.byThread.clear();
  }

  /** Returns the frames of a thread, or why there are none. */
  ofThread(thread: number): readonly NumberedFrame[] | string {
    const { current, view } = this.session;
    if (current === undefined) return 'Pause the run first: it has frames while it is stopped.';
    const known = this.byThread.get(thread);
    if (known !== undefined) return known;
    const loop = view.loops.find(({ number }) => number === thread);
    if (loop === undefined) return `There is no thread ${thread}.`;
    const { position } = current;
    const isAtCall = position.at !== 'model_call' && position.at !== 'end' && view.loopOf(position) === loop;
    const frames = framesOf(loop, position, view, this.breakpoints, (call) => this.session.argsOf(call)).map(
      (frame, index, all) => ({
        id: ++this.last,
        loop,
        frame,
        isCall: isAtCall && index < all.findIndex(({ name }) => name.startsWith('Model call ')),
      }),
    );
    this.byThread.set(thread, frames);
    return frames;
  }

  /** Returns the innermost frame of the stop that is an event, if there is one. */
  ofTopFrame(): Frame | undefined {
    const { current, view } = this.session;
    const frames = current === undefined ? '' : this.ofThread(view.loopOf(current.position).number);
    return typeof frames === 'string' ? undefined : frames.find(({ frame }) => frame.seq !== undefined)?.frame;
  }

  /** Returns the innermost frame of an event, with the ids of all frames of its thread. */
  ofEvent(seq: number): { readonly id: number; readonly thread: number; readonly ids: readonly number[] } | undefined {
    for (const { number } of this.session.view.loops) {
      const frames = this.ofThread(number);
      const found = typeof frames === 'string' ? undefined : frames.find(({ frame }) => frame.seq === seq);
      if (typeof frames !== 'string' && found !== undefined)
        return { id: found.id, thread: number, ids: frames.map(({ id }) => id) };
    }
    return undefined;
  }

  /** Returns a frame by its id. */
  find(id: number): NumberedFrame | undefined {
    return [...this.byThread.values()].flat().find((one) => one.id === id);
  }
}
