/** Clues that words for a file mean something else than the bundled file. */
import type { Clue } from '../clues/clue.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';
import { nameWords } from '../text/words.ts';
import { describesOtherFile } from './general-clues.ts';
import { isOtherSection, type MentionSituation } from './mention-situation.ts';

/** A path in code or in parentheses. */
const PATH = /[`(][^`\s()]*[\w-]\.\w{1,5}[`)#]|[`(][\w.-]+\/[^`\s()]*[`)]/;
const WRITES = ['creates?', 'writes?', 'writing', 'generates?', 'drafts?', 'draw', 'draws', 'produces?', 'compiles?'];
const CHANGES = [
  'prepares?',
  'makes?',
  'designs?',
  'develops?',
  'updates?',
  'updating',
  'maintains?',
  'saves?',
  'stores?',
];
const GIVES = [
  'delivers?',
  'publish(?:es)?',
  'submits?',
  'sends?',
  'returns?',
  'adds?',
  'edits?',
  'extends?',
  'replaces?',
];
const CREATING = ['creating', 'generating', 'drafting', 'producing', 'preparing', 'building', 'builds?', 'adding'];
const MAKES = new RegExp(
  `\\b${anyOf([...WRITES, ...CHANGES, ...GIVES, ...CREATING])}(?:[ \\t]+(?:up|out|down))?[ \\t]+[*_"“]*$`,
  'i',
);
const GERMAN_AND_FRENCH = [
  'erstell\\p{L}*',
  'schreib\\p{L}*',
  'erzeug\\p{L}*',
  'écri\\p{L}+',
  'cré\\p{L}+',
  'rédige\\p{L}*',
];
const OTHER_ROMANCE = [
  'escrib\\p{L}+',
  'cre[ae]\\p{L}*',
  'redact\\p{L}+',
  'cri[ae]\\p{L}*',
  'escrev\\p{L}+',
  'scriv\\p{L}+',
  'gener\\p{L}+',
];
const CHINESE = ['创建', '编写', '撰写', '生成', '新建', '起草', '写', '保存'];
const MAKES_ELSEWHERE = new RegExp(`${anyOf([...GERMAN_AND_FRENCH, ...OTHER_ROMANCE, ...CHINESE])}[ \\t]*$`, 'iu');
const MADE_ELSEWHERE =
  /^(?:を|을|를)?[ \t]*(?:作成|作る|作り|書|生成|保存|작성|생성|만들|저장|erstellen|schreiben|erzeugen)/i;
const OWNERS = ['users?', 'customers?', 'clients?', 'company', 'vendors?', 'teams?', 'projects?', 'products?'];
const PLACES = [
  'websites?',
  'web',
  'internet',
  'repositor(?:y|ies)',
  'codebase',
  'library',
  'framework',
  'app',
  'site',
];
const OTHERS = anyOf([...OWNERS, ...PLACES]);
const YOURS = '(?:that|which)?[ \\t]*(?:you|they|we)(?:[ \\t]+(?:just|have|will|already))?';
const MADE = anyOf(['wrote', 'written', 'write', 'creat\\w+', 'made', 'generat\\w+', 'produc\\w+', 'draft\\w+']);

const PREPOSITIONS = [
  'for',
  'to',
  'in',
  'on',
  'at',
  'of',
  'by',
  'with',
  'from',
  'as',
  'during',
  'via',
  'per',
  'about',
  'into',
];
const CONJUNCTIONS = [
  'and',
  'or',
  'but',
  'before',
  'after',
  'when\\w*',
  'if',
  'while',
  'until',
  'unless',
  'because',
  'since',
];
const AUXILIARIES = [
  'are',
  'were',
  'have',
  'do',
  'will',
  'can',
  'may',
  'must',
  'should',
  'would',
  'could',
  'might',
  'covering',
];
const ADVERBS = [
  'first',
  'now',
  'again',
  'then',
  'once',
  'twice',
  'too',
  'also',
  'only',
  'instead',
  'here',
  'there',
  'next',
];
const OTHER_WORDS = [
  '\\w+ly',
  'that',
  'which',
  'who',
  'so',
  'each',
  'every',
  'not',
  'never',
  'you',
  'we',
  'it',
  '\\w+ed',
];
const DETERMINING = [
  'the',
  'a',
  'an',
  'your',
  'their',
  'its',
  'our',
  'this',
  'these',
  'all',
  'any',
  'found',
  'given',
  'shown',
];
/** Words that end the words for a thing. */
const ENDING = new RegExp(
  `^${anyOf([...PREPOSITIONS, ...CONJUNCTIONS, ...AUXILIARIES, ...ADVERBS, ...OTHER_WORDS, ...DETERMINING])}$`,
  'i',
);

