/** Guesses the paths that a weak model requests after reading words that name a file without its path. */
import type { MentionKind } from '../model/model.ts';
import { GENERIC, nameWords, singular } from '../text/words.ts';

/** Maximum number of paths that a model would try for one mention before it gives up. */
const MAX_GUESSES = 6;

/**
 * Returns the paths that a model derives from the words, likeliest first: `the user guide` →
 * `references/user_guide.md`, `references/user-guide.md`, `references/guide.md`, …. `folder` is the folder that the
 * words refer to, if any.
 */
export function guessPaths(kind: MentionKind, words: string, folder?: string): readonly string[] {
  const parts = nameWords(words);
  const specific = parts.filter((word) => !GENERIC.has(singular(word)));
  const lastWord = parts.at(-1) ?? '';
  const names: string[] = [];
  const isScript = kind === 'script' || folder === 'scripts';
  if (isScript) {
    if (specific.length > 0) names.push(specific.join('_'), specific.join('-'));
    names.push(parts.join('_'));
  } else {
    names.push(parts.join('_'), parts.join('-'));
    if (specific.length > 0) names.push(specific.join('_'), specific.join('-'));
    if (kind === 'document' && parts.length > 1) names.push(singular(lastWord));
  }
  if (names.join('') === '') names.push(...(isScript ? ['main', 'run'] : ['README', 'index']));
  const [defaultFolder, extensions] = isScript
    ? ['scripts', ['.py', '.sh']]
    : kind === 'template' || folder === 'assets' || folder === 'templates'
      ? ['assets', ['.md']]
      : ['references', ['.md']];
  const folders = folder ? [folder] : defaultFolder === 'assets' ? [defaultFolder, 'templates'] : [defaultFolder];
  const guesses = new Set<string>();
  for (const name of names) {
    if (name === '') continue;
    for (const parent of folders) for (const extension of extensions) guesses.add(`${parent}/${name}${extension}`);
  }
  return [...guesses].slice(0, MAX_GUESSES);
}
