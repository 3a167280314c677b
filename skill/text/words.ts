/** Words of prose and of file names, normalized for comparison. */

const FILLER: ReadonlySet<string> = new Set(
  (
    'the a an this that these those it its our your their his her one any each every all both ' +
    'of for in on from with and or to by as at into via per about if when then also only just same other more most new own ' +
    'provided included bundled matching relevant appropriate corresponding right correct following existing available supplied ' +
    'proper suitable applicable actual current specific full complete detailed main entire whole file files skill skills md'
  ).split(' '),
);

/** Words that say what kind of file a name is for, but not which one. */
export const GENERIC: ReadonlySet<string> = new Set(
  (
    'guide guideline manual handbook cheatsheet cheat sheet reference documentation doc playbook runbook checklist glossary faq ' +
    'instruction specification spec example sample note overview template skeleton boilerplate starter scaffold script helper ' +
    'utility tool resource asset material readme index detail information document'
  ).split(' '),
);

/** Returns the words of a name or sentence in order: lower case, without filler words, in the singular. */
export const contentWords = cachedByText((text: string): readonly string[] => nameWords(text).map(singular));

/** Like `contentWords`, but keeps plurals, as a file name would. */
export function nameWords(text: string): readonly string[] {
  const parts = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?:'|’)s\b/g, '')
    .match(/[\p{L}\p{N}]+/gu);
  return (parts ?? []).filter((word) => !FILLER.has(word));
}

/** Returns the approximate singular of a plural: `policies` → `policy`, `rules` → `rule`. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && /[^suai]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Returns an approximate stem, to compare `verifier` with `verify` and `migration` with `migrate`. */
export const stemOf = cachedByText((word: string): string => {
  const cut = word.replace(/(?:ations?|ators?|ating|ated|ions?|ors?|ers?|ing|ed|ies|es|ment|y|e|s)$/, '');
  return cut.length >= 4 ? cut : word;
});

/** Returns the share of `expected` words that are in `actual`, compared by stem; 0 if `expected` is empty. */
export function overlap(expected: readonly string[], actual: readonly string[]): number {
  if (expected.length === 0) return 0;
  let count = 0;
  // Both lists are short, so a search is faster than creating a set.
  for (const word of expected) if (actual.includes(word) || actual.some((one) => stemOf(one) === stemOf(word))) count++;
  return count / expected.length;
}

/** Returns the words that say which file is meant: `the billing rules guide` → `billing`, `rule`. */
export const specificWords = cachedByText((text: string): readonly string[] =>
  contentWords(text).filter((word) => !GENERIC.has(word)),
);

/** Caches results by text, since every mention is compared with the same few file names. */
function cachedByText<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    if (cache.size >= 50_000) cache.clear();
    if (text.length <= 200) cache.set(text, result);
    return result;
  };
}
