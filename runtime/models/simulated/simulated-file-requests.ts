import { LRUCache } from 'lru-cache';
import { guessesOf, type Mention, readDocument } from '../../../skill/index.ts';
import { groupBy } from '../../group-by.ts';

/** A file or script that a text makes a model request. */
export interface FileRequest {
  /** Offset in the text, for the reading order. */
  readonly at: number;
  readonly tool: 'load_skill_resource' | 'run_skill_script';
  /** Relative to the skill: the path of a reference, or the guesses for a mention in prose, likeliest first. */
  readonly paths: readonly string[];
}

/** Cache of recent texts: a model reads the same instructions at every step. */
const cache = new LRUCache<string, readonly FileRequest[]>({ max: 8 });

/**
 * Returns the requests that instructions provoke, in reading order. A mention in prose ("the script") is omitted if the
 * instructions also give the path of its file.
 */
export function fileRequestsIn(instructions: string): readonly FileRequest[] {
  const known = cache.get(instructions);
  if (known !== undefined) return known;
  const requests = parseFileRequests(instructions);
  cache.set(instructions, requests);
  return requests;
}

function parseFileRequests(instructions: string): readonly FileRequest[] {
  // The line break keeps a thematic break on the first line from being parsed as frontmatter.
  const guesses = guessesOf(readDocument('/SKILL.md', `\n${instructions}`));
  const writtenPaths = guesses.filter((guess) => guess.source.kind === 'reference').map((guess) => guess.path);
  const bySource = groupBy(guesses, (guess) => guess.source);
  return [...bySource]
    .filter(([source]) => source.kind === 'reference' || !isAlreadyNamed(source, writtenPaths))
    .sort(([a], [b]) => a.range.start - b.range.start)
    .map(([source, guessesOfSource]) => ({
      at: source.range.start,
      tool: guessesOfSource[0]?.tool ?? 'load_skill_resource',
      paths: guessesOfSource.map((guess) => guess.path),
    }));
}

/** Words for kinds of files, which do not identify a particular one. */
const KIND_WORDS = new Set(
  'a an the this that its our your provided bundled included following given script template guide reference documentation document doc file example resource folder directory'.split(
    ' ',
  ),
);

/**
 * True if a path in the text satisfies the mention: it is in a folder where the model would look and contains every word that
 * identifies the file. `scripts/summarize.py` satisfies "the script", but not "the setup script".
 */
function isAlreadyNamed(mention: Mention, writtenPaths: readonly string[]): boolean {
  const identifyingWords = wordsOf(mention.text).filter((word) => !KIND_WORDS.has(word));
  const folders = new Set(mention.guesses.map((guess) => guess.slice(0, guess.indexOf('/') + 1)));
  return writtenPaths.some((path) => {
    const words = new Set(wordsOf(path));
    return [...folders].some((folder) => path.startsWith(folder)) && identifyingWords.every((word) => words.has(word));
  });
}

/** Returns the words of a text in lower case, without a plural "s": "script" for "scripts", but "class" for "class". */
export function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=..[^s])s$/, ''));
}
