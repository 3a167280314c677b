/** The results and failures of a client's tools, in that client's form. */
import { type ClientBehavior, fillTemplate, own, type PathMessages } from '../../skill/index.ts';
import type { ResultOutcome } from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import type { Installation } from './installation.ts';
import type { Reach, ResolvedPath } from './reach.ts';

/** The context that all tools of a client share. */
export interface ClientContext {
  readonly behavior: ClientBehavior;
  readonly installation: Installation;
  readonly reach: Reach;
}

/** Codes of failures, for guards and reports; the model sees the client's own message. */
export type ClientErrorCode =
  | 'FILE_NOT_FOUND'
  | 'NOT_A_FILE'
  | 'FILE_TOO_LARGE'
  | 'OUT_OF_RANGE'
  | 'NOT_A_FOLDER'
  | 'PATH_OUTSIDE'
  | 'INVALID_ARGUMENTS'
  | 'SKILL_NOT_FOUND'
  | 'COMMAND_FAILED'
  | 'COMMAND_TIMED_OUT';

/** Returns the result of a failed tool call in the client's form. */
export function clientFailure({ behavior }: ClientContext, code: ClientErrorCode, message: string): ResultOutcome {
  const { failure } = behavior;
  const value = failure.kind === 'object' ? { [failure.field]: message } : fillTemplate(failure.template, { message });
  return { kind: 'result', value, errorCode: code };
}

/** Returns the failure for a call without a required parameter. */
export function missingParameter(
  context: ClientContext,
  tool: string,
  parameter: string,
  args: JsonObject,
): ResultOutcome {
  const { missingParameter: template = 'The parameter {parameter} is required.' } = context.behavior;
  const message = fillTemplate(template, {
    tool,
    parameter,
    args: JSON.stringify(args, null, 2),
    column: JSON.stringify(args).length,
  });
  return clientFailure(context, 'INVALID_ARGUMENTS', message);
}

/** Returns the failure for a path that a tool cannot use. */
export function pathFailure(
  context: ClientContext,
  messages: PathMessages,
  given: string,
  reached: ResolvedPath,
  found: 'missing' | 'directory' | 'file' = 'missing',
): ResultOutcome {
  const values = {
    path: reached.absolute,
    given,
    cwd: context.installation.workspace,
    folders: context.reach.folders.join(', '),
  };
  const { missing, directory = missing, file = missing, outside = missing, relative = missing } = messages;
  const fill = (template: string): string => fillTemplate(template, values);
  if (reached.kind === 'relative') return clientFailure(context, 'INVALID_ARGUMENTS', fill(relative));
  if (reached.kind === 'outside') return clientFailure(context, 'PATH_OUTSIDE', fill(outside));
  if (found === 'directory') return clientFailure(context, 'NOT_A_FILE', fill(directory));
  if (found === 'file') return clientFailure(context, 'NOT_A_FOLDER', fill(file));
  return clientFailure(context, 'FILE_NOT_FOUND', fill(missing));
}

/** Returns the text argument `name`, or undefined if it is absent or not text. */
export function textOf(args: JsonObject, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : own(args, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the whole number in the argument `name`, or undefined. */
export function numberOf(args: JsonObject, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : own(args, name);
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : undefined;
}
