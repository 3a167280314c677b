/** Clues that words for a file mean something else than the bundled file. */
import type { Clue } from '../clues/clue.ts';
import { anyOf } from '../text/any-of.ts';
import { IS_MADE, MADE_ELSEWHERE, MAKES, MAKES_ELSEWHERE } from './making.ts';
import type { MentionSituation } from './mention-situation.ts';
import { isContinued } from './phrase-end.ts';

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
const OF_OWNER = new RegExp(`\\b${OTHERS}(?:'|’)s?[ \\t]+[*_]*$`, 'i');
const BY_OWNER = new RegExp(
  `^[*_"”]*[ \\t]+(?:(?:is|are|lives?|found|available)[ \\t]+)?(?:of|from|by|in|on)[ \\t]+(?:the|your|their|a|an|another)[ \\t]+(?:[\\w-]+[ \\t]+)?${OTHERS}\\b`,
  'i',
);

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
    matches: ({ after }) => IS_MADE.test(after),
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
    matches: ({ before, after }) => OF_OWNER.test(before) || BY_OWNER.test(after),
    fires: ['Read ⟦the tax rates guide⟧ of the vendor.', '⟦The tax rates guide⟧ is on the website.'],
    silent: ['Read ⟦the tax rates guide⟧ of this skill.'],
  },
  {
    id: 'other.at-address',
    says: 'its address follows',
    matches: ({ after }) => /^[*_"”\]]*[ \t]{0,3}(?:at|on|[:—–|-])?[ \t]{0,3}[<(]?https?:/i.test(after),
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
