import type { Position } from './position.ts';
import type { LoopView } from './run-view.ts';

/** The distance that a run continues. */
export type StepKind = 'continue' | 'next' | 'in' | 'out';

/** A step that was started at a position. */
export interface Step {
  readonly kind: StepKind;
  readonly from: LoopView;
  readonly at: Position['at'];
  /** With `in`: the id of the call to stop at. */
  readonly call?: string;
}

/** The first stop of a run: at the first position of one of its loops, for which parallel loops wait. */
export interface FirstStop {
  readonly reason: 'step' | 'restart';
  /** `root` of the loop. */
  readonly root: number;
}

/** Returns true if a step ends at this position of this loop. */
export function endsStep({ kind, from, at, call }: Step, position: Position, loop: LoopView): boolean {
  switch (kind) {
    case 'continue':
      return false;
    case 'in':
      // The question of a call is shown anyway: stepping into the call leads into its script.
      if (call === undefined) return position.at !== 'question';
      return position.at === 'tool_call' && position.boundary.id === call;
    case 'next':
      return loop === from || isInside(from, loop);
    case 'out':
      // Out of a call means to the next model call of its loop.
      return isInside(from, loop) || (loop === from && at !== 'model_call' && position.at === 'model_call');
  }
}

/** Returns true if a loop runs inside a call of another, at any depth. */
export function isInside(loop: LoopView, other: LoopView): boolean {
  for (let at = loop.parent; at !== undefined; at = at.parent) if (at === other) return true;
  return false;
}
