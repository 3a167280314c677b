/** Clues that words which are exactly the name of a bundled file mean something else. */
import type { Clue } from '../clues/clue.ts';
import { anyOf } from '../text/any-of.ts';
import { describesOtherFile } from './general-clues.ts';
import { isOtherSection, type MentionSituation } from './mention-situation.ts';

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

export const OTHER_MEANINGS: readonly Clue<MentionSituation>[] = [
  {
    id: 'other.made',
    says: 'the text tells the model to write or change it',
    matches: ({ before }) => MAKES.test(before),
    fires: ['Then write ⟦the tax rates guide⟧.', 'Draw up ⟦the tax rates checklist⟧.'],
    silent: ['Read ⟦the tax rates guide⟧.', 'Before you write it, read ⟦the tax rates guide⟧.'],
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
        `^[*_"”]*[ \\t]+(?:(?:is|are)[ \\t]+)?(?:of|from|by|in|on)[ \\t]+(?:the|your|their|a|an|another)[ \\t]+${OTHERS}\\b`,
        'i',
      ).test(after),
    fires: ['Read ⟦the tax rates guide⟧ of the vendor.', '⟦The tax rates guide⟧ is on the website.'],
    silent: ['Read ⟦the tax rates guide⟧ of this skill.'],
  },
  {
    id: 'other.at-address',
    says: 'its address follows',
    matches: ({ after }) => /^[*_"”\]]*[ \t]*(?:\(|at|on|:|—|–|-|\||<)*[ \t]*[<(]*https?:/i.test(after),
    fires: ['Read ⟦the tax rates guide⟧ at https://example.com.'],
    silent: ['Read ⟦the tax rates guide⟧.'],
  },
  {
    id: 'other.path-given',
    says: 'a path follows',
    matches: ({ after }) => /[`(][^`\s()]*[\w-]\.\w{1,5}[`)#]|[`(][\w.-]+\/[^`\s()]*[`)]/.test(after),
    fires: ['Read ⟦the tax rates guide⟧ (`docs/rates.md`).'],
    silent: ['Read ⟦the tax rates guide⟧.'],
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
