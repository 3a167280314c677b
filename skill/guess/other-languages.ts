/** Words that name a file in languages other than English, where the name itself is in Latin letters. */
import type { MentionKind } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';

/** How a language names a file. Nouns, articles and prepositions are sources of regular expressions. */
interface Wording {
  readonly document: readonly string[];
  readonly script: readonly string[];
  readonly template: readonly string[];
  /** `behind`: noun, preposition, name. `before`: article, name, noun. `joined`: name and noun without an article. */
  readonly name: 'behind' | 'before' | 'joined';
  readonly articles?: readonly string[];
  readonly prepositions?: readonly string[];
  /** Sentences that name `api patterns`, its test. */
  readonly examples: readonly string[];
}

const GERMAN = {
  document: [
    'Anleitung',
    'Leitfaden',
    'Referenz',
    'Dokumentation',
    'Handbuch',
    'Checkliste',
    'Richtlinien?',
    'Übersicht',
  ],
  script: ['Skript', 'Script', 'Werkzeug'],
  template: ['Vorlage', 'Muster'],
  articles: ['die', 'der', 'das', 'den', 'dem', 'dies\\p{L}+', 'unser\\p{L}*'],
};

export const WORDINGS: readonly Wording[] = [
  {
    ...GERMAN,
    name: 'behind',
    prepositions: ['zu', 'zum', 'zur', 'für', 'über', 'von'],
    examples: ['Lies die Anleitung zu api patterns.', 'Siehe den Leitfaden für api-patterns.'],
  },
  {
    ...GERMAN,
    name: 'before',
    examples: ['Siehe die api-patterns-Referenz.', 'Nutze unsere api patterns Checkliste.'],
  },
  {
    name: 'behind',
    articles: ['la', 'el', 'las', 'los', 'nuestr[oa]s?', 'est[ea]'],
    document: ['guía', 'referencia', 'documentación', 'manual', 'lista de (?:control|verificación)'],
    script: ['script', 'herramienta'],
    template: ['plantilla'],
    prepositions: ['de', 'del', 'sobre', 'para'],
    examples: ['Consulta la guía de api patterns.', 'Usa la referencia sobre api-patterns antes.'],
  },
  {
    name: 'behind',
    articles: ['le', 'la', 'les', 'notre', 'ce', 'cette'],
    document: ['guide', 'référence', 'documentation', 'manuel', 'liste de contrôle'],
    script: ['script', 'outil'],
    template: ['modèle', 'gabarit'],
    prepositions: ['de', 'du', 'des', 'sur', 'pour'],
    examples: ['Consultez le guide de api patterns.', 'Lisez la référence sur api-patterns.'],
  },
  {
    name: 'behind',
    articles: ['le', 'la', 'les', 'notre'],
    document: ['guide', 'référence', 'documentation', 'manuel'],
    script: ['script'],
    template: ['modèle', 'gabarit'],
    examples: ['Consultez le guide api patterns.', 'Lisez le guide « api patterns ».'],
  },
  {
    name: 'behind',
    articles: ['o', 'a', 'os', 'as', 'noss[oa]s?'],
    document: ['guia', 'referência', 'documentação', 'manual', 'lista de verificação'],
    script: ['script', 'ferramenta'],
    template: ['modelo'],
    prepositions: ['de', 'do', 'da', 'sobre', 'para'],
    examples: ['Leia o guia de api patterns primeiro.'],
  },
  {
    name: 'behind',
    articles: ['il', 'la', 'lo', 'le', 'i', 'nostr[oa]'],
    document: ['guida', 'riferimento', 'documentazione', 'manuale', 'lista di controllo'],
    script: ['script', 'strumento'],
    template: ['modello'],
    prepositions: ['di', 'del', 'della', 'su', 'sulla', 'per'],
    examples: ['Leggi la guida su api patterns.'],
  },
  {
    name: 'joined',
    document: [
      'ガイドライン',
      'ガイド',
      'リファレンス',
      'マニュアル',
      'チェックリスト',
      '手順書',
      'ドキュメント',
      '仕様書',
      '資料',
    ],
    script: ['スクリプト', 'ツール'],
    template: ['テンプレート', '雛形', 'ひな形'],
    prepositions: ['の'],
    examples: ['api patternsガイドを参照してください。', '「api-patterns」のチェックリストに従う。'],
  },
  {
    name: 'joined',
    document: ['指南', '手册', '文档', '文件', '说明', '清单', '参考资料', '参考', '规范'],
    script: ['脚本', '工具'],
    template: ['模板', '模版'],
    prepositions: ['的'],
    examples: ['请先阅读api patterns指南。', '参考 api-patterns 文档。'],
  },
  {
    name: 'joined',
    document: ['가이드', '문서', '매뉴얼', '체크리스트', '참고 자료', '설명서'],
    script: ['스크립트', '도구'],
    template: ['템플릿', '서식'],
    examples: ['api patterns 가이드를 읽으세요.', 'api-patterns 문서 참고'],
  },
];

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

/** What may follow a noun that no blank ends: no further noun. */
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

const compiled = (wordings: readonly Wording[]) =>
  wordings.map((wording) => ({
    pattern: new RegExp(sourceOf(wording), 'giu'),
    script: new RegExp(anyOf(wording.script), 'iu'),
    template: new RegExp(anyOf(wording.template), 'iu'),
  }));
const [ASIAN, WESTERN] = [
  WORDINGS.filter(({ name }) => name === 'joined'),
  WORDINGS.filter(({ name }) => name !== 'joined'),
];
const [ASIAN_PATTERNS, WESTERN_PATTERNS] = [compiled(ASIAN), compiled(WESTERN)];

/** Nouns that are English, too. */
const SHARED = ['guide', 'documentation', 'manual', 'script'];
const OWN_NOUNS = WESTERN.flatMap(({ document, script, template }) => [...document, ...script, ...template]).filter(
  (noun) => !SHARED.includes(noun.toLowerCase()),
);
/** What a text must have to be searched: most are in English. */
const ANY_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const ANY_WESTERN = new RegExp(
  `\\b${anyOf([...new Set(OWN_NOUNS), `(?:el|los|le|la|les|notre|das|il|lo)[ \\t]+${anyOf(SHARED)}`])}`,
  'i',
);

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
    ...(ANY_ASIAN.test(prose) ? ASIAN_PATTERNS : []),
    ...(ANY_WESTERN.test(prose) ? WESTERN_PATTERNS : []),
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
