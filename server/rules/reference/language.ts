/** Detects whether prose is English, for fixes that insert some, by the most common words of English and a few other languages. */

const ENGLISH = /(?<!\p{L})(?:the|and|of|to|with|for|is|this|when|use)(?!\p{L})/giu;
const OTHER =
  /(?<!\p{L})(?:der|das|und|mit|für|nicht|wenn|les|des|et|pour|dans|est|el|los|y|para|con|cuando|il|che|di|per|os|em|não|uma|het|een|voor|och|att)(?!\p{L})|[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Greek}]+/giu;
/** Maximum length of the examined text, in UTF-16 units. */
const MAX_LENGTH = 20_000;

/** The previous query: findings of one document are handled in sequence. */
let last = { text: '', from: 0, answer: true };

/** Returns true if a text has at least `count` matches of a global pattern, without a search for more of them. */
function hasAtLeast(text: string, pattern: RegExp, count: number): boolean {
  let seen = 0;
  if (count > 0) for (const _ of text.matchAll(pattern)) if (++seen === count) break;
  return seen >= count;
}

/** Returns true unless the text from an offset looks like another language. */
export function isEnglish(text: string, from = 0): boolean {
  if (last.text !== text || last.from !== from) {
    const part = text.slice(from, from + MAX_LENGTH);
    last = { text, from, answer: hasAtLeast(part, ENGLISH, part.match(OTHER)?.length ?? 0) };
  }
  return last.answer;
}
