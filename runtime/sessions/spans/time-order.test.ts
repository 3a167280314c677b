import { expect, it } from 'vitest';
import { type Moment, TimeOrder } from './time-order.ts';

function ordered(entries: readonly (Partial<Moment> & { readonly name: string; readonly time: number })[]) {
  const released: string[] = [];
  const order = new TimeOrder<Moment & { readonly name: string }>(({ name }) => void released.push(name));
  for (const entry of entries) order.add({ start: entry.time, end: entry.time, size: 0, ...entry });
  const early = released.length;
  order.flush();
  return { released, early };
}

it('TimeOrder puts ends before starts at the same time, and the outer before the inner', () => {
  const { released } = ordered([
    { name: 'inner', time: 4, end: 5 },
    { name: 'outer', time: 4, end: 6 },
    { name: 'instant ends', time: 4, isEnd: true },
    { name: 'instant', time: 4 },
    { name: 'earlier ends', time: 4, start: 1, isEnd: true },
    { name: 'first', time: 0 },
  ]);
  expect(released).toEqual(['first', 'earlier ends', 'outer', 'inner', 'instant', 'instant ends']);
});

it.each([
  ['entries', 20_000, 0],
  ['text', 40, 1024 * 1024],
] as const)('TimeOrder buffers a limited amount of %s', (_, count, size) => {
  const entries = Array.from({ length: count }, (_, index) => ({ name: String(index), time: count - index, size }));
  const { released, early } = ordered(entries);
  expect(early).toBeGreaterThan(0);
  expect(released).toHaveLength(count);
});
