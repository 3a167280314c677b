/** Recognizes failures in the results of tools, whose forms differ from client to client. */
import { basename } from 'node:path/posix';
import type { Json } from '../../protocol/events.ts';
import { fieldsOf, textOf } from '../../text/values.ts';
import type { FileUse } from '../../tool-calls/tool-uses.ts';
import type { CallOutcome } from './calls.ts';

const MISSING =
  /does not exist|no such file|not found|cannot find (?:path|module|drive|the (?:path|file|drive))|can't open file|could not (?:find|open input file)|couldn't find|ENOENT|no files? (?:found|matched)|no match(?:es|ing)/i;
/** An error of the shell or of a program that it starts: `cat: a.md: Permission denied`. */
const FORBIDDEN = /^[^\n]{1,300}: (?:Permission denied|Operation not permitted)\s*$|\bEACCES: permission denied\b/im;
/** An answer in words of a tool that found nothing: `Resource 'a.md' not found`. */
const NOT_FOUND =
  /\b(?:not found|(?:does not|doesn't|do not) exist|no such (?:file|resource|skill|script|path|entry)|(?:can|could)(?: ?not|n't) (?:be )?(?:find|found|locate|located|open|opened|read|retrieved?)|(?:unable|failed) to (?:find|locate|open|read|load)|no (?:file|resource|skill|script) (?:is )?(?:named|called|at|with|found|matches)|unknown (?:file|resource|skill|script)|(?:is|was) (?:missing|unknown|invalid)|isn't (?:available|there)|is not (?:available|there|part of|in)|ENOENT|FileNotFound)/i;
/** The beginning of a line of a text about such an answer, or of a document. */
const NO_ANSWER = /^(?:\s*\d+[→\t:|]|\s*(?:if|when|unless|in case|should|whenever|once|until)\b|#|---|```|[-*>|]\s|<)/i;
/** Maximum length of such an answer, in characters, and of its lines. */
const MAX_ANSWER = 600;
const MAX_ANSWER_LINES = 3;
/** Errors of what starts commands, such as a sandbox: the command did not run. */
const NOT_STARTED =
  /\b(?:execvpe?|execve|bwrap|bubblewrap|seatbelt|landlock|seccomp|sandbox|spawn)\b|command not found|: not found$|is not recognized as|exec format error|cannot execute|(?:failed|unable) to (?:start|launch|create|run|execute)|resource temporarily unavailable|operation not permitted|permission denied|requires approval|\b(?:EACCES|EPERM|EAGAIN|ENOMEM)\b/i;
/** A line with the error of a program: `head: a.md: Input/output error`. */
const PROGRAM_ERROR = /^[\w./+-]{1,100}: \S/;
/** Lines of clients before the output of a command. */
const HEADER =
  /^(?:Chunk ID|Wall time|Original token count|Total output lines|Output|Exit [Cc]ode|Process exited with code .*|Command exited with code .*|stderr|stdout|Error)\b:?/;
/** Maximum length of a line with an error, in characters. */
const MAX_ERROR = 500;
const NO_MATCHES = /^\s*$|\bno (?:files?|match(?:es)?|results?)\b|\b0 (?:files|matches|results)\b/i;
const EXIT_CODE = /^(?:Exit [Cc]ode:?|Process exited with code|Command exited with code) (-?\d+)/m;
/** Lines that clients write about a command without output, and after the output of any command. */
const NOTHING =
  /^(?:\((?:(?:bash|command) completed with )?no output\)|(?:command|tool) (?:ran|completed|produced) (?:without|with no|no) output(?: or errors)?\.?|\((?:empty|none)\)|(?:exit code|command exited with code|process exited with code):? -?\d+|<.*exited with exit code -?\d+>|(?:error|signal|stderr|process group pgid|background pids): ?(?:\((?:none|empty)\)|\d+)?)$/i;
/** Maximum length of such a text, in characters. */
const MAX_EMPTY = 1000;
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
 * True if a failed command line has read or run a file: it does so regardless of its other commands, printed more than errors, and
 * has an exit code other than those of the shell for a program that it cannot run.
 */
export function wasDone(use: FileUse, { exitCode, denied }: CallOutcome, text: string): boolean {
  const code = exitCode ?? exitCodeIn(text);
  if (code === undefined || code === 126 || code === 127 || use.isConditional === true || denied === true) return false;
  const lines = outputLines(text);
  if (use.kind === 'script') return lines.some((line) => !NOT_STARTED.test(line));
  // A program that only prints a file succeeds if it can.
  if (use.isOnly === true && use.isPrinted === true) return false;
  return lines.some((line) => !PROGRAM_ERROR.test(line) && !NOT_STARTED.test(line));
}

/** True if a failed command printed nothing but that it was not started, such as by a sandbox. */
export function saysNotStarted(text: string): boolean {
  const lines = outputLines(text);
  return lines.length > 0 && lines.every((line) => NOT_STARTED.test(line));
}

/** Returns the lines of a command's output that have content, without those of the client. */
function outputLines(text: string): readonly string[] {
  const lines = startAndEnd(text).split('\n');
  return lines
    .map((line) => line.slice(0, MAX_ERROR).trim())
    .filter((line) => line !== '' && !NOTHING.test(line) && !HEADER.test(line));
}

/** True if a tool answers in words that there is no such file, or no such skill. */
export function saysNotFound(name: string, text: string): boolean {
  const answer = text.trim();
  if (name === '' || answer.length > MAX_ANSWER) return false;
  const lines = answer.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length <= MAX_ANSWER_LINES &&
    !lines.some((line) => NO_ANSWER.test(line)) &&
    lines.some((line) => NOT_FOUND.test(line)) &&
    answer.toLowerCase().includes(name.toLowerCase())
  );
}

/** True if a command has certainly run, whatever the other commands of its line did. Other tools do what they are called for. */
export function certainlyRan({ condition }: FileUse, text: string, failed: boolean): boolean {
  if (condition === undefined || (condition.onSuccess && !failed)) return true;
  // The shell says so if the folder does not exist.
  return condition.inFolder && !MISSING.test(startAndEnd(text));
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
export function saysMissing(use: FileUse, text: string, failed: boolean): boolean {
  if (use.kind === 'search' && use.pattern !== undefined)
    return use.by === 'read'
      ? NO_MATCHES.test(text.slice(0, 400))
      : isEmptyOutput(text) || (failed && MISSING.test(startAndEnd(text)));
  if (use.by === 'read')
    return (
      ((failed || text.length < 500) && MISSING.test(startAndEnd(text)) && (failed || startsWithError(text))) ||
      saysNotFound(basename(use.path), text)
    );
  // The command prompt of Windows does not say which file.
  if (use.isOnly === true && failed && /\bthe system cannot find the (?:file|path) specified\b/i.test(text))
    return true;
  const isUnanswered = use.isSilent === true && use.isPrinted === true && use.isConditional !== true;
  if (isUnanswered && isEmptyOutput(text)) return true;
  const lines = startAndEnd(text).split('\n');
  if (use.fallback !== undefined && use.fallback !== '' && lines.some((line) => line.trim() === use.fallback?.trim()))
    return true;
  return lines.some(
    (line, index) => names(line, use) && (MISSING.test(line) || MISSING.test(causeLine(lines[index + 1]))),
  );
}

/** True if a command states that it may not read or run the requested file, which is then neither read nor missed. */
export function saysForbidden(use: FileUse, text: string): boolean {
  if (use.by === 'read' || !FORBIDDEN.test(text.slice(0, SEARCHED))) return false;
  return startAndEnd(text)
    .split('\n')
    .some((line) => names(line, use) && FORBIDDEN.test(line.slice(0, MAX_ERROR)));
}

/** True if a line of output names the file that a use requests. */
function names(line: string, { glob, path }: FileUse): boolean {
  const name = glob ?? basename(path);
  const at = line.indexOf(name);
  // A longer path is that of another file.
  return at >= 0 && !/^[\\/][^\s'"`:]/.test(line.slice(at + name.length));
}

/** Returns a line if it says the cause of the error in the line before it. */
function causeLine(line = ''): string {
  return /^\s*caused by:/i.test(line) ? line : '';
}

/** True for the output of a command that printed nothing, in the forms of all clients. */
function isEmptyOutput(text: string): boolean {
  if (text.length > MAX_EMPTY) return false;
  const output = /^Output:([\s\S]*)$/m.exec(text)?.[1] ?? text;
  return output.split('\n').every((line) => line.trim() === '' || NOTHING.test(line.trim()));
}

function startsWithError(text: string): boolean {
  return /^\s*(?:<tool_use_error>|error\b|file (?:does not exist|not found)|ENOENT|path )/i.test(text);
}

function startAndEnd(text: string): string {
  return text.length <= 2 * SEARCHED ? text : `${text.slice(0, SEARCHED)}\n${text.slice(-SEARCHED)}`;
}
