import { own } from '../../skill/index.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { isDeeperThan, MAX_LEVELS } from '../text/json-depth.ts';
import type { Debugger } from './debugger.ts';
import type { EditProblem, Stop } from './stop.ts';

const NO_VALUE = 'There is no such value.';

/** Maximum length of an array that a value can be added to. */
const MAX_INDEX = 10_000;

/**
 * Changes a value of a stopped run: of `args`, `result`, `error_code`, `state`, the text of `messages`, or `next_message`, a
 * user message to add. Returns what is wrong, or undefined.
 * @param keys the path of the value, from its root
 */
export function assign(session: Debugger, keys: readonly (string | number)[], value: Json): EditProblem {
  const stop = session.current;
  if (stop === undefined) return 'Pause the run first: values can be changed while it is stopped.';
  const [root, ...rest] = keys;
  switch (root) {
    case 'args':
      return assignIn(stop.currentArgs, rest, value, (args) => stop.setArgs(args));
    case 'result':
      return assignResult(stop, rest, value);
    case 'error_code':
      return rest.length > 0 ? NO_VALUE : assignErrorCode(stop, value);
    case 'state':
      return assignState(session, rest, value);
    case 'next_message':
      return rest.length > 0 ? NO_VALUE : assignMessage(stop, undefined, value);
    case 'messages':
      return assignMessage(stop, messageIndex(rest), value);
    default:
      return 'Change args, result, error_code, state, messages or next_message: nothing else can be changed.';
  }
}

/** A code that is not in the result, such as that of a client's tool, remains: it is a value of its own. */
function assignResult(stop: Stop, keys: readonly (string | number)[], value: Json): EditProblem {
  const before = stop.currentResult;
  const isSeparate = errorCodeIn(before?.value ?? null) === undefined;
  const code = isSeparate ? before?.errorCode : undefined;
  return assignIn(before?.value, keys, value, (result) => stop.setResult(result, errorCodeIn(result) ?? code));
}

/** A result with an error code is an error, in the form that ADK's tools return. */
export function errorCodeIn(result: Json): string | undefined {
  const code = isObject(result) ? result.error_code : undefined;
  return typeof code === 'string' && code !== '' ? code : undefined;
}

function assignErrorCode(stop: Stop, code: Json): EditProblem {
  if (typeof code !== 'string') return 'An error code is a text, such as NOT_FOUND; empty for a success.';
  const value = stop.currentResult?.value ?? null;
  if (code === '') return stop.setResult(value, undefined);
  const fields = isObject(value) ? value : value === null ? {} : { error: value };
  return stop.setResult({ error: 'The call failed.', ...fields, error_code: code }, code);
}

function assignState(session: Debugger, [key, ...rest]: readonly (string | number)[], value: Json): EditProblem {
  if (typeof key !== 'string') return 'Name a key of the state, as in state.mood.';
  const current = session.current?.position.boundary.state.get(key);
  return assignIn(current, rest, value, (changed) => {
    if (isDeeperThan(changed, MAX_LEVELS)) return `Use at most ${MAX_LEVELS} levels of nesting.`;
    return session.setState(key, changed) ? undefined : 'The run continues.';
  });
}

/** Returns the index in the path of a message or of its content; -1 for any other path. */
function messageIndex([index, field = 'content', ...rest]: readonly (string | number)[]): number {
  return typeof index === 'number' && field === 'content' && rest.length === 0 ? index : -1;
}

/** @param index in the request; undefined to add a message */
function assignMessage(stop: Stop, index: number | undefined, value: Json): EditProblem {
  if (stop.position.at !== 'model_call') return 'Change messages before a model call.';
  if (typeof value !== 'string') return 'A message is a text.';
  const { conversation, prompt } = stop.position.boundary;
  if (index === undefined) return stop.setMessage(conversation.length, value);
  if (index < 0) return 'Choose a message by its number, as in messages[1].';
  if (index === 0 && prompt[0]?.role === 'system') return stop.setSystem(value);
  return stop.setMessage(index - conversation.start, value);
}

function assignIn(
  current: Json | undefined,
  keys: readonly (string | number)[],
  value: Json,
  set: (changed: Json) => EditProblem,
): EditProblem {
  const changed = replaced(current, keys, value);
  return changed === undefined ? NO_VALUE : set(changed);
}

/** Returns a copy with another value at a path, or undefined if the path leads into a value that is no object or array. */
function replaced(current: Json | undefined, keys: readonly (string | number)[], value: Json): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(current)) {
    const index = Number(key);
    if (!Number.isInteger(index) || index < 0 || index > current.length || index > MAX_INDEX) return undefined;
    const item = replaced(current[index], rest, value);
    return item === undefined ? undefined : [...current.slice(0, index), item, ...current.slice(index + 1)];
  }
  if (current !== undefined && !isObject(current)) return undefined;
  const item = replaced(own(current, key), rest, value);
  if (item === undefined) return undefined;
  // Defined rather than assigned, so that a key such as `__proto__` is an ordinary one.
  return Object.fromEntries([...Object.entries(current ?? {}).filter(([name]) => name !== `${key}`), [`${key}`, item]]);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
