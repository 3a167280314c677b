import { expect, it } from 'vitest';
import { Lines } from './lines.ts';

it.each(['one\ntwo\r\nthree\rfour', '', '\n', '🎉é\n𝒳 end\n'])(
  'turns every offset of %j into a place and back',
  (text) => {
    const lines = new Lines(text);
    for (let offset = 0; offset <= text.length; offset++) expect(lines.offset(lines.position(offset))).toBe(offset);
  },
);

it('counts lines as LSP does, and moves places outside the text to its ends', () => {
  const lines = new Lines('one\r\ntwo\rthree');
  expect([0, 1, 2, 3].map((line) => lines.line(line))).toEqual(['one', 'two', 'three', '']);
  expect(lines.position(6)).toEqual({ line: 1, character: 1 });
  expect(lines.position(99)).toEqual({ line: 2, character: 5 });
  expect(lines.offset({ line: 9, character: 9 })).toBe(14);
  expect(lines.offset({ line: 2, character: 99 })).toBe(14);
});
