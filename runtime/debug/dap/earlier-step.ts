/** The earlier steps of a stopped run, for stepping back and restarting a frame. */
import type { Position } from '../position.ts';
import type { RunView } from '../run-view.ts';
import { isInside } from '../stepping.ts';

/**
 * Returns the `seq` of the model call or tool call before a position: the call itself after it has run, otherwise the last
 * step of the same agent or of the agents that it called, or else the call that the agent runs in. Undefined if there is none.
 */
export function stepBefore(position: Position, view: RunView): number | undefined {
  if (position.at === 'tool_result' || position.at === 'question') return position.boundary.parent;
  const loop = view.loopOf(position);
  const own = view.steps.findLast((step) => step.loop === loop || isInside(step.loop, loop));
  return own?.seq ?? (loop.parent === undefined ? undefined : loop.root);
}

/** Returns the `seq` of the first step of the current prompt. */
export function firstStep({ steps, started }: RunView): number | undefined {
  return steps.find(({ seq }) => seq > (started?.seq ?? 0))?.seq;
}

/**
 * Returns the `seq` of the step that a frame restarts at: its own, or the first one of its turn.
 * @param seq that of the event that the frame stands for
 */
export function restartOf(seq: number | undefined, view: RunView): number | undefined {
  if (seq === undefined) return undefined;
  return view.steps.some((step) => step.seq === seq) ? seq : view.steps.find((step) => step.seq > seq)?.seq;
}

/** Returns the `root` of the loop of a step, which is the same in a fork at this step: everything before it keeps its number. */
export function rootOf(at: number, { steps, started }: RunView): number {
  return steps.find(({ seq }) => seq === at)?.loop.root ?? started?.seq ?? 1;
}

/**
 * Returns the name of a tool that is still running in a call that a fork at this step would copy, if there is one: the copy
 * would not tell whether it has acted. Agents and skills as tools continue where they are.
 */
export function runningTool(at: number, position: Position, view: RunView): string | undefined {
  const roots = new Set(view.loops.map(({ root }) => root));
  const target = view.steps.find(({ seq }) => seq === at)?.loop;
  return view.loops
    .flatMap((loop) => [...loop.open.values()].map((call) => ({ ...call, isLater: loop === target && call.seq >= at })))
    .find(({ seq, isLater }) => !isLater && !roots.has(seq) && seq !== position.boundary.parent)?.tool;
}
