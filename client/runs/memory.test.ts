import { expect, it } from 'vitest';
import { remembered } from './memory.ts';

const same = (a: string, b: string): boolean => a === b;

it('puts the newest first and keeps each once', () => {
  expect(remembered(['a', 'b', 'c'], 'b', same)).toEqual(['b', 'a', 'c']);
});

it('forgets the eleventh', () => {
  const ten = Array.from({ length: 10 }, (_, i) => String(i));
  expect(remembered(ten, 'new', same)).toEqual(['new', ...ten.slice(0, 9)]);
});
