/**
 * Returns the source of a regular expression that matches one of `words`, each of which is itself the source of one. As
 * the first alternative that fits is taken, a longer word must precede one that it begins with.
 */
export const anyOf = (words: readonly string[]): string => `(?:${words.join('|')})`;
