import { LRUCache } from 'lru-cache';
import { guessesOf, type Mention, readDocument } from '../../../skill/index.ts';
import { groupBy } from '../../group-by.ts';

/** A file or script that a text makes a model request. A reference has one path, a mention several, likeliest first. */
export interface FileRequest {
  /** Offset in the text, for the reading order. */
  readonly at: number;
  readonly tool: 'load_skill_resource' | 'run_skill_script';
  readonly paths: readonly string[];
}

/** Cache of recent texts: a model reads the same instructions at every step. */
const cache = new LRUCache<string, readonly FileRequest[]>({ max: 8 });

/**
 * Returns the requests that instructions provoke, in reading order. A mention of a file is omitted if its path is also
 * given.
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
  const written = guesses.filter((guess) => guess.source.kind === 'reference').map((guess) => guess.path);
  const bySource = groupBy(guesses, (guess) => guess.source);
  return [...bySource]
    .filter(([source]) => source.kind === 'reference' || !isAlreadyNamed(source, written))
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
 * True if a path in the text satisfies the mention: `scripts/summarize.py` for "the script", but not for "the setup
 * script".
 */
function isAlreadyNamed(mention: Mention, written: readonly string[]): boolean {
  const which = wordsOf(mention.text).filter((word) => !KIND_WORDS.has(word));
  const folders = new Set(mention.guesses.map((guess) => guess.slice(0, guess.indexOf('/') + 1)));
  return written.some((path) => {
    const words = new Set(wordsOf(path));
    return [...folders].some((folder) => path.startsWith(folder)) && which.every((word) => words.has(word));
  });
}

export function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=..[^s])s$/, ''));
}
