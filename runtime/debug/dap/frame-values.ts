import { defined } from '../../../skill/index.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import type { Debugger } from '../debugger.ts';
import { positionValues } from '../position-values.ts';
import type { LoopView } from '../run-view.ts';

/**
 * Returns the values that expressions refer to in a frame: those of the stop in its agent, of the open call in another one. Empty
 * if the run is not stopped.
 * @param loop that of the frame; by default the one that is stopped
 */
export function frameValues(session: Debugger, loop?: LoopView): JsonObject {
  const { current, view, requests } = session;
  if (current === undefined) return {};
  const values = positionValues(current.position, view, current);
  const here = view.loopOf(current.position);
  const request = requests.get(loop ?? here);
  const sent =
    request === undefined
      ? {}
      : { messages: request.prompt as unknown as readonly Json[], tools: request.tools.map(({ name }) => name) };
  if (loop === undefined || loop === here) return { ...sent, ...values };
  const [open] = loop.open.values();
  const { at = null, state = null, usage = null, skills = null } = values;
  return defined({
    at,
    agent: loop.agent,
    ...sent,
    state,
    usage,
    skills,
    call: loop.lastCall?.call,
    tool: open?.tool,
    args: open === undefined ? undefined : session.argsOf(open),
  });
}
