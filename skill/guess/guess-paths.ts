/** Guesses the paths that a weak model requests after reading words that name a file without its path. */
import type { MentionKind } from '../model/model.ts';
import { GENERIC, nameWords, singular } from '../text/words.ts';

/** Maximum number of paths that a model would try for one mention before it gives up. */
const TRIES = 6;

/**
 * Returns the paths that a model derives from the words, likeliest first: `the user guide` →
 * `references/user_guide.md`, `references/user-guide.md`, `references/guide.md`, …. `folder` is the folder that the
 * words refer to, if any.
 */
export function guessPaths(what: MentionKind, words: string, folder?: string): readonly string[] {
  const parts = nameWords(words);
  const specific = parts.filter((word) => !GENERIC.has(singular(word)));
  const kind = parts.at(-1) ?? '';
  const names: string[] = [];
  const script = what === 'script' || folder === 'scripts';
  if (script) {
    if (specific.length > 0) names.push(specific.join('_'), specific.join('-'));
    names.push(parts.join('_'));
  } else {
    names.push(parts.join('_'), parts.join('-'));
    if (specific.length > 0) names.push(specific.join('_'), specific.join('-'));
    if (what === 'document' && parts.length > 1) names.push(singular(kind));
  }
  if (names.join('') === '') names.push(...(script ? ['main', 'run'] : ['README', 'index']));
  const [home, extensions] = script
    ? ['scripts', ['.py', '.sh']]
    : what === 'template' || folder === 'assets' || folder === 'templates'
      ? ['assets', ['.md']]
      : ['references', ['.md']];
  const folders = folder ? [folder] : home === 'assets' ? [home, 'templates'] : [home];
  const guesses = new Set<string>();
  for (const name of names) {
    if (name === '') continue;
    for (const inside of folders) for (const ending of extensions) guesses.add(`${inside}/${name}${ending}`);
  }
  return [...guesses].slice(0, TRIES);
}
