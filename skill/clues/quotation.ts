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
  'delegat(?:e|es|ed|ing)',
  'spawn(?:s|ed|ing)?',
  'tasks?',
  'pass(?:es|ed|ing)?',
  'model',
  'reviewer',
];
const FOR_MODEL = new RegExp(`\\b${anyOf(TO_MODEL)}\\b`, 'i');

/**
 * Returns the quoted text before a path; undefined if the path is not inside of a quotation, or if a model gets the
 * quoted words. Quotation marks in code and in other table cells do not count.
 * @param before the text before the path on its line, and `after` the text after it
 */
export function quotedBefore(before: string, after: string): string | undefined {
  if (!/["”]/.test(after.split('|', 1)[0] ?? '')) return undefined;
  const cell = before.slice(before.lastIndexOf('|') + 1).replace(/`[^`]*`/g, '');
  const opened = OPENED.exec(cell) ?? OPENED_BY_MARK.exec(cell);
  if (opened === null || FOR_MODEL.test(cell.slice(0, opened.index))) return undefined;
  // An even number of straight marks: the last one ends a quotation.
  const isOpen = cell[opened.index] === '“' || cell.split('"').length % 2 === 0;
  return isOpen ? opened[1] : undefined;
}
