import { distance } from 'fastest-levenshtein';
import type { Anchor } from '../../skill/index.ts';
import {
  anchorPlaces,
  contentWords,
  isCopied,
  isMarkdown,
  overlap,
  type SkillDocument,
  within,
} from '../../skill/index.ts';
import type { Problem, Rule, RuleInput } from './rule.ts';
import { list } from './writing.ts';

/**
 * So many pairs of a name and a heading are compared in one document. A thousand links beside ten thousand headings would
 * take seconds: past this a finding has no suggestions.
 */
const MOST_PAIRS = 100_000;
/** To compare two names takes the product of their lengths: nobody slips in one that is longer. */
const MOST_LETTERS = 300;
interface Effort {
  pairs: number;
}

/** A link to a heading that its file lacks. */
export const referenceAnchor: Rule = {
  code: 'reference.anchor',
  title: 'A link to a heading that its file lacks',
  severity: 'warning',
  *check(input) {
    const { document, skill } = input;
    // A table of contents of what is still to be written.
    const anchors = isCopied(within(skill.root, document.path) ?? '') ? [] : document.anchors;
    const effort: Effort = { pairs: 0 };
    for (const anchor of anchors) {
      const problem = lacks(anchor, document, 'This file', effort);
      if (problem) yield { ...problem, target: `#${anchor.name}` };
    }
    yield* inOthers(input, effort);
  },
};

function* inOthers({ document, analysis, bundled }: RuleInput, effort: Effort): Iterable<Problem> {
  for (const { reference, resolution } of analysis.references) {
    const { anchor, excuse, target } = reference;
    if (!anchor || excuse || resolution.kind !== 'found' || resolution.where !== 'bundle') continue;
    if (resolution.target !== 'file' || !isMarkdown(resolution.path)) continue;
    const other = resolution.path === document.path ? document : bundled.document(resolution.path);
    const problem = other && lacks(anchor, other, `\`${target}\``, effort);
    if (problem) yield { ...problem, target };
  }
}

function lacks({ name, range }: Anchor, document: SkillDocument, called: string, effort: Effort): Problem | undefined {
  const places = anchorPlaces(document);
  // `#<topic>`, `#{id}`: to be filled in.
  if (/[<>{}$*\s]|\.\.\./.test(name) || places.has(name)) return undefined;
  effort.pairs += places.slugs.length;
  const meant = effort.pairs > MOST_PAIRS || name.length > MOST_LETTERS ? [] : likely(name.toLowerCase(), places.slugs);
  const advice =
    meant.length > 0
      ? `Did you mean ${list(meant.map((slug) => `#${slug}`))}?`
      : 'Name a heading that is there, or leave the `#` out.';
  return {
    range,
    suggestions: meant.map((slug) => `#${slug}`),
    message: `${called} has no heading for \`#${name}\`. A model that is sent to one part reads all of the file to find it, or takes the part for missing. ${advice}`,
    fixes: meant.map((slug, index) => ({
      kind: 'edit',
      title: `Change to #${slug}`,
      preferred: index === 0,
      edits: [{ range, text: slug }],
    })),
  };
}

/** What was answered for headings that are still the same. */
const answered = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Up to three headings that are alike in letters or in words, likeliest first. */
function likely(name: string, slugs: readonly string[]): readonly string[] {
  const answers = answered.get(slugs) ?? new Map<string, readonly string[]>();
  answered.set(slugs, answers);
  const known = answers.get(name) ?? alike(name, slugs);
  answers.set(name, known);
  return known;
}

function alike(name: string, slugs: readonly string[]): readonly string[] {
  const words = contentWords(name);
  return slugs
    .filter((slug) => slug.length <= MOST_LETTERS)
    .map((slug) => ({ slug, score: likeness(name, words, slug) }))
    .filter(({ slug, score }) => slug !== '' && score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ slug }) => slug);
}

function likeness(name: string, words: readonly string[], slug: string): number {
  const letters = 1 - distance(name, slug) / Math.max(name.length, slug.length, 1);
  const given = contentWords(slug);
  return Math.max(letters, 0.95 * Math.min(overlap(words, given), overlap(given, words)), 0.7 * overlap(words, given));
}
