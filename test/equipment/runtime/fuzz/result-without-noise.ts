import type { Json } from '../../../../runtime/protocol/events.ts';

/** Names of values that are noise, in lowercase without separators. */
const KEYS = new Set(['durationms', 'elapsed', 'pid', 'sessionid']);
const DIGITS = '0123456789';

/**
 * Returns a text that is equal for results that are equal except for noise, determined word by word. It knows the output of
 * the random tools (`random-tools.ts`) and works independently of the guards.
 */
export function resultWithoutNoise(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(textWithoutNoise(value));
  if (Array.isArray(value)) return `[${value.map(resultWithoutNoise).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}:${isNoiseKey(key) ? '*' : resultWithoutNoise(inner)}`,
  );
  return `{${parts.join()}}`;
}

function isNoiseKey(key: string): boolean {
  return KEYS.has(key.toLowerCase().replaceAll('_', ''));
}

function textWithoutNoise(text: string): string {
  if (text.startsWith('{'))
    try {
      return resultWithoutNoise(JSON.parse(text) as Json);
    } catch {
      // Not JSON.
    }
  return text.split('\n').map(lineWithoutNoise).join('\n');
}

function lineWithoutNoise(text: string): string {
  const words = text.split(' ');
  const [date = '', time = ''] = words;
  if (date.split('-').length === 3 && time.split(':').length === 3 && !Number.isNaN(Date.parse(`${date} ${time}`)))
    words.splice(0, 2, '*');
  return words.map((word, at) => (isNoise(words, at) ? '*' : word)).join(' ');
}

function isNoise(words: readonly string[], at: number): boolean {
  const number = (words[at] ?? '').split(/s?,?$/)[0] ?? '';
  if (![...number].some((one) => DIGITS.includes(one))) return false;
  const before = words[at - 1];
  if (before === 'pid' || before === 'session_id:' || before === 'took') return true;
  if (before === 'in') return words[at - 2] === 'passed';
  return words[at + 1] === 'ms' && words[at + 2] !== 'left';
}
