/** The paths a weak model asks for after reading words that name a thing without its path. */
import type { MentionKind } from './model.ts';

const STOP: ReadonlySet<string> = new Set(
  'the a an this that these those our its your their provided included bundled matching relevant appropriate corresponding right following of for in from with and or to same existing available'.split(
    ' ',
  ),
);

/** What a model writes for the words: `the user guide` → `references/user_guide.md`, `references/user-guide.md`, …; likeliest first. */
export function guessPaths(what: MentionKind, words: string, folder?: string): readonly string[] {
  const parts = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, ' ')
    .split(/[\s-]+/)
    .filter((word) => word !== '' && !STOP.has(word));
  if (parts.length === 0) return [];
  const last = parts.at(-1) ?? '';
  const plural = /s$/.test(last) && !/ss$/.test(last) ? last.slice(0, -1) : last;
  const full = [...parts.slice(0, -1), plural];
  const head = full.slice(0, -1);
  const names =
    what === 'script' && head.length > 0
      ? [head.join('_'), full.join('_'), head.join('-')]
      : [full.join('_'), full.join('-'), ...(head.length > 0 ? [head.join('_'), head.join('-')] : [])];
  const [home, extensions] =
    what === 'script'
      ? ['scripts', ['.py', '.sh']]
      : what === 'template'
        ? ['assets', ['.md', '.txt']]
        : ['references', ['.md']];
  const folders = folder ? [folder] : what === 'template' ? [home, 'templates'] : [home];
  const guesses = new Set<string>();
  for (const inside of folders)
    for (const name of names) for (const ext of extensions) guesses.add(`${inside}/${name}${ext}`);
  return [...guesses].slice(0, 8);
}
