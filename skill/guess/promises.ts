/** Finds prose that promises scripts, references or templates without naming one. */

import type { Mention } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';
import { guessPaths } from './guess-paths.ts';

const HAS = ['includes', 'contains', 'provides', 'bundles', 'ships with', 'comes with', 'has'];
const THIS_SKILL_HAS = anyOf([
  `this skill (?:also )?${anyOf(HAS)}`,
  '(?:bundled|included) with this skill(?: are| is)?',
]);
const KINDS = ['helper', 'utility', 'python', 'shell', 'bash', 'automation', 'validation', 'setup'];
const PROMISED = `((?:${anyOf(KINDS)}[ \\t]+)?(scripts?|references?|templates?|assets))`;
/** "This skill includes helper scripts": the last group decides on the folder. */
const PROMISE = new RegExp(`\\b${THIS_SKILL_HAS}\\b[^.!?\\n]{0,80}?\\b${PROMISED}\\b(?![/\`])`, 'gi');

/** Finds the promises in a block of prose at `offset` in its section. */
export function promisesIn(prose: string, offset: number): readonly Mention[] {
  const mentions: Mention[] = [];
  for (const match of prose.matchAll(PROMISE)) {
    const text = match[1] ?? '';
    const start = offset + match.index + match[0].length - text.length;
    const noun = (match[2] ?? '').toLowerCase();
    const folder = noun.startsWith('script') ? 'scripts' : noun.startsWith('reference') ? 'references' : 'assets';
    const guesses = guessPaths('promise', text, folder);
    const range = { start, end: start + text.length };
    // A promise alone does not make a model search.
    mentions.push({ kind: 'mention', what: 'promise', range, text, folder, guesses, passing: true, promised: true });
  }
  return mentions;
}
