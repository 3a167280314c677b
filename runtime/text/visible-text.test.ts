import { expect, test } from 'vitest';
import { visibleLine, visibleStart, visibleText } from './visible-text.ts';

test.each([
  ['echo #\u001b]\nrm x #\u0007', 'echo #\\u{1b}]\nrm x #\\u{7}'],
  ['\u009d\nrm x\u009c \u0090\u0098\u009e\u009f', '\\u{9d}\nrm x\\u{9c} \\u{90}\\u{98}\\u{9e}\\u{9f}'],
  ['\u001b[8m hidden\u001b[0m\u009b2J', '\\u{1b}[8m hidden\\u{1b}[0m\\u{9b}2J'],
  ['echo a \\\r\nrm x', 'echo a \\\\u{d}\nrm x'],
  ['a\rb\bc\u0000\u007f\u0085', 'a\\u{d}b\\u{8}c\\u{0}\\u{7f}\\u{85}'],
  ['\u202egnp.exe\u202c\u2066\u061c\u200f', '\\u{202e}gnp.exe\\u{202c}\\u{2066}\\u{61c}\\u{200f}'],
  ['r\u200bm\u2060\ufeff\u00ad\u034f\u180e', 'r\\u{200b}m\\u{2060}\\u{feff}\\u{ad}\\u{34f}\\u{180e}'],
  ['\u3164\u115f\uffa0\u2800\u{e0041}\u{e0100}', '\\u{3164}\\u{115f}\\u{ffa0}\\u{2800}\\u{e0041}\\u{e0100}'],
  ['echo a\u00a0# ; rm x\u2003\u3000\u2028\u2029', 'echo a\\u{a0}# ; rm x\\u{2003}\\u{3000}\\u{2028}\\u{2029}'],
  ['\ud800 \ue000 \u{10ffff}', '\\u{d800} \\u{e000} \\u{10ffff}'],
  ['x\ufe0f \u200d👨', 'x\\u{fe0f} \\u{200d}👨'],
  ['tabs\tand\nlines, é e\u0301 漢 🙂 ❤️ 👩🏽‍🚀 👨‍👩‍👧', 'tabs\tand\nlines, é e\u0301 漢 🙂 ❤️ 👩🏽‍🚀 👨‍👩‍👧'],
])('shows everything in %j', (text, shown) => expect(visibleText(text)).toBe(shown));

test('shows the line breaks of a name', () => expect(visibleLine('a\n\tb\u202e')).toBe('a\\u{a}\\u{9}b\\u{202e}'));

test('says how much of a text it leaves out', () => {
  expect(visibleStart('ab\u202e', 3)).toBe('ab\\u{202e}');
  expect(visibleStart('a'.repeat(2000), 3)).toBe('aaa… (and 1,997 more characters)');
});

test.each(['\u009d', '👨\u200d', '❤\ufe0f', 'a'])('takes linear time: %j', (part) => {
  const startTime = process.threadCpuUsage().user;
  visibleText(part.repeat(500_000));
  expect((process.threadCpuUsage().user - startTime) / 1000).toBeLessThan(3000);
});
