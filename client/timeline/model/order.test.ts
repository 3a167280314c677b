import { describe, expect, test } from 'vitest';
import { staying } from './order.ts';

/** Moves all but those that stay, as the rows do, from the last on. */
function arranged(from: readonly string[], to: readonly string[], fixed = -1) {
  const stay = staying(
    to.map((one) => from.indexOf(one)),
    fixed,
  );
  const list = [...from];
  let moves = 0;
  for (let at = to.length - 1; at >= 0; at--) {
    if (stay.has(at)) continue;
    moves++;
    list.splice(list.indexOf(to[at]!), 1);
    list.splice(at + 1 < to.length ? list.indexOf(to[at + 1]!) : list.length, 0, to[at]!);
  }
  return { list: list.join(''), moves };
}

describe('putting rows in order', () => {
  test('moves nothing where they are', () => {
    expect(arranged([...'abcd'], [...'abcd'])).toEqual({ list: 'abcd', moves: 0 });
    expect(arranged([], [])).toEqual({ list: '', moves: 0 });
  });

  test('moves the few that were used again, whichever end they go to', () => {
    expect(arranged([...'xyabcdef'], [...'abcdefxy'])).toEqual({ list: 'abcdefxy', moves: 2 });
    expect(arranged([...'abcdefxy'], [...'xyabcdef'])).toEqual({ list: 'xyabcdef', moves: 2 });
    expect(arranged([...'dcba'], [...'abcd'])).toEqual({ list: 'abcd', moves: 3 });
  });

  test('never moves the one with the focus, and orders the others around it', () => {
    for (const fixed of [...'abcdefxy'].keys()) {
      const wanted = [...'abcdefxy'];
      expect(
        staying(
          [...wanted].map((one) => 'xyfedcba'.indexOf(one)),
          fixed,
        ).has(fixed),
      ).toBe(true);
      expect(arranged([...'xyfedcba'], wanted, fixed).list).toBe('abcdefxy');
    }
  });
});
