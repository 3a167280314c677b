import { expect, it } from 'vitest';
import { orderedOutput } from './ordered-output.ts';

/** Returns the output of the programs a, b and c, and what it has written so far. */
function create() {
  const written: string[] = [];
  return { written, output: orderedOutput(['a', 'b', 'c'], (text) => written.push(text)) };
}

it('prints the first program live, and the others whole after it', () => {
  const { written, output } = create();
  output.print('b', 'b1 ');
  output.print('a', 'a1 ');
  output.print('b', 'b2 ');
  output.print('a', 'a2 ');
  expect(written).toEqual(['a1 ', 'a2 ']);
  output.end('a');
  expect(written).toEqual(['a1 ', 'a2 ', 'b1 b2 ']);
  output.print('b', 'b3 ');
  expect(written.join('')).toBe('a1 a2 b1 b2 b3 ');
});

it('keeps the order if a later program ends first', () => {
  const { written, output } = create();
  output.print('c', 'c1 ');
  output.end('c');
  output.print('a', 'a1 ');
  output.print('b', 'b1 ');
  output.end('b');
  expect(written.join('')).toBe('a1 ');
  output.end('a');
  expect(written.join('')).toBe('a1 b1 c1 ');
});

it('prints what waits when the process exits', () => {
  const { written, output } = create();
  output.print('c', 'c1 ');
  output.print('b', 'b1 ');
  output.flush();
  expect(written.join('')).toBe('b1 c1 ');
});
