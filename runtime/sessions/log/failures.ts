/** Recognizes failures in the results of tools, whose forms differ from client to client. */
import { basename } from 'node:path/posix';
import type { Json } from '../../protocol/events.ts';
import type { CallOutcome } from './calls.ts';
import type { ToolUse } from './tool-uses.ts';
import { fieldsOf, textOf } from './values.ts';

const MISSING =
  /does not exist|no such file|not found|cannot find (?:path|module|the (?:path|file))|can't open file|could not (?:find|open input file)|couldn't find|ENOENT|no files? (?:found|matched)|no match(?:es|ing)/i;
const NO_MATCHES = /^\s*$|\bno (?:files?|match(?:es)?|results?)\b|\b0 (?:files|matches|results)\b/i;
const EXIT_CODE = /^(?:Exit [Cc]ode:?|Process exited with code|Command exited with code) (-?\d+)/m;
/** Number of characters at the start and the end of a result that are searched. */
const SEARCHED = 20_000;

/** True if a call failed: the session marks it as failed, or its result has an exit code other than 0. */
export function hasFailed({ isError, denied, value }: CallOutcome, text: string): boolean {
  if (isError === true || denied === true || adkError(value) !== undefined) return true;
  const head = text.slice(0, 400);
  if (/^Script failed\n/.test(head)) return true;
  return (exitCodeIn(text) ?? 0) !== 0;
}

/**
 * True if a failed command line has read or run a file: it does so regardless of its other commands, printed something, and
 * has an exit code other than those of the shell for a program that it cannot run.
 */
export function wasDone(
  { isConditional }: Exclude<ToolUse, { kind: 'skill' }>,
  { exitCode, denied }: CallOutcome,
  text: string,
): boolean {
  const code = exitCode ?? exitCodeIn(text);
  const isKnown = code !== undefined && code !== 126 && code !== 127 && text.trim() !== '';
  return isKnown && isConditional !== true && denied !== true;
}

function exitCodeIn(text: string): number | undefined {
  const [, code] = EXIT_CODE.exec(text.slice(0, 400)) ?? EXIT_CODE.exec(text.slice(-200)) ?? [];
  return code === undefined ? undefined : Number(code);
}

/** Returns the error code of a result of ADK's skill tools, `{error, error_code}`; undefined if it has none. */
export function adkError(value: Json): string | undefined {
  const { error, error_code: code } = fieldsOf(value);
  return error === undefined ? undefined : textOf(code);
}

/** True if a result states that the requested file does not exist. A command may do so and still succeed. */
export function saysMissing(use: Exclude<ToolUse, { kind: 'skill' }>, text: string, failed: boolean): boolean {
  if (use.kind === 'search' && use.pattern !== undefined)
    return use.by === 'read'
      ? NO_MATCHES.test(text.slice(0, 400))
      : text.trim() === '' || (failed && MISSING.test(startAndEnd(text)));
  if (use.by === 'read')
    return (failed || text.length < 500) && MISSING.test(startAndEnd(text)) && (failed || startsWithError(text));
  const name = basename(use.path);
  return startAndEnd(text)
    .split('\n')
    .some((line) => line.includes(name) && MISSING.test(line));
}

function startsWithError(text: string): boolean {
  return /^\s*(?:<tool_use_error>|error\b|file (?:does not exist|not found)|ENOENT|path )/i.test(text);
}

function startAndEnd(text: string): string {
  return text.length <= 2 * SEARCHED ? text : `${text.slice(0, SEARCHED)}\n${text.slice(-SEARCHED)}`;
}
