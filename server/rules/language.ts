/** Whether prose is English, for fixes that write some: told by the commonest words of it and of a few other languages. */

const ENGLISH = /(?<!\p{L})(?:the|and|of|to|with|for|is|this|when|use)(?!\p{L})/giu;
const OTHER =
  /(?<!\p{L})(?:der|das|und|mit|für|nicht|wenn|les|des|et|pour|dans|est|el|los|y|para|con|cuando|il|che|di|per|os|em|não|uma|het|een|voor|och|att)(?!\p{L})|[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Greek}]+/giu;
/** As much of a text as tells. */
const ENOUGH = 20_000;

/** What was asked last: the findings of a document ask one after the other. */
let last = { text: '', from: 0, answer: true };

/** True where nothing speaks for another language in a text from an offset on. */
export function isEnglish(text: string, from = 0): boolean {
  if (last.text !== text || last.from !== from) {
    const part = text.slice(from, from + ENOUGH);
    const answer = (part.match(OTHER)?.length ?? 0) <= (part.match(ENGLISH)?.length ?? 0);
    last = { text, from, answer };
  }
  return last.answer;
}
