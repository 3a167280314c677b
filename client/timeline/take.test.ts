import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RowPacker } from './columns.ts';
import { ROW } from './model/window.ts';
import type { RunHeader, SpanRow } from './row.ts';

const packer = new RowPacker();
const header: RunHeader = {
  run: 'r',
  title: 't',
  agent: 'a',
  model: 'simulated/weak',
  simulated: true,
  state: 'running',
  live: true,
  owned: true,
  duration: 0,
  llmCalls: 0,
  maxLlmCalls: 0,
  tokensEstimated: false,
};

/** A message of a live run that brings these rows, from one id up to another. */
const message = (from: number, to: number) => {
  const rows = Array.from({ length: to - from }, (_, place): SpanRow => {
    const id = from + place;
    const root = { kind: 'agent', parent: -1 } as const;
    const step = { kind: 'model', parent: 0 } as const;
    return {
      ...(id === 0 ? root : step),
      id,
      seq: id + 1,
      icon: 'tool',
      status: 'ok',
      verb: '',
      name: '',
      start: 0,
      end: 0,
    };
  });
  const batch = packer.pack(rows, ({ id }) => ({ id }));
  return { type: 'rows', reset: false, complete: true, journal: 'j', header, batch, now: 0 } as const;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined, getState: () => undefined }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a live view goes to the newest row where one came, and stays where the scroller is where none did', async () => {
  const { take } = await import('./take.ts');
  const store = await import('./store.ts');
  store.viewHeight.value = 10 * ROW;
  take(message(0, 50));
  expect(store.scrollTop.value).toBe(40 * ROW);
  // The panel gets lower: the scroller stays. A row's bar grows.
  store.viewHeight.value = 4 * ROW;
  take(message(49, 50));
  expect(store.scrollTop.value).toBe(40 * ROW);
  take(message(50, 51));
  expect(store.scrollTop.value).toBe(47 * ROW);
});
