import { expect, test } from 'vitest';
import { jsonLine } from '../journal/json-line.ts';
import { noCommands, oneLine, plain } from './plain.ts';

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]52;c;Y2xpcA==\u001b\\text', 'text'],
  ['\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u009b2Jtext', 'text'],
  ['\u001bPq#0\u001b\\text', 'text'],
  ['never closed \u001b]0;title', 'never closed '],
  ['a\rb\bc\u0000d', 'abcd'],
  ['\u202egnp.exe\u200b', 'gnp.exe'],
  ['tabs\tand\nlines, ä 漢 🙂', 'tabs\tand\nlines, ä 漢 🙂'],
  ['\u001b', ''],
])('%j shows as %j', (text, shown) => {
  expect(plain(text)).toBe(shown);
});

test('many sequences that never end take no time', () => {
  const began = process.threadCpuUsage().user;
  expect(plain(`${'\u0090'.repeat(300_000)}\u001bxtext`)).toBe('text');
  expect((process.threadCpuUsage().user - began) / 1_000).toBeLessThan(3_000);
});

test('no line holds a command that a build takes anywhere in it', () => {
  expect(plain('a ##[add-mask]b ##vso[task.complete]c ## [d]')).toBe(
    'a ##\u2045add-mask]b ##vso\u2045task.complete]c ## [d]',
  );
  const value = { text: '##[add-mask]b' };
  expect(jsonLine(value)).not.toContain('##[');
  expect(JSON.parse(jsonLine(value))).toEqual(value);
});

test('no line begins with a command to a GitHub workflow', () => {
  expect(oneLine('a\r\n::error::x\u001b[2J')).toBe('a\u240A::error::x');
  expect(noCommands('see a::b\n\n \t::error::x\n\u200b::stop')).toBe('see a::b\n\n \t\u240A::error::x\n\u240A::stop');
});
