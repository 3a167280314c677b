/** The line of a failed call's result that says what failed. */
import { own } from '../../../runtime/text/objects.ts';
import { isObject, oneLine, text } from './read.ts';

/** Part of a result that is searched, in characters, from its start and from its end. */
const MAX_SEARCHED = 4000;
const MAX_LINE = 160;
/** Colors of a terminal. */
const COLORS = /\p{Cc}\[[\d;]{0,20}[A-Za-z]/gu;
/** Lines that say that something failed, but not what: echoed commands, exit codes, headings of outputs, tags. */
const NO_REASON =
  /^(?:|>.*|TAP version \d+|script (?:failed|error:)|wall time:? .*|output:|std(?:out|err):|(?:command )?(?:exited with |exit )(?:code|status):? ?-?\d+|error:?|failed|<\/?[\w-]+>)$/i;
/** Lines of compilers, programs and shells about an error. */
const REASON =
  /^(?:not ok|✖|✗|FAIL)\s|(?:^|\W)(?:error|fatal|exception|ERR!)(?: [\w.-]{1,40})?[:!]|(?:Error|Exception): |\b(?:cannot|could not|no such file|not found|permission denied)\b/i;
/** Fields of a result that can contain its error, in the order in which they are looked for. */
const FIELDS = ['error', 'error_message', 'message', 'stderr', 'output', 'text'];

/** Returns the first line of a failed call's result that says what failed; '' if it has none. */
export function errorLine(result: unknown): string {
  const whole = textOf(result);
  const lines = linesOf(whole.slice(0, MAX_SEARCHED));
  // Python names the error last.
  const isTraceback = lines.some((line) => line.startsWith('Traceback (most recent call last)'));
  const reasons = (isTraceback ? linesOf(whole.slice(-MAX_SEARCHED)) : lines).filter((line) => !NO_REASON.test(line));
  const first = reasons.find((line) => REASON.test(line)) ?? reasons[0];
  const found = (isTraceback ? reasons.at(-1) : first) ?? lines.find((line) => line !== '') ?? '';
  return oneLine(found, MAX_LINE);
}

function linesOf(part: string): readonly string[] {
  return part
    .replace(COLORS, '')
    .split('\n')
    .map((line) => line.trim().replace(/^<[\w-]{1,40}>|<\/[\w-]{1,40}>$/g, ''));
}

/** Returns the text of an error, of a result as tools and clients write it. */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  if (Array.isArray(result)) return result.slice(0, 20).map(textOf).join('\n');
  if (!isObject(result)) return '';
  for (const field of FIELDS) {
    const value = own(result, field);
    const found = isObject(value) ? text(value, 'message') : typeof value === 'string' ? value : '';
    if (found.trim() !== '') return found;
  }
  return Array.isArray(result.content) ? textOf(result.content) : '';
}
