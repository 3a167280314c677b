import { defined } from '../../skill/index.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { describePosition, type Position } from './position.ts';
import type { RunView } from './run-view.ts';
import type { Stop } from './stop.ts';

/**
 * Returns the values of a position that expressions and log messages refer to: `agent`, `call`, `tool`, `args`, `result`,
 * `error_code`, `messages`, `tools`, `state`, `usage` and `skills`. Those that do not apply are absent.
 * @param stop the stop at this position, whose changes are included
 */
export function positionValues(position: Position, view: RunView, stop?: Stop): JsonObject {
  const { scope, state } = position.boundary;
  const loop = view.loopOf(position);
  return defined({
    at: describePosition(position),
    agent: scope.agent,
    call: loop.lastCall?.call,
    ...callValues(position, stop),
    ...requestValues(position, stop),
    state: Object.fromEntries(state.keys().map((key) => [key, state.get(key) ?? null])),
    usage: { ...view.usage },
    skills: [...view.loadedSkills],
  });
}

function callValues(position: Position, stop: Stop | undefined): JsonObject {
  if (position.at !== 'tool_call' && position.at !== 'tool_result' && position.at !== 'question') return {};
  const { tool, id, args } = position.boundary;
  const outcome = position.at === 'tool_result' ? position.boundary.outcome : undefined;
  const original = outcome === undefined ? undefined : { value: outcome.value, errorCode: outcome.errorCode };
  const result = stop?.currentResult ?? original;
  return defined({
    tool,
    id,
    args: stop?.currentArgs ?? args,
    result: result?.value,
    error_code: result?.errorCode,
  });
}

function requestValues(position: Position, stop: Stop | undefined): JsonObject {
  if (position.at !== 'model_call') return {};
  const { call, prompt, tools } = position.boundary;
  const messages = (stop?.currentMessages ?? prompt) as unknown as readonly Json[];
  const next = stop === undefined ? {} : { next_message: stop.nextMessage };
  return { call, messages, ...next, tools: tools.map(({ name }) => name) };
}
