/** Clues that words which are the name of a bundled file may still mean something else. */
import type { Clue } from '../clues/clue.ts';
import { lineAround } from '../text/lines.ts';
import { nameWords } from '../text/words.ts';
import { describesOtherFile } from './general-clues.ts';
import { MAKES } from './making.ts';
import { isOtherSection, type MentionSituation } from './mention-situation.ts';

/** A path in code or in parentheses. */
const PATH = /[`(][^`\s()]*[\w-]\.\w{1,5}[`)#]|[`(][\w.-]+\/[^`\s()]*[`)]/;

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
