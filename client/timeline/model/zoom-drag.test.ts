import { expect, test } from 'vitest';
import { zoomAfterDrag, zoomAfterKey } from './zoom-drag.ts';

const PART = { from: 0.25, to: 0.5 };

test('clamps an edge dragged out of the strip and keeps the other edge', () => {
  expect(zoomAfterDrag('to', PART, 0.5, 1.4)).toEqual({ from: 0.25, to: 1 });
  expect(zoomAfterDrag('from', PART, 0.25, -0.4)).toEqual({ from: 0, to: 0.5 });
});

test('starts a new range where the drag started, even if it leaves the strip', () => {
  expect(zoomAfterDrag('brush', PART, 0.75, 1.4)).toEqual({ from: 0.75, to: 1 });
  expect(zoomAfterDrag('brush', PART, 0.25, -1)).toEqual({ from: 0, to: 0.25 });
  expect(zoomAfterDrag('brush', PART, 0.25, 0.252)).toBeUndefined();
});

test('keeps the width of the range at the end of the run', () => {
  expect(zoomAfterDrag('window', PART, 0.3, 1.4)).toEqual({ from: 0.75, to: 1 });
});

test('edges never cross', () => {
  const { from, to } = zoomAfterDrag('from', PART, 0.25, 0.9) ?? PART;
  expect(from).toBeLessThan(to);
  expect(to).toBeCloseTo(0.5);
});

test('arrow and page keys move an edge, in smaller steps for a smaller range', () => {
  expect(zoomAfterKey('from', PART, 'ArrowRight')?.from).toBeCloseTo(0.27);
  expect(zoomAfterKey('to', PART, 'PageDown')?.to).toBeCloseTo(0.4);
  expect(zoomAfterKey('from', PART, 'Home')).toEqual({ from: 0, to: 0.5 });
  expect(zoomAfterKey('to', PART, 'End')).toEqual({ from: 0.25, to: 1 });
  expect(zoomAfterKey('to', { from: 0.5, to: 0.51 }, 'ArrowRight')?.to).toBeCloseTo(0.511);
  expect(zoomAfterKey('to', PART, 'a')).toBeUndefined();
});
