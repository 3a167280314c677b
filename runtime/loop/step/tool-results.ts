/** The results of tool calls, including those that the runtime itself gives instead of a tool. */

import { defined } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import type { FileMiss, Json } from '../../protocol/events.ts';
import { isDeeperThan, MAX_LEVELS, TOO_DEEP } from '../../text/json-depth.ts';
import type { ParsedCall } from '../history/parsed-call.ts';
import type { BodyOf } from '../interfaces/scope.ts';
import { failure, type ResultOutcome, type Tool, type ToolOutcome } from '../interfaces/tools.ts';
import { isTruncatedName, MAX_NAME_LENGTH } from '../model-call/tool-names.ts';

/** The outcome of executing a tool. */
export type ExecutionOutcome = ToolOutcome | { readonly kind: 'cancelled' };

/** Maximum number of characters of an exception's message that a model is sent. */
const MESSAGE_LENGTH = 2000;

/** The run was cancelled during the call. */
export const EXECUTION_CANCELLED = { kind: 'cancelled' } as const;

/** The call waits for a user who is not present. */
export const PAUSED = { kind: 'paused' } as const;

export const CANCELLED = failure('CANCELLED', 'The run was cancelled.');
export const REJECTED = failure('REJECTED', 'The user rejected this call.');
export const NOT_RUN = failure('NOT_RUN', 'Not run: a guard ended the run while this call waited for approval.');
export const INTERRUPTED = failure(
  'INTERRUPTED',
  'The process was killed while this call was running. It may have taken effect, so it was not run again.',
);
const NOT_AN_OBJECT = failure(
  'INVALID_ARGUMENTS',
  'The arguments are not a JSON object. Send them again as a JSON object.',
);
const TOO_NESTED = failure(
  'INVALID_ARGUMENTS',
  `The arguments are nested more than ${MAX_LEVELS} levels deep. Send them again with fewer levels.`,
);

/** The result of a call whose arguments are unusable. */
export function invalidArguments(raw: string): ResultOutcome {
  if (raw === TOO_DEEP) return TOO_NESTED;
  try {
    return isDeeperThan(JSON.parse(raw), MAX_LEVELS) ? TOO_NESTED : NOT_AN_OBJECT;
  } catch {
    return NOT_AN_OBJECT;
  }
}

/** The result of a call whose arguments were stored in a blob next to the journal that no longer exists. */
export const ARGUMENTS_LOST = failure('PAYLOAD_LOST', 'The arguments of this call are lost.');

/**
 * The result of a call to a tool that is not available.
 * @param miss the miss that it is, if a skill has this name
 */
export function toolNotFound(
  call: ParsedCall,
  tools: readonly Tool[],
  miss: FileMiss | undefined = undefined,
): ResultOutcome {
  const available = tools.map(({ name }) => name);
  const limit = isTruncatedName(call.tool) ? ` A name has at most ${MAX_NAME_LENGTH} characters.` : '';
  const result = failure('TOOL_NOT_FOUND', `There is no tool named '${call.tool}'.${limit}`, { available });
  return defined({ ...result, miss });
}

/** The result of a tool that threw. */
export function toolError(error: unknown): ResultOutcome {
  return failure('TOOL_ERROR', messageOf(error).slice(0, MESSAGE_LENGTH));
}

/** The fields of a `tool_result` besides the result. */
export interface ResultDetails {
  /** A guard denied the call. */
  readonly denied: boolean;
  readonly skipSummarization: boolean;
  readonly longRunning: boolean;
  /** Present if the user wrote the result: the result of the tool, unless it did not run. */
  readonly edited: { readonly returned: Json | undefined } | undefined;
  /** Milliseconds from the call to its result, without the time that a debugger stopped it. */
  readonly ms: number;
  /** `seq` of the `tool_call`. */
  readonly parent: number;
}

function editedFields({ edited, denied }: ResultDetails): { edited?: true; returned?: Json } {
  if (edited === undefined || denied) return {};
  return defined({ edited: true, returned: edited.returned });
}

/** Creates the `tool_result` of a call. An error is for the model to read, so it never ends the invocation. */
export function resultBody(
  call: ParsedCall,
  { value, message, errorCode, changes, miss, read, ran, unproven, files }: ResultOutcome,
  details: ResultDetails,
): BodyOf<'tool_result'> {
  const succeeded = errorCode === undefined;
  return defined({
    type: 'tool_result',
    id: call.id,
    tool: call.tool,
    result: value,
    message,
    error_code: errorCode,
    miss,
    read,
    ran,
    unproven,
    files,
    denied: details.denied || undefined,
    ...editedFields(details),
    skipSummarization: (succeeded && details.skipSummarization) || undefined,
    changes: (succeeded && changes) || undefined,
    longRunning: (succeeded && details.longRunning) || undefined,
    durationMs: Math.round(details.ms * 10) / 10,
    parent: details.parent,
  });
}
