/** Names of model calls in rows: the first words that the model said, else the calls that it made. */
import type { CallName } from './names.ts';
import { isObject, type Loose, oneLine, text } from './read.ts';
import { lastPart } from './short-path.ts';
import { markChanged, type NamedCalls, type Trace, type TraceSpan } from './span.ts';

/** The verb of a model call of which only the number is known. */
export const OPEN_VERB = 'chat';
/**
 * Maximum length of words and of one call in a row, in characters: hardly more than the column of steps has room for. The page
 * would measure the rest of each row while it scrolls, and not show it.
 */
const MAX_WORDS = 44;
const MAX_OBJECT = 30;
/** Number of calls that a row names. */
const MAX_CALLS = 3;
/** Part of a reply in which its first words are looked for, in characters. */
const MAX_START = 1000;

/** Signs of Markdown at the start of a line, and around words. */
const MARKERS = /^[\s>]*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)?/;
const EMPHASIS = /\*\*|__|`/g;
/** Fences of code, and lines without letters and digits. */
const NO_WORDS = /^\s*(?:```|~~~)|^[^\p{L}\p{N}]*$/u;

/** Names a model call by the first words that the model said. If it said nothing, its calls name it. */
export function nameResponse(trace: Trace, span: TraceSpan, event: Loose): void {
  const words = firstWords(text(event, 'text')) || (isObject(event.text) ? 'a long reply' : '');
  if (words === '') return;
  trace.callNames.delete(span.id);
  span.verb = turnOf(span);
  span.name = words;
}

const turnOf = ({ turn }: TraceSpan) => `turn ${turn ?? ''}`;

/** Names the model call that made a call by its calls, if the model said nothing. */
export function nameByCall(trace: Trace, model: TraceSpan, call: Pick<TraceSpan, 'verb' | 'name'>): void {
  const known = trace.callNames.get(model.id);
  if (known === undefined && model.verb !== OPEN_VERB) return;
  const named = known ?? { text: '', count: 0, verb: '' };
  if (known === undefined) trace.callNames.set(model.id, named);
  addCall(named, call);
  model.verb = turnOf(model);
  model.name = describeCalls(named);
  markChanged(trace, model);
}

/** Returns the first line of a reply that has words, without the signs of Markdown; '' if there is none. */
export function firstWords(reply: string): string {
  const lines = reply.slice(0, MAX_START).split('\n');
  const line = lines.find((one) => !NO_WORDS.test(one));
  return line === undefined ? '' : oneLine(line.replace(MARKERS, '').replace(EMPHASIS, ''), MAX_WORDS);
}

/** Adds a call, of which only the first ones are named. */
export function addCall(calls: NamedCalls, { verb, name }: Pick<CallName, 'verb' | 'name'>): void {
  calls.count++;
  if (calls.count > MAX_CALLS) return;
  const object = oneLine(lastPart(name), MAX_OBJECT);
  const part = verb === '' || verb === calls.verb ? object : `${verb} ${object}`;
  calls.text = calls.count === 1 ? `→ ${part}` : `${calls.text}, ${part}`;
  calls.verb = verb;
}

/** Describes the calls of a model: `→ read main.ts, theme.ts, bash ls and 2 more`. */
export function describeCalls({ text, count }: NamedCalls): string {
  return oneLine(count > MAX_CALLS ? `${text} and ${count - MAX_CALLS} more` : text, MAX_WORDS);
}
