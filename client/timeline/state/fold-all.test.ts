import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RowPacker } from '../columns.ts';
import { ROW_HEIGHT } from '../model/visible-rows.ts';
import type { RunHeader, SpanRow } from '../row.ts';

const HEADER: RunHeader = {
  run: 'r',
  title: 't',
  agent: 'a',
  model: 'm',
  guards: 'off',
  simulated: false,
  state: 'final',
  live: false,
  owned: false,
  duration: 100,
  llmCalls: 0,
  maxLlmCalls: 0,
  tokensEstimated: false,
};
const PROMPTS = 60;
const CALLS = 9;

beforeEach(() => {
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined, getState: () => undefined }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  vi.stubGlobal('document', { activeElement: null });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the user selected', true],
  ['the timeline selected', false],
])('folds the row that %s into its prompt, which stays where the row was', async (_, isUserSelection) => {
  const { receive } = await import('./receive.ts');
  const { foldAll, view } = await import('./actions.ts');
  const store = await import('./store.ts');
  const rows = Array.from({ length: PROMPTS * (CALLS + 1) }, (__, id): SpanRow => {
    const prompt = id - (id % (CALLS + 1));
    const base = { id, seq: id + 1, icon: 'tool', status: 'ok', verb: '', name: '', start: 0, end: 0 } as const;
    return { ...base, kind: id === prompt ? 'agent' : 'model', parent: id === prompt ? -1 : prompt };
  });
  const batch = new RowPacker().pack(rows, () => undefined);
  receive({ type: 'rows', reset: true, complete: true, journal: 'j', header: HEADER, batch, now: 100 });
  view.scroll = (top) => {
    store.scrollTop.value = top;
  };
  store.viewHeight.value = 10 * ROW_HEIGHT;
  store.isUserSelection.value = isUserSelection;
  store.selected.value = 40 * (CALLS + 1) + 5;
  // It is the fourth row in view.
  store.scrollTop.value = (store.selected.value - 3) * ROW_HEIGHT;
  foldAll();
  expect(store.outline.value.length).toBe(PROMPTS);
  expect(store.selected.value).toBe(40 * (CALLS + 1));
  expect(store.scrollTop.value).toBe((40 - 3) * ROW_HEIGHT);
});
