import { expect, test } from 'vitest';
import { dragged, stepped } from './zoom-drag.ts';

const PART = { from: 0.25, to: 0.5 };

test('an edge that is dragged out of the strip stops at its end, and the other one stays', () => {
  expect(dragged('to', PART, 0.5, 1.4)).toEqual({ from: 0.25, to: 1 });
  expect(dragged('from', PART, 0.25, -0.4)).toEqual({ from: 0, to: 0.5 });
});

test('a new part that is drawn out of the strip begins where the drag began', () => {
  expect(dragged('brush', PART, 0.75, 1.4)).toEqual({ from: 0.75, to: 1 });
  expect(dragged('brush', PART, 0.25, -1)).toEqual({ from: 0, to: 0.25 });
  expect(dragged('brush', PART, 0.25, 0.252)).toBeUndefined();
});

test('the shown part keeps its width at the end of the run', () => {
  expect(dragged('window', PART, 0.3, 1.4)).toEqual({ from: 0.75, to: 1 });
});

test('edges never cross', () => {
  const { from, to } = dragged('from', PART, 0.25, 0.9) ?? PART;
  expect(from).toBeLessThan(to);
  expect(to).toBeCloseTo(0.5);
});

test('keys move an edge as those of a slider, in a small part by small steps', () => {
  expect(stepped('from', PART, 'ArrowRight')?.from).toBeCloseTo(0.27);
  expect(stepped('to', PART, 'PageDown')?.to).toBeCloseTo(0.4);
  expect(stepped('from', PART, 'Home')).toEqual({ from: 0, to: 0.5 });
  expect(stepped('to', PART, 'End')).toEqual({ from: 0.25, to: 1 });
  expect(stepped('to', { from: 0.5, to: 0.51 }, 'ArrowRight')?.to).toBeCloseTo(0.511);
  expect(stepped('to', PART, 'a')).toBeUndefined();
});
