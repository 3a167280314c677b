/** Sentences in quotation marks, which show what someone says or writes. */

import { anyOf } from '../text/any-of.ts';

/** The start of a quotation up to a path. */
const OPENED = /(?:^|[\s([{:>*_—–-])"(?=\S)([^"]*)$/;
// eslint-disable-next-line regexp/no-super-linear-move -- reads at most 400 units
const OPENED_BY_MARK = /“([^”]*)$/;
/** The receiver of quoted words: a model, which does what they say. */
const TO_MODEL = [
  'prompts?',
  'instruct(?:s|ed|ing|ions?)?',
  '(?:sub-?)?agents?',
  'dispatch(?:es|ed)?',
  'delegate[sd]?',
  'spawn(?:s|ed|ing)?',
  'tasks?',
  'pass(?:es|ed|ing)?',
  'model',
  'reviewer',
];
const FOR_MODEL = new RegExp(`\\b${anyOf(TO_MODEL)}\\b`, 'i');

/** The text of a link up to its target, which is no word of the sentence around it. */
// eslint-disable-next-line regexp/no-super-linear-move -- reads at most 400 units
const LINK_TEXT = /!?\[[^\]]*\]\($/;

/**
 * Returns true if a path is in a quoted sentence, which has more words than a link or the path, unless a model gets
 * the quoted words. Quotation marks in code and in other table cells do not count.
 * @param before the text before the path on its line, and `after` the text after it
 */
export function isInQuotedSentence(before: string, after: string): boolean {
  const [rest, end] = (after.split('|', 1)[0] ?? '').split(/["”]/, 2);
  if (end === undefined) return false;
  const cell = before.slice(before.lastIndexOf('|') + 1).replace(/`[^`]*`/g, '');
  const opened = OPENED.exec(cell) ?? OPENED_BY_MARK.exec(cell);
  if (opened === null) return false;
  // An even number of straight marks: the last one ends a quotation.
  const isOpen = cell[opened.index] === '“' || cell.split('"').length % 2 === 0;
  const introduction =
    cell
      .slice(0, opened.index)
      .split(/[.!?;"”]/)
      .at(-1) ?? '';
  const words = `${opened[1]?.replace(LINK_TEXT, '')} ${rest?.replace(/^[\w#-]*\)/, '')}`;
  return isOpen && !FOR_MODEL.test(introduction) && /[a-z]{2}/i.test(words);
}
