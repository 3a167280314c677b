/**
 * The possible locations of paths in a text that is only partly parsed: words that may be paths, and directory trees.
 */

import type { Block, Section } from '../markdown/sections.ts';
import { isTree } from '../references/trees.ts';
import { rangeAt } from '../text/lines.ts';
import { eachPathWord, type PathWord } from './path-words.ts';
import { mayHaveReadings, type Reading, readingsOf } from './readings.ts';

/** A word that may be a path, with its readings. */
export interface Site extends PathWord {
  readonly word: string;
  readonly readings: readonly Reading[];
}

/** Returns true for the rest of a prefix with spaces: `<path to skill>/x.md`. */
export const isCutPrefix = (word: string): boolean => word.includes('>/') && !word.includes('<');

/** Returns the words from `bodyStart` on that may be paths, in order. */
export function sitesIn(text: string, bodyStart: number): readonly Site[] {
  const sites: Site[] = [];
  eachPathWord(text, bodyStart, (start, end, simple, linked, open) => {
    if (simple && !linked && !open && !mayHaveReadings(text, start, end)) return;
    const word = text.slice(start, end);
    const readings = open ? [] : readingsOf(word, simple, linked);
    if (open || readings.length > 0 || (!simple && isCutPrefix(word)))
      sites.push({ start, end, simple, linked, open, word, readings });
  });
  return sites;
}

/** A quick test for the characters of a directory tree, consistent with `isTree`. */
const MAY_BRANCH = /[├└│]|\n[ \t]*(?:\|--|\+--|`--)/;

/** Returns true if a fence of the text may contain a directory tree. */
export const mayHaveTree = (text: string): boolean => MAY_BRANCH.test(text) && /```|~~~/.test(text);

/** Returns blocks with a directory tree, whose paths are assembled from several lines. */
export function treeBlocks(text: string, sections: readonly Section[]): readonly Block[] {
  return sections.flatMap(({ fences, blocks }) =>
    fences
      .filter(({ content }) => isTree(text.slice(content.start, content.end)))
      .flatMap((fence) => {
        const block = rangeAt(blocks, fence.start);
        return block && fence.end <= block.end ? [block] : [];
      }),
  );
}
