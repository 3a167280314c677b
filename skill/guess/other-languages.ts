/** Words that name a file in languages other than English, where the name itself is in Latin letters. */
import type { MentionKind } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';
import { WORDINGS, type Wording } from './wordings.ts';

const CONJUNCTIONS = ['und', 'oder', 'et', 'ou', 'y', 'e', 'o', 'con', 'com', 'avec', 'mit'];
const CLAUSES = [
  'si',
  'se',
  'wenn',
  'falls',
  'quand',
  'cuando',
  'quando',
  'para',
  'por',
  'pour',
  'per',
  'um',
  'antes',
  'avant',
];
const ADVERBS = [
  'vor',
  'nach',
  'zuerst',
  'dann',
  'primero',
  'primeiro',
  'prima',
  'luego',
  'ensuite',
  'aus',
  'durch',
  'an',
  'ein',
];
const NAME_WORD = `(?!${anyOf([...CONJUNCTIONS, ...CLAUSES, ...ADVERBS])}(?![\\w-]))[A-Za-z0-9][\\w-]*`;
const OPEN = '["„“«「『*_]*[ \\t]?';
const CLOSE = '[ \\t]?["“”»」』*_]*';
const NAME = `${OPEN}(?:${NAME_WORD})(?:[ \\t]${NAME_WORD}){0,5}${CLOSE}`;
/** A name that ends in a hyphen, or is followed by a blank: "api-patterns-Referenz". */
const NAME_BEFORE = `${OPEN}[A-Za-z0-9][\\w]*(?:[ \\t-][A-Za-z0-9]\\w*){0,6}?${CLOSE}(?:-|[ \\t])`;

/** The words that may follow a noun that no blank ends. A further noun may not. */
const PARTICLES = [
  'を',
  'に',
  'の',
  'は',
  'が',
  'で',
  'と',
  'も',
  'から',
  '参照',
  '参考',
  '中',
  '里',
  '裡',
  '来',
  '來',
  '以',
  '和',
  '与',
  '進行',
  '进行',
  '后',
  '前',
];
const KOREAN_PARTICLES = ['을', '를', '은', '는', '이', '가', '에', '의', '로', '와', '과', '도'];
const END = `(?=${anyOf([...PARTICLES, ...KOREAN_PARTICLES])}|[^\\p{L}]|$)`;

const nounsOf = ({ document, script, template }: Wording): string => anyOf([...document, ...script, ...template]);

function sourceOf(wording: Wording): string {
  const noun = nounsOf(wording);
  const articles = `(?<![\\p{L}\\p{N}])${anyOf(wording.articles ?? [])}[ \\t]`;
  const preposition = wording.prepositions === undefined ? '' : `${anyOf(wording.prepositions)}`;
  if (wording.name === 'behind')
    return `${articles}${noun}[ \\t]${preposition === '' ? '' : `${preposition}[ \\t]`}(${NAME})`;
  return wording.name === 'before'
    ? `${articles}(${NAME_BEFORE})${noun}(?![\\p{L}\\p{N}-])`
    : `(?<![\\w/.\`-])(${NAME})${preposition === '' ? '' : `(?:${preposition})?`}${noun}${END}`;
}

interface Pattern {
  readonly pattern: RegExp;
  readonly script: RegExp;
  readonly template: RegExp;
}

const compiled = new Map<boolean, readonly Pattern[]>();

/** Returns the patterns of the languages that are written without blanks before a noun, or of the others. */
function patternsOf(isJoined: boolean): readonly Pattern[] {
  const known = compiled.get(isJoined);
  if (known !== undefined) return known;
  const patterns = WORDINGS.filter(({ name }) => (name === 'joined') === isJoined).map((wording) => ({
    pattern: new RegExp(sourceOf(wording), 'giu'),
    script: new RegExp(anyOf(wording.script), 'iu'),
    template: new RegExp(anyOf(wording.template), 'iu'),
  }));
  compiled.set(isJoined, patterns);
  return patterns;
}

/** Characters and words of texts that are searched: most texts are in English. */
const ANY_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const ANY_WESTERN =
  /(?:^|[ *_])(?:[Dd](?:ie|er|as|e[nm])|[Ll](?:a|as|os|es?|o)|[Ee]l|[Nn](?:uestr[oa]|otre|oss[oa]|ostr[oa])|[Ii]l|[Oo]s?|[Uu]nser[a-z]*) /;

/** Words that name a file. */
export interface NamedInOtherLanguage {
  readonly what: Extract<MentionKind, 'document' | 'script' | 'template'>;
  /** Offset in the text. */
  readonly start: number;
  readonly text: string;
  /** The name alone. */
  readonly name: string;
}

/** Returns the words of a text that name a file in another language, in order and without overlaps. */
export function namedInOtherLanguages(prose: string): readonly NamedInOtherLanguage[] {
  const found: NamedInOtherLanguage[] = [];
  for (const { pattern, script, template } of [
    ...(ANY_ASIAN.test(prose) ? patternsOf(true) : []),
    ...(ANY_WESTERN.test(prose) ? patternsOf(false) : []),
  ]) {
    for (const match of prose.matchAll(pattern)) {
      const [text, name = ''] = match;
      const end = match.index + text.length;
      if (found.some((one) => one.start < end && match.index < one.start + one.text.length)) continue;
      const noun = text.replace(name, '');
      const what = template.test(noun) ? 'template' : script.test(noun) ? 'script' : 'document';
      found.push({ what, start: match.index, text: text.trimEnd(), name });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
