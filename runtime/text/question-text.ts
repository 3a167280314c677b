import type { ModuleApproval, PauseEvent, ScriptApproval, ServerApproval } from '../protocol/events.ts';
import { formatCount } from './count.ts';
import { inlineText } from './inline-text.ts';
import { visibleText } from './visible-text.ts';

/** The text that a user reads before they answer. */
export interface QuestionText {
  /** The code that would run, and the warning above it; it may be long. Empty if the question says everything. */
  readonly details: string;
  readonly question: string;
}

/** Numbers of lines and characters of a question from which its end may be all that a screen shows. */
const MAX_LINES = 20;
const MAX_QUESTION = 1000;

/** Returns the text of a question. It leaves out nothing, and shows characters that a reader would not see as `\\u{…}`. */
export function questionText(
  pause: Pick<PauseEvent, 'hint' | 'approvesFor' | 'script' | 'server' | 'module'>,
): QuestionText {
  const hint = visibleText(inlineText(pause.hint));
  const first = hint.indexOf('\n') + 1;
  // The first line is the question; the rest is the command, or the arguments of a tool.
  if (first > 0 && (pause.approvesFor === 'run' || hint.length > MAX_QUESTION))
    return { details: counted(hint.slice(first)), question: hint.slice(0, first - 1) };
  const code = codeText(pause);
  if (code === undefined) return { details: '', question: hint };
  const warning = first === 0 ? '' : `${hint.slice(0, first)}\n`;
  return { details: warning + code, question: hint.slice(first) };
}

function codeText({ script, server, module }: Pick<PauseEvent, 'script' | 'server' | 'module'>): string | undefined {
  if (script !== undefined) return scriptText(script);
  if (server !== undefined) return serverText(server);
  return module === undefined ? undefined : moduleText(module);
}

/** Returns the source of a script that waits for approval, and the command with its sandbox. */
export function scriptText({ source, notShown, command, sandbox }: ScriptApproval): string {
  const place = sandbox === 'none' ? 'without a sandbox' : `in ${sandbox}`;
  return `${sourceText(source, notShown)}\n\n${counted(visibleText(command))} (${place})`;
}

function serverText({ file, command, given }: ServerApproval): string {
  const receives = given.length === 0 ? [] : [`receives: ${given.join(', ')}`];
  return visibleText([command, `configured in ${file}`, ...receives].join('\n'));
}

function moduleText({ file, source, notShown, leadsTo }: ModuleApproval): string {
  const imports = leadsTo.length === 0 ? '' : `\nimports: ${leadsTo.join(', ')}`;
  return `${sourceText(source, notShown)}\n\n${visibleText(file + imports)}`;
}

function sourceText(source: string, notShown: string | undefined): string {
  const shown = visibleText(source.trimEnd());
  return notShown === undefined ? shown : `${shown}\n[${visibleText(notShown)}]`;
}

/** Says how long a text is whose start has left the screen when its end is read. */
function counted(text: string): string {
  const lines = text.split('\n').length;
  return lines > MAX_LINES ? `${text}\n[${formatCount(lines, 'line')}]` : text;
}
