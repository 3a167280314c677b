import { isDeepStrictEqual } from 'node:util';
import { defined, own } from '../../skill/index.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { assign, errorCodeIn } from './assign.ts';
import type { Debugger } from './debugger.ts';
import type { EditProblem, Stop } from './stop.ts';

/**
 * Returns everything about a stop as JSON that a user can edit: before a model call exactly what would be sent, and
 * `next_message`, a user message to add; at a tool call its arguments and its result, which is null if it has not run, and
 * an error code that is not in the result, such as that of a client's tool.
 */
export function pausedDocument(stop: Stop): JsonObject {
  const { position } = stop;
  if (position.at === 'model_call') {
    const { prompt, tools, conversation } = position.boundary;
    const messages = (prompt as unknown as readonly JsonObject[]).map((message, index) => {
      if (message.role === 'system') return { ...message, content: stop.currentSystem };
      const edited = stop.editedMessage(index - conversation.start);
      return edited === undefined ? message : { ...message, content: [{ type: 'text', text: edited }] };
    });
    const next = stop.editedMessage(conversation.length) ?? '';
    return { next_message: next, messages, tools: tools as unknown as readonly Json[] };
  }
  if (position.at === 'end') return { error: position.boundary.error };
  const result = stop.currentResult;
  const { value = null, errorCode } = result ?? {};
  return defined({
    tool: position.boundary.tool,
    args: stop.currentArgs ?? {},
    result: value,
    error_code: errorCode === undefined || errorCodeIn(value) !== undefined ? undefined : errorCode,
  });
}

/**
 * Applies the changes that a user made to the document of the current stop. Nothing is changed if it returns a problem.
 * @param edited the changed document, untrusted
 */
export function applyPausedDocument(session: Debugger, edited: Json): EditProblem {
  const stop = session.current;
  if (stop === undefined) return 'Pause the run again: it has continued, so the changes have no effect.';
  if (typeof edited !== 'object' || edited === null || Array.isArray(edited)) return 'Restore the JSON object.';
  // As the user has seen it: in JSON, without fields that are undefined.
  const before = JSON.parse(JSON.stringify(pausedDocument(stop))) as JsonObject;
  const fields = edited as JsonObject;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(fields)])].filter(
    (name) => !isDeepStrictEqual(own(before, name), own(fields, name)),
  );
  const changes: (readonly [keys: readonly (string | number)[], value: Json])[] = [];
  for (const name of changed) {
    if (name === 'messages') {
      const edits = messageEdits(before.messages, fields.messages);
      if (typeof edits === 'string') return edits;
      changes.push(...edits);
    } else if (name === 'result' || name === 'error_code') changes.push([['result'], null]);
    else if (name === 'args' || name === 'next_message') changes.push([[name], fields[name] ?? null]);
    else return `Undo the change to "${name}": args, result, error_code, messages and next_message can be changed.`;
  }
  const undo = stop.undoPoint();
  for (const [keys, value] of changes) {
    const problem = keys[0] === 'result' ? applyResult(stop, fields) : assign(session, keys, value);
    if (problem === undefined) continue;
    undo();
    return problem;
  }
  return undefined;
}

/** Sets the result of the call, and its error code if that is not in the result. */
function applyResult(stop: Stop, { result = null, error_code: code = '' }: JsonObject): EditProblem {
  if (typeof code !== 'string') return 'Write "error_code" as a text, such as NOT_FOUND; empty for a success.';
  if (result !== null || stop.position.at !== 'tool_call')
    return stop.setResult(result, errorCodeIn(result) ?? (code === '' ? undefined : code));
  if (code !== '') return 'Write a "result", too: the tool runs without one, and "error_code" belongs to it.';
  // Before the call, null is how the document shows that there is no result.
  stop.clearResult();
  return undefined;
}

/** Returns the changed texts of messages, or why they cannot be changed. */
function messageEdits(
  before: Json | undefined,
  after: Json | undefined,
): readonly (readonly [readonly (string | number)[], Json])[] | string {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length)
    return 'Keep the number of messages, and write a new one in "next_message".';
  const edits: (readonly [readonly (string | number)[], Json])[] = [];
  for (const [index, message] of before.entries()) {
    if (isDeepStrictEqual(message, after[index])) continue;
    const text = textOf(after[index]);
    if (text === undefined || !isDeepStrictEqual(withText(message, ''), withText(after[index], '')))
      return `Undo the change to message ${index}: only the text of system and user messages can be changed.`;
    edits.push([['messages', index], text]);
  }
  return edits;
}

function textOf(message: Json | undefined): string | undefined {
  if (!isObject(message)) return undefined;
  const { role, content } = message;
  if (role === 'system') return typeof content === 'string' ? content : undefined;
  const [only, ...more] = Array.isArray(content) ? (content as readonly Json[]) : [];
  return role === 'user' && more.length === 0 && isObject(only) && typeof only.text === 'string'
    ? only.text
    : undefined;
}

/** Returns a message with another text, to compare the rest of it. */
function withText(message: Json | undefined, text: string): Json | undefined {
  if (!isObject(message) || textOf(message) === undefined) return message;
  return { ...message, content: text };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
