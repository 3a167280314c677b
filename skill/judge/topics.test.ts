import { expect, it } from 'vitest';
import { randomTexts } from '../../test/equipment/skill/random-texts.ts';
import { ARROW, LISTING, OTHER_SCRIPT, SHOWS, WORDS } from './topic-words.ts';
import { namesOtherSkill, namesPaths, topicsIn } from './topics.ts';

const PLACES = [
  '',
  ' ',
  '-',
  '_',
  '.',
  ':',
  "'",
  '’',
  '\n',
  'é',
  '✅',
  's',
  'X',
  ' as ',
  ' the ',
  'e.g.',
  'CI',
  '/',
  '`',
];
/** Returns texts that an expression matches: without optional parts, with the first alternatives, in capitals. */
const spellingsOf = (word: string): readonly string[] => {
  const plain = (text: string): string =>
    text
      .replace(/\(\?:([^()|]*)[^()]*\)/g, '$1')
      .replace(/\[([^\]]).*?\]/g, '$1')
      .replace('\\w+', 'ive')
      .replaceAll('\\', '');
  const without = plain(word.replace(/(?:\([^()]*\)|\[[^\]]*\]|\w|-)\?/g, ''));
  return [without, plain(word.replaceAll(/(?<!\()\?(?!:)/g, '')), without.toUpperCase()];
};

// The last topic also depends on punctuation, see `namesOtherSkill` below.
it.each(WORDS.slice(0, -1).map(([topic, end, words]) => ({ topic, end, words })))(
  'finds a topic exactly if a regular expression of all its words does ($words.0, …)',
  ({ topic, end, words }) => {
    const marks = topic === SHOWS ? '|[❌✅✗✓]' : '';
    const whole = new RegExp(`\\b(?:${words.join('|')})${end}${marks}`, 'i');
    let found = 0;
    for (const text of randomTexts([...words.flatMap(spellingsOf), ...PLACES, ...PLACES], 3_000, 6)) {
      const expected = whole.test(text);
      if (expected) found++;
      expect((topicsIn(text) & topic) !== 0, JSON.stringify(text)).toBe(expected);
    }
    expect(found).toBeGreaterThan(300);
  },
);

it('finds arrows, other scripts, paths and names of other skills', () => {
  const signs = [
    '→',
    '-',
    '=',
    '>',
    '参',
    '照',
    'Ж',
    'a',
    ' ',
    ':',
    'b1',
    '/',
    '.md',
    '.json',
    'other skill',
    'skill `',
  ];
  for (const text of randomTexts(signs, 5_000, 8)) {
    const topics = topicsIn(text);
    const about = JSON.stringify(text);
    expect((topics & ARROW) !== 0, about).toBe(/→|->|=>/.test(text));
    expect((topics & OTHER_SCRIPT) !== 0, about).toBe(
      /[\u0400-\u04FF\u3040-\u30FF\u4E00-\u9FFF\uAC00-\uD7AF]{2}/.test(text),
    );
    expect(namesPaths(text, topics), about).toBe(namesPaths(text, -1));
    expect(namesOtherSkill(text, topics), about).toBe(namesOtherSkill(text, -1));
  }
});

it('matches entire words', () => {
  expect(topicsIn('our resources') & LISTING).not.toBe(0);
  expect(topicsIn('resourceful') & LISTING).toBe(0);
});
