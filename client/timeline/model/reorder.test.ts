import { describe, expect, test } from 'vitest';
import { findUnmoved } from './reorder.ts';

/** Moves all elements except those that stay, from the last one on, as the rows do. */
function reorder(from: readonly string[], to: readonly string[], fixed = -1) {
  const stay = findUnmoved(
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

describe('reordering rows', () => {
  test('moves nothing if the rows are in order', () => {
    expect(reorder([...'abcd'], [...'abcd'])).toEqual({ list: 'abcd', moves: 0 });
    expect(reorder([], [])).toEqual({ list: '', moves: 0 });
  });

  test('moves only the few reused rows, to either end', () => {
    expect(reorder([...'xyabcdef'], [...'abcdefxy'])).toEqual({ list: 'abcdefxy', moves: 2 });
    expect(reorder([...'abcdefxy'], [...'xyabcdef'])).toEqual({ list: 'xyabcdef', moves: 2 });
    expect(reorder([...'dcba'], [...'abcd'])).toEqual({ list: 'abcd', moves: 3 });
  });

  test('never moves the focused row, and orders the others around it', () => {
    for (const fixed of [...'abcdefxy'].keys()) {
      const expected = [...'abcdefxy'];
      expect(
        findUnmoved(
          [...expected].map((one) => 'xyfedcba'.indexOf(one)),
          fixed,
        ).has(fixed),
      ).toBe(true);
      expect(reorder([...'xyfedcba'], expected, fixed).list).toBe('abcdefxy');
    }
  });
});
