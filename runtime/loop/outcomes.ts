/** What calls come to, and the results that are ours and not the tool's. */
import { messageOf } from '../errors.ts';
import { isDeeper, MOST_LEVELS, TOO_DEEP } from '../protocol/levels.ts';
import { LONGEST_NAME, wasCut } from './names.ts';
import type { ReadCall } from './read-call.ts';
import { failure, type ResultOutcome, type Tool, type ToolOutcome } from './tools.ts';

/** What a tool's work came to. */
export type WorkOutcome = ToolOutcome | { readonly kind: 'cancelled' };

/** Characters of an exception that a model is told. */
const MESSAGE_LENGTH = 2000;

/** The run was cancelled meanwhile. */
export const WORK_CANCELLED = { kind: 'cancelled' } as const;

/** The call waits for a person who is not there. */
export const LEFT = { kind: 'paused' } as const;

export const CANCELLED = failure('CANCELLED', 'The run was cancelled.');
export const REJECTED = failure('REJECTED', 'The user rejected this call.');
export const NOT_RUN = failure('NOT_RUN', 'Not run: a guard ended the run while this call waited for approval.');
export const INTERRUPTED = failure(
  'INTERRUPTED',
  'The process was killed while this call was at work. Whether it took effect is not known, so it was not run again.',
);
const NO_OBJECT = failure(
  'INVALID_ARGUMENTS',
  'The arguments are not a JSON object. Send them again as a JSON object.',
);
const NESTED = failure(
  'INVALID_ARGUMENTS',
  `The arguments are nested more than ${MOST_LEVELS} levels deep. Send them again with fewer levels.`,
);

/** The answer to a call whose arguments, as written, cannot be taken. */
export function invalidArguments(raw: string): ResultOutcome {
  if (raw === TOO_DEEP) return NESTED;
  try {
    return isDeeper(JSON.parse(raw), MOST_LEVELS) ? NESTED : NO_OBJECT;
  } catch {
    return NO_OBJECT;
  }
}

/** They stood beside a journal, in a file that is gone. */
export const ARGUMENTS_LOST = failure('PAYLOAD_LOST', 'The arguments of this call are lost.');

/** A call of a tool that is not offered. */
export function toolNotFound(call: ReadCall, tools: readonly Tool[]): ResultOutcome {
  const available = tools.map(({ name }) => name);
  const limit = wasCut(call.tool) ? ` A name has at most ${LONGEST_NAME} characters.` : '';
  return failure('TOOL_NOT_FOUND', `There is no tool named '${call.tool}'.${limit}`, { available });
}

/** An exception of a tool. */
export function toolError(error: unknown): ResultOutcome {
  return failure('TOOL_ERROR', messageOf(error).slice(0, MESSAGE_LENGTH));
}

/** What a `tool_result` says beside the result. */
export interface ResultFacts {
  /** A guard denied the call. */
  readonly denied: boolean;
  readonly skipSummarization: boolean;
  readonly longRunning: boolean;
  /** Milliseconds from the call to its result. */
  readonly ms: number;
  /** `seq` of the `tool_call`. */
  readonly parent: number;
}

/** The `tool_result` of a call. An error is for the model to read: it is never the last word. */
export function resultBody(call: ReadCall, { value, errorCode, changes }: ResultOutcome, facts: ResultFacts) {
  const fine = errorCode === undefined;
  return {
    type: 'tool_result' as const,
    id: call.id,
    tool: call.tool,
    result: value,
    ...(fine ? {} : { error_code: errorCode }),
    ...(facts.denied ? { denied: true } : {}),
    ...(fine && facts.skipSummarization ? { skipSummarization: true } : {}),
    ...(fine && changes === true ? { changes } : {}),
    ...(fine && facts.longRunning ? { longRunning: true } : {}),
    durationMs: Math.round(facts.ms * 10) / 10,
    parent: facts.parent,
  };
}
