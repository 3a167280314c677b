import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { compactedSession } from '../../panel/harness/compacted-session.ts';
import { addEvents } from '../../panel/trace/fold.ts';
import { headerOf, restOf } from '../../panel/trace/rows.ts';
import { createTrace } from '../../panel/trace/span.ts';
import { RowPacker } from '../columns.ts';

/** Returns what the strip of a run shows, and selects its first and second compaction with the key. */
async function stripOf(events: readonly RunEvent[]) {
  const { receive } = await import('./receive.ts');
  const { contextStrip } = await import('./context-strip.ts');
  const { goToCompaction } = await import('./actions.ts');
  const store = await import('./store.ts');
  const trace = createTrace();
  addEvents(trace, events);
  receive({
    type: 'rows',
    reset: true,
    complete: true,
    journal: 'j',
    header: headerOf(trace, 'none'),
    batch: new RowPacker().pack(trace.spans, restOf),
    now: trace.lastTime,
  });
  const selected = [1, 2].map(() => {
    goToCompaction(1);
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
  const { strip, selected, announcement } = await stripOf(compactedSession());
  expect(strip).toMatchObject({ lost: ['release-notes'], again: ['tax-rules'], compactions: 2, window: 200_000 });
  expect(strip?.largest).toBeGreaterThan(100_000);
  expect(strip?.drawing.compactions.map(({ loses }) => loses)).toEqual([true, false]);
  expect(selected).toEqual([
    'lost release-notes; lost and loaded again: tax-rules',
    'lost and loaded again: tax-rules',
  ]);
  expect(announcement).toBe('Compaction 2 of 2');
});

it('without a known window, its top is the largest request', async () => {
  const { strip } = await stripOf(compactedSession(false));
  expect(strip).toMatchObject({ window: 0, full: strip?.largest });
});

it('a run of one request without a compaction has none', async () => {
  const [start, request, response] = compactedSession();
  const { strip, selected, announcement } = await stripOf([start!, request!, response!]);
  expect([strip, ...selected]).toEqual([undefined, 'agent', 'agent']);
  expect(announcement).toBe('No compaction');
});

it('estimates are marked, and tokens that are not stated are not drawn', async () => {
  const withUsage = (usage: object) =>
    compactedSession().map((event) => (event.type === 'llm_response' ? { ...event, usage } : event) as RunEvent);
  expect((await stripOf(withUsage({ inputTokens: 9, estimated: true }))).strip?.isEstimated).toBe(true);
  vi.resetModules();
  const { strip } = await stripOf(withUsage({}));
  expect(strip).toMatchObject({ largest: 0, compactions: 2, drawing: { area: '', line: '' } });
});
