import { distance } from 'fastest-levenshtein';
import type { Anchor } from '../../../skill/index.ts';
import {
  collectAnchors,
  contentWords,
  isForCopying,
  isInQuotedSentence,
  isMarkdown,
  overlap,
  type SkillDocument,
  within,
} from '../../../skill/index.ts';
import { didYouMean } from '../rule/message.ts';
import type { Problem, Rule, RuleInput } from '../rule/rule.ts';

/**
 * Maximum number of compared pairs of a name and a heading in one document. A thousand links and ten thousand headings
 * would take seconds; beyond this, findings have no suggestions.
 */
const MAX_PAIRS = 100_000;
/** Maximum length of a compared name: comparing takes time proportional to the product of the lengths. */
const MAX_LENGTH = 300;
interface Effort {
  pairs: number;
}

/** Reports links to headings that do not exist. */
export const referenceAnchor: Rule = {
  code: 'reference.anchor',
  title: 'A link to a heading that does not exist',
  severity: 'warning',
  *check(input): Iterable<Problem> {
    const { document, skill } = input;
    // Such a file may have a table of contents for headings still to be written.
    const anchors = isForCopying(within(skill.root, document.path) ?? '') ? [] : document.anchors;
    const effort: Effort = { pairs: 0 };
    for (const anchor of anchors) {
      // `[word](## "text")` shows a text while the pointer is on the word, and leads nowhere on purpose.
      if (/^#*$/.test(anchor.name) || isQuoted(anchor, document)) continue;
      const problem = checkAnchor(anchor, document, 'this file', effort);
      if (problem) yield { ...problem, target: `#${anchor.name}` };
    }
    yield* checkLinks(input, effort);
  },
};

/** Maximum length of the text that is read before and after a link, in UTF-16 units. */
const MAX_LINE = 400;

/** Returns true if a link is part of a quotation, which shows a text with headings of its own. */
function isQuoted({ range: { start, end } }: Anchor, { text }: SkillDocument): boolean {
  const before = text.slice(Math.max(0, start - MAX_LINE), start);
  const [after = ''] = text.slice(end, end + MAX_LINE).split('\n', 1);
  return isInQuotedSentence(before.slice(before.lastIndexOf('\n') + 1), after);
}

function* checkLinks({ document, analysis, bundled }: RuleInput, effort: Effort): Iterable<Problem> {
  for (const { reference, resolution } of analysis.references) {
    const { anchor, excuse, target } = reference;
    if (!anchor || excuse || resolution.kind !== 'found' || resolution.where !== 'bundle') continue;
    if (resolution.target !== 'file' || !isMarkdown(resolution.path)) continue;
    const other = resolution.path === document.path ? document : bundled.document(resolution.path);
    const problem = other && checkAnchor(anchor, other, `\`${target}\``, effort);
    if (problem) yield { ...problem, target };
  }
}

function checkAnchor(
  { name, range }: Anchor,
  document: SkillDocument,
  label: string,
  effort: Effort,
): Problem | undefined {
  const places = collectAnchors(document);
  // `#<topic>`, `#{id}`: a placeholder.
  if (/[<>{}$*\s]|\.\.\./.test(name) || places.has(name)) return undefined;
  effort.pairs += places.slugs.length;
  const meant =
    effort.pairs > MAX_PAIRS || name.length > MAX_LENGTH ? [] : suggestSlugs(name.toLowerCase(), places.slugs);
  const fact = `No heading in ${label} matches \`#${name}\`.`;
  const message =
    meant.length > 0
      ? didYouMean(
          fact,
          meant.map((slug) => `#${slug}`),
        )
      : `${fact} Link to another heading, or remove it.`;
  return {
    range,
    suggestions: meant.map((slug) => `#${slug}`),
    message: message,
    fixes: meant.map((slug, index) => ({
      kind: 'edit',
      title: `Change to #${slug}`,
      preferred: index === 0,
      edits: [{ range, text: slug }],
    })),
  };
}

/** Cached answers, as long as the headings stay the same. */
const cachedSuggestions = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Returns up to three headings with similar letters or words, most similar first. */
function suggestSlugs(name: string, slugs: readonly string[]): readonly string[] {
  const answers = cachedSuggestions.get(slugs) ?? new Map<string, readonly string[]>();
  cachedSuggestions.set(slugs, answers);
  const known = answers.get(name) ?? similarSlugs(name, slugs);
  answers.set(name, known);
  return known;
}

function similarSlugs(name: string, slugs: readonly string[]): readonly string[] {
  const words = contentWords(name);
  return slugs
    .filter((slug) => slug.length <= MAX_LENGTH)
    .map((slug) => ({ slug, score: similarity(name, words, slug) }))
    .filter(({ slug, score }) => slug !== '' && score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ slug }) => slug);
}

function similarity(name: string, words: readonly string[], slug: string): number {
  const letters = 1 - distance(name, slug) / Math.max(name.length, slug.length, 1);
  const given = contentWords(slug);
  return Math.max(letters, 0.95 * Math.min(overlap(words, given), overlap(given, words)), 0.7 * overlap(words, given));
}
