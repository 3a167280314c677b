/** Where paths may stand in a text of which only parts are read: words that may be paths, and drawings of directory trees. */

import type { Block, Section } from '../markdown/sections.ts';
import { isTree } from '../references/trees.ts';
import { holding } from '../text/lines.ts';
import { eachPathWord, type PathWord } from './path-words.ts';
import { mayBeRead, type Reading, readingsOf } from './readings.ts';

/** A word that may be a path, with what it may be read as. */
export interface Site extends PathWord {
  readonly word: string;
  readonly readings: readonly Reading[];
}

/** A prefix for the skill's folder with spaces in it: `<path to skill>/x.md`. */
export const isCut = (word: string): boolean => word.includes('>/') && !word.includes('<');

/** The words from `bodyStart` on that may be paths, in order, without those that are none anywhere. */
export function sitesIn(text: string, bodyStart: number): readonly Site[] {
  const sites: Site[] = [];
  eachPathWord(text, bodyStart, (start, end, simple, linked, open) => {
    if (simple && !linked && !open && !mayBeRead(text, start, end)) return;
    const word = text.slice(start, end);
    const readings = open ? [] : readingsOf(word, simple, linked);
    if (open || readings.length > 0 || (!simple && isCut(word)))
      sites.push({ start, end, simple, linked, open, word, readings });
  });
  return sites;
}

/** What a drawing of a tree has, wherever it stands in a text: quick, and of the same signs as `isTree`. */
const MAY_BRANCH = /[├└│]|\n[ \t]*(?:\|--|\+--|`--)/;

/** Whether a fence of the text may have a drawing of a tree. */
export const mayHaveTree = (text: string): boolean => MAY_BRANCH.test(text) && /```|~~~/.test(text);

/** Blocks with a directory tree, whose paths are put together of several lines. */
export function treeBlocks(text: string, sections: readonly Section[]): readonly Block[] {
  return sections.flatMap(({ fences, blocks }) =>
    fences
      .filter(({ content }) => isTree(text.slice(content.start, content.end)))
      .flatMap((fence) => {
        const block = holding(blocks, fence.start);
        return block && fence.end <= block.end ? [block] : [];
      }),
  );
}
