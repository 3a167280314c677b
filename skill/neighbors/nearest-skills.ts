/** Finds the nearest skills of each skill of a catalog, with the words that they share and those that only it has. */
import { descriptionWords } from './description-words.ts';

export interface DescribedSkill {
  readonly name: string;
  readonly description: string;
}

/** A skill that is near to another one. */
export interface Neighbor {
  readonly name: string;
  /** The words that both have, the rarest in the catalog first. */
  readonly shared: readonly string[];
}

export interface Neighborhood {
  /** The nearest first. */
  readonly neighbors: readonly Neighbor[];
  /** Words of its description that no other skill of the catalog has, in its order. */
  readonly ownWords: readonly string[];
}

/** Maximum number of neighbors, and of words of each kind. */
const MAX_NEIGHBORS = 3;
const MAX_WORDS = 8;
/**
 * The smallest number of words that neighbors share, and the smallest similarity: below it, two skills have some words in common. Of
 * two that are nearly the same, one word is enough.
 */
const MIN_SHARED = 2;
const MIN_SIMILARITY = 0.1;
const NEARLY_SAME = 0.7;
/** A word that more skills have says nothing of two of them. */
const MAX_HAVING = 300;

/** Returns the neighborhood of each skill, in their order. Takes time in proportion to the words of all descriptions. */
export function neighborhoods(skills: readonly DescribedSkill[]): readonly Neighborhood[] {
  const all = skills.map(({ description }) => descriptionWords(description).words);
  const having = new Map<string, number[]>();
  for (const [index, words] of all.entries())
    for (const word of words.keys()) {
      const known = having.get(word);
      if (known === undefined) having.set(word, [index]);
      else known.push(index);
    }
  const weightOf = (word: string): number => Math.log(1 + skills.length / (having.get(word)?.length ?? 1));
  const lengths = all.map((words) => Math.hypot(...[...words.keys()].map(weightOf)));
  return all.map((written, index) => {
    const words = [...written.keys()];
    const asWritten = (word: string): string => written.get(word) ?? word;
    const sums = new Map<number, number>();
    for (const word of words) {
      const others = having.get(word) ?? [];
      if (others.length > MAX_HAVING) continue;
      const weight = weightOf(word) ** 2;
      for (const other of others) if (other !== index) sums.set(other, (sums.get(other) ?? 0) + weight);
    }
    const nearest = [...sums]
      .map(([other, sum]) => ({ other, similarity: sum / ((lengths[index] ?? 1) * (lengths[other] ?? 1) || 1) }))
      .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
      .sort((a, b) => b.similarity - a.similarity || a.other - b.other)
      .slice(0, MAX_NEIGHBORS)
      .flatMap(({ other, similarity }): readonly Neighbor[] => {
        const shared = words.filter((word) => all[other]?.has(word));
        if (shared.length < MIN_SHARED && similarity < NEARLY_SAME) return [];
        const rarest = shared.toSorted((a, b) => weightOf(b) - weightOf(a));
        return [{ name: skills[other]?.name ?? '', shared: rarest.slice(0, MAX_WORDS).map(asWritten) }];
      });
    // Alone, a skill has every word alone.
    const ownWords = skills.length === 1 ? [] : words.filter((word) => having.get(word)?.length === 1);
    return { neighbors: nearest, ownWords: ownWords.slice(0, MAX_WORDS).map(asWritten) };
  });
}
