/** The calls of a session in the form that guards need. */

import { defined } from '../../../skill/index.ts';
import type { CallView, Intervention, ToolHook } from '../../loop/interfaces/hooks.ts';
import type { SessionState } from '../../loop/interfaces/state.ts';
import type { ResultOutcome } from '../../loop/interfaces/tools.ts';
import type { JsonObject, ToolCall, ToolResult } from '../../protocol/events.ts';
import { isFields } from '../../text/values.ts';
import { isReadOnly } from '../../tool-calls/tool-uses.ts';

/** Returns a recorded call as guards see it. No user answers their questions. */
export function viewOf({ id, tool, args }: ToolCall, step: number, state: SessionState): CallView {
  const parsedArgs: { args: JsonObject; broken?: string } = isFields(args)
    ? { args: args as JsonObject }
    : { args: {}, broken: typeof args === 'string' ? args : JSON.stringify(args) };
  return { id, tool, ...parsedArgs, step, state, ask: () => Promise.resolve('unanswered') };
}

/**
 * Returns a recorded result as guards see it.
 * @param isOwn true if the session is a run of ours, whose results record what they changed
 */
export function recordedOutcome(event: ToolResult, { tool, args, broken }: CallView, isOwn: boolean): ResultOutcome {
  const errorCode = codeOf(event.error_code);
  const changes = errorCode === undefined && (isOwn ? event.changes === true : !isReadOnly(tool, broken ?? args, '/'));
  return defined({
    kind: 'result',
    value: event.result as ResultOutcome['value'],
    changes,
    errorCode,
    // The skill was not loaded, so that no text of it misled the model.
    miss: event.miss?.unloaded === true ? undefined : event.miss,
    read: event.read,
  });
}

/** Translates the codes of imported results, which are less specific than those of our own tools. */
function codeOf(code: string | undefined): string | undefined {
  if (code === 'TOOL_ERROR') return 'COMMAND_FAILED';
  return code === 'DENIED' ? 'REJECTED' : code;
}

/** Returns the denial of the first guard that denies a call; a promise if a guard asks the user. */
export function denialOf(
  hooks: readonly ToolHook[],
  view: CallView,
): Intervention | undefined | Promise<Intervention | undefined> {
  for (const [index, hook] of hooks.entries()) {
    const denial = hook.before?.(view);
    if (denial instanceof Promise) return denial.then((result) => result ?? denialOf(hooks.slice(index + 1), view));
    if (denial !== undefined) return denial;
  }
  return undefined;
}
