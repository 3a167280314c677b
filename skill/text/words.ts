/** Words of prose and of file names, made comparable. */

const FILLER: ReadonlySet<string> = new Set(
  (
    'the a an this that these those it its our your their his her one any each every all both ' +
    'of for in on from with and or to by as at into via per about if when then also only just same other more most new own ' +
    'provided included bundled matching relevant appropriate corresponding right correct following existing available supplied ' +
    'proper suitable applicable actual current specific full complete detailed main entire whole file files skill skills md'
  ).split(' '),
);

/** Words that say what sort of thing a name is, not which. */
export const GENERIC: ReadonlySet<string> = new Set(
  (
    'guide guideline manual handbook cheatsheet cheat sheet reference documentation doc playbook runbook checklist glossary faq ' +
    'instruction specification spec example sample note overview template skeleton boilerplate starter scaffold script helper ' +
    'utility tool resource asset material readme index detail information document'
  ).split(' '),
);

/** The words of a name or sentence in lower case, without fillers, plurals cut, in order. */
export const contentWords = kept((text: string): readonly string[] => nameWords(text).map(singular));

/** The same with plurals as they stand, as they would go into a file's name. */
export function nameWords(text: string): readonly string[] {
  const parts = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?:'|’)s\b/g, '')
    .match(/[\p{L}\p{N}]+/gu);
  return (parts ?? []).filter((word) => !FILLER.has(word));
}

/** A plural's singular, roughly: `policies` → `policy`, `rules` → `rule`. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && /[^suai]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Word stem for comparing `verifier` with `verify`, `migration` with `migrate`: endings cut, roughly. */
export const stemOf = kept((word: string): string => {
  const cut = word.replace(/(?:ations?|ators?|ating|ated|ions?|ors?|ers?|ing|ed|ies|es|ment|y|e|s)$/, '');
  return cut.length >= 4 ? cut : word;
});

/** The share of `wanted` words that `given` has, by stems; 0 where nothing is wanted. */
export function overlap(wanted: readonly string[], given: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const stems = new Set(given.map(stemOf));
  return wanted.filter((word) => stems.has(stemOf(word))).length / wanted.length;
}

/** The words that say which thing is meant: `the billing rules guide` → `billing`, `rule`. */
export const specificWords = (text: string): readonly string[] =>
  contentWords(text).filter((word) => !GENERIC.has(word));

/** The same few names are asked for again and again: every mention is held against every file. */
function kept<T>(of: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = of(text);
    if (answers.size >= 50_000) answers.clear();
    if (text.length <= 200) answers.set(text, answer);
    return answer;
  };
}
