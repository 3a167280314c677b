import { expect, it } from 'vitest';
import { ShownText } from './shown-text.ts';

const GUIDE = '# Guide\n\nAlways greet people by their first name.\n- Be brief\n---\nEnd.\n';
const shows = (text: string, result: string) => new ShownText(result).shows(text);

it.each([
  ['all of it', GUIDE],
  ['numbered lines', '     1\t# Guide\n     3\tAlways greet people by their first name.'],
  ['other numbers', '3→Always greet people by their first name.'],
  ['the line of a search', 'references/guide.md:3:Always greet people by their first name.'],
  ['a line of a search without its file', '3:Always greet people by their first name.'],
  ['the line of a comparison', '< Always greet people by their first name.'],
  ['carriage returns', GUIDE.replaceAll('\n', '\r\n')],
  ['other output around it', `ok\n${GUIDE}\nExit code: 0`],
])('sees a text in a result with %s', (_, result) => {
  expect(shows(GUIDE, result)).toBe('distinctive');
});

it.each([
  ['a short line', '# Guide'],
  ['a part of a line', 'greet people by their'],
  ['a line that is cut off', 'Always greet people by their first... (the rest is left out)'],
])('sees a part of a text in a result with %s', (_, result) => {
  expect(shows(GUIDE, result)).toBe('partly');
});

it('sees all of a short text', () => {
  expect(shows('# A\n', '# A')).toBe('distinctive');
  expect(shows('# A\n\nB\n', '# A')).toBe('partly');
});

it.each(['', '(no output)', '---', 'done', '6 guide.md', 'cat: guide.md: No such file or directory'])(
  'sees no text in the result %j',
  (result) => {
    expect(shows(GUIDE, result)).toBe('not');
  },
);

it('compares a large text with a large result in a short time', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');
  const before = performance.now();
  expect(shows(text, 'x y\n'.repeat(1_000_000))).toBe('not');
  expect(performance.now() - before).toBeLessThan(5000);
});
