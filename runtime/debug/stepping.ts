/** Decides where a step of the debugger ends. */
import type { Position } from './position.ts';
import type { LoopView } from './run-view.ts';

/** The distance that a run continues. */
export type StepKind = 'continue' | 'next' | 'in' | 'out';

/** A step that was started at a position. */
export interface DebugStep {
  readonly kind: StepKind;
  readonly from: LoopView;
  readonly at: Position['at'];
  /** With `in`: the id of the call to stop at. */
  readonly target?: string;
  /** With `in`: the id of the call that is stepped into. */
  readonly entered?: string;
}

/** The first stop of a run: at the first position of one of its loops, for which parallel loops wait. */
export interface FirstStop {
  readonly reason: 'step' | 'restart';
  /** `root` of the loop. */
  readonly root: number;
}

/** Returns true if a step ends at this position of this loop. */
export function endsStep(step: DebugStep, position: Position, loop: LoopView): boolean {
  const { kind, from, at } = step;
  switch (kind) {
    case 'continue':
      return false;
    case 'in':
      return endsStepIn(step, position, loop);
    case 'next':
      return loop === from || isInside(from, loop);
    case 'out':
      // Out of a call means to the next model call of its loop.
      return isInside(from, loop) || (loop === from && at !== 'model_call' && position.at === 'model_call');
  }
}

function endsStepIn({ from, target, entered }: DebugStep, position: Position, loop: LoopView): boolean {
  if (target !== undefined) return position.at === 'tool_call' && position.boundary.id === target;
  // The question of a call is shown anyway: stepping into the call leads into its script.
  if (position.at === 'question') return false;
  if (isInside(from, loop)) return true;
  if (entered === undefined) return loop === from || isInside(loop, from);
  // Calls that run in parallel with the one that was entered are not in it.
  if (loop !== from) return isInsideCall(loop, from, entered);
  return position.at !== 'tool_call' && (position.at !== 'tool_result' || position.boundary.id === entered);
}

/** Returns true if a loop runs inside the open call of another loop with this id, at any depth. */
function isInsideCall(loop: LoopView, caller: LoopView, id: string): boolean {
  const call = caller.open.get(id);
  for (let at: LoopView | undefined = loop; at !== undefined && call !== undefined; at = at.parent)
    if (at.parent === caller) return at.root === call.seq;
  return false;
}

/** Returns true if a loop runs inside a call of another, at any depth. */
export function isInside(loop: LoopView, other: LoopView): boolean {
  for (let at = loop.parent; at !== undefined; at = at.parent) if (at === other) return true;
  return false;
}
