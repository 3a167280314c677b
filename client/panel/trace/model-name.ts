/** Names of model calls in rows: the first words that the model said, else the calls that it made. */
import type { CallName } from './names.ts';
import { oneLine } from './read.ts';
import { lastPart } from './short-path.ts';

/** Maximum length of words and of one call in a row, in characters. */
const MAX_WORDS = 120;
const MAX_OBJECT = 40;
/** Number of calls that a row names. */
const MAX_CALLS = 3;
/** Part of a reply in which its first words are looked for, in characters. */
const MAX_START = 1000;

/** Signs of Markdown at the start of a line, and around words. */
const MARKERS = /^[\s>]*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)?/;
const EMPHASIS = /\*\*|__|`/g;
/** Fences of code, and lines without letters and digits. */
const NO_WORDS = /^\s*(?:```|~~~)|^[^\p{L}\p{N}]*$/u;

/** Returns the first line of a reply that has words, without the signs of Markdown; '' if there is none. */
export function firstWords(reply: string): string {
  const lines = reply.slice(0, MAX_START).split('\n');
  const line = lines.find((one) => !NO_WORDS.test(one));
  return line === undefined ? '' : oneLine(line.replace(MARKERS, '').replace(EMPHASIS, ''), MAX_WORDS);
}

/** Describes the calls of a model: `→ read main.ts, theme.ts, bash ls`; '' if there are none. */
export function describeCalls(calls: readonly Pick<CallName, 'verb' | 'name'>[]): string {
  if (calls.length === 0) return '';
  const parts = calls.slice(0, MAX_CALLS).map(({ verb, name }, index) => {
    const object = oneLine(lastPart(name), MAX_OBJECT);
    return verb === '' || verb === calls[index - 1]?.verb ? object : `${verb} ${object}`;
  });
  const more = calls.length - MAX_CALLS;
  return `→ ${parts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
