import { expect, test } from 'vitest';
import { cursorAt, cut, endOfText, MAX_BYTES, offsetOf, pageOf, sizeOf } from './pages.ts';

test('a page has as many items as fit, and at least one', () => {
  const items = Array.from({ length: 10 }, (_, index) => 'x'.repeat(100 * (index + 1)));
  const pages: string[][] = [];
  for (let start = 0; start < items.length; ) {
    const page = pageOf(items.length, start, (index) => items[index] ?? '', String, 1000);
    pages.push(page);
    start += page.length;
  }
  expect(pages.flat()).toEqual(items);
  for (const page of pages) expect(page.length === 1 || sizeOf(page) <= 1002).toBe(true);
  expect(pageOf(1, 0, () => 'y'.repeat(9000), String)).toHaveLength(1);
  // The text counts as well.
  expect(pageOf(2, 0, String, () => 'z'.repeat(600), 1000)).toEqual(['0']);
});

test('parts of a text are whole characters, together the whole text, and no larger than allowed', () => {
  const texts = [
    'a\n'.repeat(3000),
    '😀'.repeat(3000),
    '\u0001"\\'.repeat(2000),
    `${'x'.repeat(5000)}\ny`,
    '',
    'é\r\n'.repeat(999),
  ];
  for (const text of texts) {
    const parts: string[] = [];
    for (let start = 0; start < text.length; ) {
      const end = endOfText(text, start, 1000);
      parts.push(text.slice(start, end));
      expect(sizeOf(text.slice(start, end))).toBeLessThanOrEqual(1002);
      expect(text.slice(start, end)).toBe(Buffer.from(text.slice(start, end)).toString());
      expect(end).toBeGreaterThan(start);
      start = end;
    }
    expect(parts.join('')).toBe(text);
  }
});

test('a cut text is not larger than allowed', () => {
  for (const text of ['short', 'x'.repeat(10_000), '\u0000'.repeat(500), '😀'.repeat(500)]) {
    expect(sizeOf(cut(text, 300))).toBeLessThanOrEqual(302);
    expect(text.startsWith(cut(text, 300).replace(/…$/, ''))).toBe(true);
  }
  expect(MAX_BYTES).toBe(4096);
});

test('a cursor is of one answer', () => {
  const cursor = cursorAt(7, ['a', 'b']);
  expect(offsetOf(cursor, ['a', 'b'])).toBe(7);
  expect(offsetOf(undefined, ['a'])).toBe(0);
  for (const other of [cursorAt(7, ['a', 'c']), '7', '7.', '-1.x', '', 'x'.repeat(50), cursor.replace('7', '8')])
    expect(offsetOf(other, ['a', 'b']), other).toBe(other === cursorAt(8, ['a', 'b']) ? 8 : undefined);
});
