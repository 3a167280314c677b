import { expect, it } from 'vitest';
import { editBetween } from '../../skill/index.ts';
import { createChance } from '../../test/equipment/server/random-edits/chance.ts';
import { Lines } from './lines.ts';

it.each(['one\ntwo\r\nthree\rfour', '', '\n', '🎉é\n𝒳 end\n'])(
  'converts every offset of %j to a position and back',
  (text) => {
    const lines = new Lines(text);
    for (let offset = 0; offset <= text.length; offset++) expect(lines.offset(lines.position(offset))).toBe(offset);
  },
);

it('counts lines as LSP does, and clamps positions outside the text', () => {
  const lines = new Lines('one\r\ntwo\rthree');
  expect([0, 1, 2, 3].map((line) => lines.line(line))).toEqual(['one', 'two', 'three', '']);
  expect(lines.position(6)).toEqual({ line: 1, character: 1 });
  expect(lines.position(99)).toEqual({ line: 2, character: 5 });
  expect(lines.offset({ line: 9, character: 9 })).toBe(14);
  expect(lines.offset({ line: 2, character: 99 })).toBe(14);
});

it('computes the same lines after an edit as from the full text', () => {
  const chance = createChance(3);
  let text = 'one\r\ntwo\rthree\n\nfour\n';
  let lines = new Lines(text);
  lines.position(0);
  for (let round = 0; round < 2_000; round++) {
    const start = chance.below(text.length + 1);
    const end = Math.min(text.length, start + chance.below(text.length > 60 ? 12 : 3));
    const editedText = text.slice(0, start) + chance.pick(['\n', '\r', '\r\n', 'a', 'b\nc', '']) + text.slice(end);
    const edited = lines.after(editedText, editBetween(text, editedText));
    const fresh = new Lines(editedText);
    const starts = (one: Lines) => Array.from({ length: one.count }, (_, line) => one.offset({ line, character: 0 }));
    expect(starts(edited), JSON.stringify([text, editedText])).toEqual(starts(fresh));
    [text, lines] = [editedText, edited];
  }
});
