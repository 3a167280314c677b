import { expect, test } from 'vitest';
import { jsonLine } from '../journal/json-line.ts';
import { escapeCommands, exactLine, exactText, oneLine, stripControls } from './plain-text.ts';

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
])('%j is shown as %j', (text, shown) => {
  expect(stripControls(text)).toBe(shown);
});

test('many unterminated sequences are handled in linear time', () => {
  const startTime = process.threadCpuUsage().user;
  expect(stripControls(`${'\u0090'.repeat(300_000)}\u001bxtext`)).toBe('text');
  expect((process.threadCpuUsage().user - startTime) / 1_000).toBeLessThan(3_000);
});

test('stripControls and jsonLine disarm CI commands that are recognized anywhere in a line', () => {
  expect(stripControls('a ##[add-mask]b ##vso[task.complete]c ## [d]')).toBe(
    'a ##\u2045add-mask]b ##vso\u2045task.complete]c ## [d]',
  );
  const value = { text: '##[add-mask]b' };
  expect(jsonLine(value)).not.toContain('##[');
  expect(JSON.parse(jsonLine(value))).toEqual(value);
});

test('oneLine and escapeCommands disarm GitHub workflow commands at the start of a line', () => {
  expect(oneLine('a\r\n::error::x\u001b[2J')).toBe('a\u240A::error::x');
  expect(escapeCommands('see a::b\n\n \t::error::x\n\u200b::stop')).toBe(
    'see a::b\n\n \t\u240A::error::x\n\u240A::stop',
  );
});

test('exactText shows what stripControls removes, and disarms commands of CI systems', () => {
  expect(exactText('a\u001b]0;b\u0007\r\n::error::x ##[add-mask]')).toBe(
    'a\\u{1b}]0;b\\u{7}\\u{d}\n\u240A::error::x ##\u2045add-mask]',
  );
  expect(exactLine('a\n::b\u202e')).toBe('a\u240A\u240A::b\\u{202e}');
});
