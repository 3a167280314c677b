import type { ToolResult } from '../../protocol/events.ts';
import { textsIn } from '../../text/json-texts.ts';

/** A call that a client or its user did not allow. */
export interface DeniedCall {
  readonly seq: number;
  /** The arguments of the call, as JSON. */
  readonly args: string;
  /** The client's own words. */
  readonly says: string;
}

/** Maximum number of characters of a client's words that are shown. */
const MAX_WORDS = 160;

/** The words of clients for a call that was not allowed. */
const DENIALS = [
  // Claude Code.
  /\brequires? approval\b/i,
  /\bpermissions? to (?:use|run|read|execute)\b.*\b(?:denied|haven't granted|not been granted)\b/i,
  /\bdoesn't want to (?:proceed|take this action)\b/i,
  // Codex.
  /\b(?:rejected|blocked|declined|denied) by (?:the )?(?:user|policy|approval|sandbox|administrator)\b/i,
  /\bapproval policy\b|\bexec command rejected\b/i,
  // Gemini CLI, Copilot CLI, opencode, VS Code.
  /\bpermission denied (?:and could not request permission|by)\b/i,
  /\b(?:tool|call|command|execution)\b[^.\n]{0,60}\b(?:not (?:allowed|permitted|authorized)|denied|rejected|disallowed)\b/i,
  /\b(?:user|policy|rule) (?:has |have )?(?:rejected|denied|declined|prevents?)\b/i,
  /\bcould not request permission\b/i,
];

/** Returns the client's words if a result says that the call was not allowed; undefined otherwise. */
export function denialIn({
  denied,
  error_code: errorCode,
  result,
}: Pick<ToolResult, 'denied' | 'error_code' | 'result'>): string | undefined {
  if (denied !== true && errorCode === undefined) return undefined;
  const [words = ''] = textsIn(result)
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim() !== '');
  const isDenial = denied === true || DENIALS.some((pattern) => pattern.test(words.slice(0, 1000)));
  if (!isDenial) return undefined;
  const said = words.trim() === '' ? 'the call was denied' : words.trim();
  return said.length <= MAX_WORDS ? said : `${said.slice(0, MAX_WORDS)}…`;
}

/** Returns the last denied call that names a file or a skill. */
export function denialOf(denied: readonly DeniedCall[], name: string): DeniedCall | undefined {
  return denied.findLast(({ args }) => args.includes(name));
}
