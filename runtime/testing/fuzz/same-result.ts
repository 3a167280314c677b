import type { Json } from '../../protocol/events.ts';

/** Names of values that differ between results that are the same, without what stands between their letters. */
const KEYS = new Set(['durationms', 'elapsed', 'pid', 'sessionid']);
const DIGITS = '0123456789';

/**
 * A text that is the same for results that count as the same, read word by word: knows what the tools of random models
 * say (`random-tools.ts`), by other means than the guards.
 */
export function sameResult(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(said(value));
  if (Array.isArray(value)) return `[${value.map(sameResult).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}:${leaves(key) ? '*' : sameResult(inner)}`,
  );
  return `{${parts.join()}}`;
}

function leaves(key: string): boolean {
  return KEYS.has(key.toLowerCase().replaceAll('_', ''));
}

function said(text: string): string {
  if (text.startsWith('{'))
    try {
      return sameResult(JSON.parse(text) as Json);
    } catch {
      // No JSON after all.
    }
  return text.split('\n').map(line).join('\n');
}

function line(text: string): string {
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