/** Returns true if a noun follows: neither a word that ends the phrase nor one with the ending of a verb. */
function isContinued(after: string): boolean {
  if (/^[ \t]+(?:step by step|word for word)\b/.test(after)) return false;
  const word = /^["”*_]*[ \t]+([a-z]+)\b/.exec(after)?.[1];
  return word !== undefined && !ENDING.test(word) && !/[^s]s$/.test(word);
}

/** Returns true if a text has a file name that begins with the words, with or without their noun. */
function isInPath(words: string, text: string): boolean {
  const all = nameWords(words);
  return [all, all.slice(0, -1)]
    .filter((some) => some.length > 1)
    .some((some) => new RegExp(`(?<![\\w-])${some.join('[-_ ]?')}[\\w.-]*\\.\\w{1,5}\\b`, 'i').test(text));
}

/** Returns true if SKILL.md has the words, with or without their noun, on another line with a path or behind a verb of making. */
function isToldElsewhere({ mention, document }: MentionSituation): boolean {
  const all = nameWords(mention.text);
  const words = all.length > 2 ? all.slice(0, -1) : all;
  if (words.length < 2) return false;
  const { text } = document;
  for (const match of text.matchAll(new RegExp(`\\b${words.join('[-_ ]')}`, 'gi'))) {
    const line = lineAround(text, { start: match.index, end: match.index + match[0].length });
    if (line.start <= mention.range.start && mention.range.start < line.end) continue;
    const before = text.slice(line.start, match.index).replace(/\b(?:the|our|its|a|an)[ \t]+$/i, '');
    if (PATH.test(text.slice(line.start, line.end)) || MAKES.test(before)) return true;
  }
  return false;
}

/** Clues that the words mean no bundled file, however they are judged. */
export const OTHER_MEANINGS: readonly Clue<MentionSituation>[] = [
  {
    id: 'other.made',
    says: 'the text tells the model to write or change it',
    matches: ({ before }) => MAKES.test(before),
    fires: ['Then write ⟦the tax rates guide⟧.', 'Draw up ⟦the tax rates checklist⟧.'],
    silent: ['Read ⟦the tax rates guide⟧.', 'Before you write it, read ⟦the tax rates guide⟧.'],
  },
  {
    id: 'other.made-in-other-languages',
    says: 'the text tells the model in another language to write it',
    matches: ({ before, after }) => MAKES_ELSEWHERE.test(before) || MADE_ELSEWHERE.test(after),
    fires: ['Erstelle ⟦die Anleitung zu tax rates⟧.', '⟦tax rates ガイド⟧を作成してください。'],
    silent: ['Lies ⟦die Anleitung zu tax rates⟧.', '⟦tax rates ガイド⟧を参照してください。'],
  },
  {
    id: 'other.result',
    says: 'it is a result of the work, or was written before',
    matches: ({ after }) =>
      new RegExp(
        `^[*_"”]*(?:[ \\t]+(?:is|are)[ \\t]+(?:the[ \\t]+|an?[ \\t]+)?(?:result|output|outcome|deliverable)|[ \\t]+${YOURS}[ \\t]+${MADE})\\b`,
        'i',
      ).test(after),
    fires: ['⟦The tax rates guide⟧ is the result.', 'Read ⟦the tax rates guide⟧ that you wrote before.'],
    silent: ['⟦The tax rates guide⟧ is short.'],
  },
  {
    id: 'other.asked-for',
    says: 'the text tells the model to ask for it',
    matches: ({ before }) => /\b(?:ask|asks|request|search|wait|look)\b[^.!?;]*\bfor[ \t]+[*_"“]*$/i.test(before),
    fires: ['Ask the user for ⟦the tax rates document⟧.'],
    silent: ['For rates, see ⟦the tax rates guide⟧.'],
  },
  {
    id: 'other.owner',
    says: 'it belongs to someone else',
    matches: ({ before, after }) =>
      new RegExp(`\\b${OTHERS}(?:'|’)s?[ \\t]+[*_]*$`, 'i').test(before) ||
      new RegExp(
        `^[*_"”]*[ \\t]+(?:(?:is|are|lives?|found|available)[ \\t]+)?(?:of|from|by|in|on)[ \\t]+(?:the|your|their|a|an|another)[ \\t]+(?:[\\w-]+[ \\t]+)?${OTHERS}\\b`,
        'i',
      ).test(after),
    fires: ['Read ⟦the tax rates guide⟧ of the vendor.', '⟦The tax rates guide⟧ is on the website.'],
    silent: ['Read ⟦the tax rates guide⟧ of this skill.'],
  },
  {
    id: 'other.at-address',
    says: 'its address follows',
    matches: ({ after }) => /^[*_"”\]]*[ \t]*(?:\(|at|on|:|—|–|-|\||<)*[ \t]*[<(]*https?:/i.test(after),
    fires: ['Read ⟦the tax rates guide⟧: https://example.com.'],
    silent: ['Read ⟦the tax rates guide⟧.'],
  },
  {
    id: 'other.link',
    says: 'it is the text of a link, which says where it is',
    matches: ({ after }) => /^[*_"”]*\][([]/.test(after),
    fires: [{ text: 'See [⟦the tax rates guide⟧](references/tax/).', files: ['references/tax/rates.md'] }],
    silent: ['See ⟦the tax rates guide⟧ [first](#steps).'],
  },
  {
    id: 'other.compound',
    says: 'they only begin the words for another thing',
    matches: ({ mention, after }) => mention.name === undefined && isContinued(after),
    fires: ['⟦The tax rates guide⟧ process takes a day.', 'Continue with ⟦the tax rates guide⟧ step.'],
    silent: [
      '⟦The tax rates guide⟧ says so.',
      'Follow ⟦the tax rates guide⟧ step by step.',
      'Read ⟦the tax rates guide⟧ first.',
      'See ⟦the tax rates guide⟧.',
    ],
  },
];

/** Clues that leave it to the judge whether such words mean the file. */
export const DOUBTS: readonly Clue<MentionSituation>[] = [
  {
    id: 'other.path-given',
    says: 'a path follows',
    matches: ({ after, next }) =>
      /[`(][^`\s()]*[\w-]\.\w{1,5}[`)#]|[`(][\w.-]+\/[^`\s()]*[`)]/.test(
        `${after} ${/\w\s*$/.test(after) ? next : ''}`,
      ),
    fires: ['Read ⟦the tax rates guide⟧ (`docs/rates.md`).'],
    silent: ['Read ⟦the tax rates guide⟧.'],
  },
  {
    id: 'other.path-elsewhere',
    says: 'a path elsewhere in SKILL.md has these words',
    matches: ({ mention, skill }) => isInPath(mention.text, skill.manifest.text),
    fires: ['Follow ⟦the tax rates guide⟧.\n\nIt is in docs/tax-rates-guide.example.md.'],
    silent: ['Follow ⟦the tax rates guide⟧.\n\nIt is in docs/tax.md.'],
  },
  {
    id: 'other.told-elsewhere',
    says: 'another line has these words with a path, or says that they are a result',
    matches: (situation) => isToldElsewhere(situation),
    fires: [
      '- **Tax rates:** read `docs/a.md`\n\n⟦The tax rates guide⟧ may change.',
      'It writes the tax rates guide.\n\nFollow ⟦the tax rates guide⟧.',
    ],
    silent: ['- **Tax rates:** low\n\n⟦The tax rates guide⟧ may change.'],
  },
  {
    id: 'other.deep',
    says: 'the file is nested three or more folders deep',
    matches: ({ meant: [file = ''] }) => file.split('/').length > 3,
    fires: [{ text: 'For rates, see ⟦the tax rates guide⟧.', files: ['references/very/deep/tax-rates.md'] }],
    silent: [{ text: 'For rates, see ⟦the tax rates guide⟧.', files: ['references/tax-rates.md'] }],
  },
  {
    id: 'other.title',
    says: 'it is the title of a section',
    matches: ({ before }) => /^#+[ \t]*$/.test(before),
    fires: ['## ⟦The tax rates guide⟧\n\nRates are low.'],
    silent: ['## Read ⟦the tax rates guide⟧'],
  },
  {
    id: 'other.describes',
    says: 'the line describes another file',
    matches: ({ before }) => describesOtherFile(before),
    fires: ['- `references/a.md`: steps, and what is in ⟦the tax rates guide⟧'],
    silent: ['- ⟦the tax rates guide⟧: see it'],
  },
  {
    id: 'other.section',
    says: 'a section of the same text has this name',
    matches: isOtherSection,
    fires: ['See ⟦the tax rates guide⟧.\n\n# Tax rates\n\nLow.'],
    silent: ['See ⟦the tax rates guide⟧.\n\n# Steps', '# Tax rates\n\nSee ⟦the tax rates guide⟧.'],
  },
  {
    id: 'other.named-before',
    says: 'it refers to something named before: "the same …", "the new …"',
    matches: ({ mention }) =>
      /^\w+ (?:same|entire|local|current|new|above|old|existing|resulting|final)\b/i.test(mention.text),
    fires: ['Use ⟦the same tax rates guide⟧.'],
    silent: ['Use ⟦the tax rates guide⟧.'],
  },
  {
    id: 'other.replaced',
    says: 'the text says that it is absent, replaced or different',
    matches: ({ before }) =>
      /\b(?:no|instead of|replac\w+|unlike|supersed\w+|formerly|not|without)[ \t]+(?:need(?:ing)? |using |reading )?[*_"“]*$/i.test(
        before,
      ),
    fires: ['This is used instead of ⟦the tax rates guide⟧.'],
    silent: ['Never begin before you have read ⟦the tax rates guide⟧.'],
  },
];
