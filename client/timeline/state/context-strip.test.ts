import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RowPacker } from '../columns.ts';
import type { LostSkill, RunHeader, SpanRow } from '../row.ts';

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
const call = (start: number, tokensIn: number): Partial<SpanRow> => ({ kind: 'model', start, tokensIn });
const compaction = (start: number, ...lost: readonly LostSkill[]): Partial<SpanRow> => ({
  kind: 'note',
  name: `compaction at ${start}`,
  start,
  compaction: { lost, kept: [] },
});
const SESSION = [
  call(10, 80),
  compaction(20, { skill: 'tea' }, { skill: 'cup', again: 3 }),
  call(30, 40),
  compaction(40),
];

/** Returns what the strip of a session with these rows shows, and the rows to which the key leads. */
async function stripOf(rows: readonly Partial<SpanRow>[], header: Partial<RunHeader> = {}) {
  const { receive } = await import('./receive.ts');
  const { contextStrip } = await import('./context-strip.ts');
  const { goToCompaction } = await import('./actions.ts');
  const store = await import('./store.ts');
  const all = [{ kind: 'agent' as const, name: 'agent', parent: -1 }, ...rows].map((row, id): SpanRow => {
    const base = {
      kind: 'model',
      icon: 'info',
      status: 'ok',
      verb: '',
      name: '',
      start: 0,
      end: 0,
      parent: 0,
    } as const;
    return { ...base, ...row, id, seq: id + 1 };
  });
  const batch = new RowPacker().pack(all, ({ id, compaction: info }) =>
    info === undefined ? undefined : { id, compaction: info },
  );
  const head = { ...HEADER, ...header };
  receive({ type: 'rows', reset: true, complete: true, journal: 'j', header: head, batch, now: 100 });
  const selected = [1, 1, -1].map((step) => {
    goToCompaction(step === 1 ? 1 : -1);
    return store.rowAt(store.selected.value)?.name;
  });
  return { strip: contextStrip.value, selected, announcement: store.announcement.value };
}

beforeEach(() => {
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined, getState: () => undefined }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  vi.stubGlobal('document', { activeElement: null });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

it('the strip says which skills a session lost, and the key leads to the compactions', async () => {
  const { strip, selected, announcement } = await stripOf(SESSION, { contextWindow: 200 });
  expect(strip).toMatchObject({ lost: ['tea'], again: ['cup'], compactions: 2, largest: 80, window: 200, full: 200 });
  expect(strip?.drawing.compactions.map(({ loses }) => loses)).toEqual([true, false]);
  expect(selected).toEqual(['compaction at 20', 'compaction at 40', 'compaction at 20']);
  expect(announcement).toBe('Compaction 1 of 2');
});

it('without a known window, its top is the largest request, as it is if that is larger', async () => {
  expect((await stripOf(SESSION)).strip).toMatchObject({ window: 0, full: 80 });
  vi.resetModules();
  expect((await stripOf(SESSION, { contextWindow: 50 })).strip).toMatchObject({ window: 50, full: 80 });
});

it('a run of one request without a compaction has none', async () => {
  const { strip, selected, announcement } = await stripOf([call(10, 80)]);
  expect([strip, ...selected]).toEqual([undefined, 'agent', 'agent', 'agent']);
  expect(announcement).toBe('No compaction');
});

it('estimates are marked, and tokens that are not stated are not drawn', async () => {
  expect((await stripOf(SESSION, { tokensEstimated: true })).strip?.isEstimated).toBe(true);
  vi.resetModules();
  const { strip } = await stripOf(SESSION.map(({ tokensIn: _, ...row }) => row));
  expect(strip).toMatchObject({ largest: 0, compactions: 2, drawing: { area: '', line: '' } });
});
