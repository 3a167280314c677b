/** The words of a description in any language: those that say what a skill is for, and those that say what it is not for. */

import { singular } from '../text/words.ts';

export interface DescriptionWords {
  /** Each once, in the order of the text: in the singular, by which they are compared, with the form in which it is written first. */
  readonly words: ReadonlyMap<string, string>;
  /** The words of parts such as "Not for invoices", which separate a skill from others. */
  readonly excluded: ReadonlySet<string>;
}

/** Maximum length of a text, in UTF-16 units: no client shows a model more of a description. */
const MAX_LENGTH = 4096;
/** Maximum length of a word: what is longer is data. */
const MAX_WORD = 40;

// cspell:disable
/** Words without a topic, in descriptions of skills. */
const STOP: ReadonlySet<string> = new Set(
  (
    'a an and any are as asks at be before both by can do does e.g each either etc even for from get has have how if in into is it its ' +
    'more most need needs new no not of on one only or other out over own should so some such than that the their them then these they ' +
    'this those to up use used user users uses using via want wants was we what when where whether which while who will with within ' +
    'without you your also after about across against all always am because been being between but did during had i ' +
    'just like make may me my must never now our same say says see she he her his him they there through too under until very were would ' +
    'skill skills task tasks work help helps invoke trigger triggers triggered request requests include includes including ask asking asked ' +
    'mention mentions mentioned example examples based provide provides provided related specific various e.g. ' +
    'der die das und oder ein eine mit für von den dem des zu im ist bei auf wenn nicht als auch ' +
    'le la les un une des et ou de du en pour dans est que qui sur par avec au aux ce cette ' +
    'el los las una y o del para con por que es se al como su'
  ).split(' '),
);

// cspell:enable
/** The start of a part that says what a skill is not for, up to the end of its sentence. */
const EXCLUDES =
  /(?:\b(?:not (?:for|intended|meant|when|applicable)|(?:do|does|should) not (?:use|trigger|activate|apply|invoke|cover|handle)|don['’]t (?:use|trigger|activate|apply|invoke)|never use|not to be used|skip (?:when|for|if)|instead of|rather than|unlike|except|excludes?)\b|不要|不用于|不适用|ではなく|使わない|使用しない|대신|nicht für|nicht verwenden|ne pas utiliser|no usar)[^.!?;。！？\n]*/giu;

/** Scripts without blanks between words. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[+#]+(?![\p{L}\p{N}]))?/gu;

let segmenter: Intl.Segmenter | undefined;

/** Returns the words of a description. */
export function descriptionWords(description: string): DescriptionWords {
  const text = description.slice(0, MAX_LENGTH).normalize('NFKC').toLowerCase();
  const parts: string[] = [];
  const rest = text.replace(EXCLUDES, (part) => {
    parts.push(part);
    return '. ';
  });
  const words = new Map<string, string>();
  for (const { word, written } of writtenWords(rest)) if (!words.has(word)) words.set(word, written);
  return { words, excluded: new Set(parts.flatMap(wordsIn).filter((word) => !words.has(word))) };
}

/** Returns all topical words of a text in order, in lower case and in the singular. */
export const wordsIn = (text: string): readonly string[] => writtenWords(text.toLowerCase()).map(({ word }) => word);

function writtenWords(text: string): readonly { readonly word: string; readonly written: string }[] {
  const found: { readonly word: string; readonly written: string }[] = [];
  const add = (written: string): void => {
    const word = singular(written);
    if (written.length <= MAX_WORD && isTopical(word) && !STOP.has(written) && !STOP.has(word))
      found.push({ word, written });
  };
  for (const [part] of text.matchAll(WORD)) {
    if (!WITHOUT_BLANKS.test(part)) add(part);
    else {
      segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
      for (const { segment, isWordLike } of segmenter.segment(part)) if (isWordLike === true) add(segment);
    }
  }
  return found;
}

/** False for single letters and numbers; one sign of Chinese is rarely a word with a topic. */
const isTopical = (word: string): boolean => [...word].length > 1 && !/^\p{N}+$/u.test(word);
