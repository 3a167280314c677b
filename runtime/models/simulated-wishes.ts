import { LRUCache } from 'lru-cache';
import { guessesOf, type Mention, readDocument } from '../../skill/index.ts';
import { groupBy } from '../group.ts';

/** One thing that the text makes a model ask for: a reference is one path, a mention several, likeliest first. */
export interface Wish {
  /** Where in the text, to keep the order of reading. */
  readonly at: number;
  readonly tool: 'load_skill_resource' | 'run_skill_script';
  readonly paths: readonly string[];
}

/** The last texts: a model reads the same instructions at every step. */
const kept = new LRUCache<string, readonly Wish[]>({ max: 8 });

/** What instructions make a model ask for, in reading order. A mention of something whose path stands in the text too is no wish of its own. */
export function wishesOf(instructions: string): readonly Wish[] {
  const known = kept.get(instructions);
  if (known !== undefined) return known;
  const wishes = readWishes(instructions);
  kept.set(instructions, wishes);
  return wishes;
}

function readWishes(instructions: string): readonly Wish[] {
  // A line before it, so that a rule at the very top is not taken for frontmatter.
  const guesses = guessesOf(readDocument('/SKILL.md', `\n${instructions}`));
  const written = guesses.filter((guess) => guess.source.kind === 'reference').map((guess) => guess.path);
  const bySource = groupBy(guesses, (guess) => guess.source);
  return [...bySource]
    .filter(([source]) => source.kind === 'reference' || !isWritten(source, written))
    .sort(([a], [b]) => a.range.start - b.range.start)
    .map(([source, of]) => ({
      at: source.range.start,
      tool: of[0]?.tool ?? 'load_skill_resource',
      paths: of.map((guess) => guess.path),
    }));
}

/** Words that tell the sort of a thing, not which one. */
const SORTS = new Set(
  'a an the this that its our your provided bundled included following given script template guide reference documentation document doc file example resource folder directory'.split(
    ' ',
  ),
);

/** "The script" beside `scripts/summarize.py` is that script; "the setup script" is another one. */
function isWritten(mention: Mention, written: readonly string[]): boolean {
  const which = wordsOf(mention.text).filter((word) => !SORTS.has(word));
  const folders = new Set(mention.guesses.map((guess) => guess.slice(0, guess.indexOf('/') + 1)));
  return written.some((path) => {
    const words = new Set(wordsOf(path));
    return [...folders].some((folder) => path.startsWith(folder)) && which.every((word) => words.has(word));
  });
}

export function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=..[^s])s$/, ''));
}
