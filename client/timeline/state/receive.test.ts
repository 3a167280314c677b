import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defined } from '../../../runtime/text/objects.ts';
import { RowPacker } from '../columns.ts';
import { ROW_HEIGHT } from '../model/visible-rows.ts';
import type { RunHeader, SpanRow } from '../row.ts';

let packer = new RowPacker();
const header: RunHeader = {
  run: 'r',
  title: 't',
  agent: 'a',
  model: 'simulated/weak',
  guards: 'default',
  simulated: true,
  state: 'running',
  live: true,
  owned: true,
  duration: 0,
  llmCalls: 0,
  maxLlmCalls: 0,
  tokensEstimated: false,
};

/** Returns a message of a live run with the rows from one id up to another, with overrides by id. */
const message = (from: number, to: number, overrides: { readonly [id: number]: Partial<SpanRow> } = {}) => {
  const rows = Array.from({ length: to - from }, (_, index): SpanRow => {
    const id = from + index;
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
      ...overrides[id],
    };
  });
  const batch = packer.pack(rows, ({ id, guard }) => (guard === undefined ? undefined : { id, guard }));
  return { type: 'rows', reset: false, complete: true, journal: 'j', header, batch, now: 0 } as const;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined, getState: () => undefined }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  vi.stubGlobal('document', { activeElement: null });
  vi.resetModules();
  packer = new RowPacker();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('scrolls a live view to the newest row when one arrives, and not otherwise', async () => {
  const { receive } = await import('./receive.ts');
  const store = await import('./store.ts');
  store.viewHeight.value = 10 * ROW_HEIGHT;
  receive(message(0, 50));
  expect(store.scrollTop.value).toBe(40 * ROW_HEIGHT);
  // The panel becomes shorter, and an existing row changes: no scrolling.
  store.viewHeight.value = 4 * ROW_HEIGHT;
  receive(message(49, 50));
  expect(store.scrollTop.value).toBe(40 * ROW_HEIGHT);
  receive(message(50, 51));
  expect(store.scrollTop.value).toBe(47 * ROW_HEIGHT);
});

it('does not scroll a live view while the pointer is pressed in it, or the click would be lost', async () => {
  const { receive } = await import('./receive.ts');
  const store = await import('./store.ts');
  store.viewHeight.value = 10 * ROW_HEIGHT;
  receive(message(0, 50));
  store.isPressed.value = true;
  receive(message(50, 80));
  expect(store.scrollTop.value).toBe(40 * ROW_HEIGHT);
});

it('follows a live run again once the user has answered it', async () => {
  const { receive } = await import('./receive.ts');
  const store = await import('./store.ts');
  const { answer, select } = await import('./actions.ts');
  store.viewHeight.value = 10 * ROW_HEIGHT;
  receive(message(0, 50));
  select(3, { scrollIntoView: false });
  receive(message(50, 60));
  expect(store.scrollTop.value).toBe(40 * ROW_HEIGHT);
  answer('p', 'approve');
  receive(message(60, 61));
  expect(store.scrollTop.value).toBe(51 * ROW_HEIGHT);
});

it('follows a run that the user resumes', async () => {
  const { receive } = await import('./receive.ts');
  const store = await import('./store.ts');
  const { resume, select } = await import('./actions.ts');
  store.viewHeight.value = 10 * ROW_HEIGHT;
  receive(message(0, 50));
  select(3, { scrollIntoView: false });
  receive({ ...message(49, 50), header: { ...header, live: false, state: 'interrupted' } });
  // The header is shown a little later than rows.
  vi.runAllTimers();
  resume('resume');
  receive(message(50, 51));
  vi.runAllTimers();
  receive(message(51, 60));
  expect(store.scrollTop.value).toBe(50 * ROW_HEIGHT);
});

it('keeps repeats folded when the rows of a session that grows are sent again', async () => {
  const { receive } = await import('./receive.ts');
  const store = await import('./store.ts');
  const { toggleRepeats } = await import('./repeats.ts');
  const missed: Partial<SpanRow> = { kind: 'tool', status: 'miss', name: 'Read', detail: 'a.md' };
  const rows = { 1: missed, 2: missed, 3: missed, 4: missed };
  receive(message(0, 4, rows));
  toggleRepeats();
  expect([...store.repeats.value.counts]).toEqual([[1, 3]]);
  packer = new RowPacker();
  receive({ ...message(0, 3, rows), reset: true, complete: false });
  receive(message(3, 5, rows));
  expect([...store.repeats.value.counts]).toEqual([[1, 4]]);
});

describe('a run that has ended', () => {
  const guard = (verdict: 'warn' | 'stop', counted: number): Partial<SpanRow> => ({
    kind: 'guard',
    guard: { rule: 'r', verdict, count: 1, threshold: 2, evidence: [counted] },
  });
  const end = (rows: ReturnType<typeof message>, guardRow?: number) =>
    ({
      ...rows,
      header: defined<RunHeader>({ ...header, live: false, state: 'guard', guardRow }),
    }) as const;

  /** Returns the page's modules, with a view 10 rows high that applies scroll requests. */
  async function page() {
    const { receive } = await import('./receive.ts');
    const store = await import('./store.ts');
    const { select, view } = await import('./actions.ts');
    store.viewHeight.value = 10 * ROW_HEIGHT;
    view.scroll = (top) => {
      store.scrollTop.value = Math.min(
        top,
        Math.max(0, store.outline.value.length * ROW_HEIGHT - store.viewHeight.value),
      );
    };
    return { receive, store, select };
  }

  it('scrolls to the end and selects the first guard if the last rows arrive together with the end', async () => {
    const { receive, store } = await page();
    receive(message(0, 4));
    receive(end(message(4, 40, { 30: { status: 'miss' }, 33: guard('stop', 30) }), 33));
    expect(store.scrollTop.value).toBe(30 * ROW_HEIGHT);
    expect(store.selected.value).toBe(33);
    expect(store.isEndInView.value).toBe(true);
  });

  it('folds calls that look the same, except those that a guard counted', async () => {
    const { receive, store } = await page();
    const look: Partial<SpanRow> = { kind: 'tool', parent: 1, name: 'look' };
    const missed: Partial<SpanRow> = { ...look, status: 'miss' };
    const rows = {
      2: look,
      3: look,
      4: look,
      6: { ...missed, parent: 5 },
      7: { ...missed, parent: 5 },
      8: guard('stop', 7),
    };
    receive({ ...end(message(0, 9, rows)), reset: true });
    expect([...store.repeats.value.counts]).toEqual([[2, 3]]);
  });

  it('scrolls to a guard that is far before the end', async () => {
    const { receive, store } = await page();
    receive(message(0, 60, { 20: guard('stop', 19) }));
    expect(store.scrollTop.value).toBe(50 * ROW_HEIGHT);
    receive(end(message(60, 61), 20));
    expect(store.scrollTop.value).toBe(17 * ROW_HEIGHT);
    expect(store.isEndInView.value).toBe(false);
  });

  it('selects a guard that only warned rather than the miss that it counted', async () => {
    const { receive, store } = await page();
    receive(end(message(0, 9, { 5: { status: 'miss' }, 6: guard('warn', 5) })));
    expect(store.selected.value).toBe(6);
  });

  it('does not scroll after the user has selected a row', async () => {
    const { receive, store, select } = await page();
    receive(message(0, 40));
    select(32);
    receive(message(40, 45));
    receive(end(message(45, 60, { 50: guard('stop', 49) }), 50));
    expect(store.scrollTop.value).toBe(30 * ROW_HEIGHT);
    expect(store.selected.value).toBe(32);
  });
});

describe("another agent's session", () => {
  const imported = { client: 'Claude Code', file: 'a.jsonl' };
  const read: RunHeader = { ...header, live: false, owned: false, state: 'final', imported };
  const reading: RunHeader = {
    ...read,
    state: 'reading',
    reading: { file: 'a.jsonl', percent: 40, isStopped: false },
  };

  /** Returns the page's modules, with a view 10 rows high that scrolls as a browser does, and counts requests for the focus. */
  async function page() {
    const { receive } = await import('./receive.ts');
    const store = await import('./store.ts');
    const { select, view } = await import('./actions.ts');
    store.viewHeight.value = 10 * ROW_HEIGHT;
    const clamped = (top: number) =>
      Math.min(top, Math.max(0, store.outline.value.length * ROW_HEIGHT - store.viewHeight.value));
    view.scroll = (top) => {
      store.scrollTop.value = clamped(top);
    };
    const focus = vi.fn();
    view.focus = focus;
    /** A shorter sheet scrolls up. */
    const shrink = () => view.scroll(store.scrollTop.value);
    return { receive, store, select, focus, shrink };
  }

  it('keeps its row, the focus and the position when it is sent again in parts because it has grown', async () => {
    const { receive, store, select, focus, shrink } = await page();
    receive({ ...message(0, 300), header: read });
    select(250, { focus: true });
    const top = store.scrollTop.value;
    expect(top).toBe(241 * ROW_HEIGHT);
    vi.stubGlobal('document', { activeElement: { closest: () => true } });
    focus.mockClear();
    packer = new RowPacker();
    receive({ ...message(0, 100), header: read, reset: true, complete: false });
    shrink();
    // The focused row is gone until it arrives again.
    vi.stubGlobal('document', { activeElement: null });
    expect(focus).not.toHaveBeenCalled();
    receive({ ...message(100, 310), header: read });
    expect([store.selected.value, store.scrollTop.value]).toEqual([250, top]);
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('does not move the focus to a problem that is read later', async () => {
    const { receive, store, focus } = await page();
    receive({ ...message(0, 20), header: reading, reset: true, complete: false });
    expect(store.selected.value).toBe(0);
    vi.stubGlobal('document', { activeElement: { closest: () => true } });
    receive({ ...message(20, 40, { 30: { status: 'error' } }), header: read });
    vi.advanceTimersByTime(1000);
    expect([store.selected.value, focus.mock.calls.length]).toEqual([0, 0]);
  });
});

describe('sorted rows', () => {
  const tokens = (tokensIn: number): Partial<SpanRow> => ({ tokensIn });
  const rows = message(0, 4, { 1: tokens(10), 2: tokens(30), 3: tokens(20) });
  const order = (store: typeof import('./store.ts')) => {
    const { tree, length } = store.outline.value;
    return [...tree.ids.subarray(0, length)];
  };

  it('replace the tree, are sorted again as a live run continues, and are a tree again after a reset', async () => {
    const { receive } = await import('./receive.ts');
    const store = await import('./store.ts');
    const { toggleSorting } = await import('./sorting.ts');
    packer = new RowPacker();
    receive(message(0, 4, { 1: tokens(10), 2: tokens(30), 3: tokens(20) }));
    toggleSorting('tokens');
    expect(order(store)).toEqual([2, 3, 1]);
    expect(store.announcement.value).toBe('Sorted by tokens, largest first');
    receive(message(4, 5, { 4: tokens(25) }));
    vi.advanceTimersByTime(1000);
    expect(order(store)).toEqual([2, 4, 3, 1]);
    toggleSorting('tokens');
    expect(order(store)).toEqual([1, 3, 4, 2]);
    toggleSorting('tokens');
    expect(order(store)).toEqual([0, 1, 2, 3, 4]);
  });

  it('end when a row is selected that the list leaves out, or when rows are folded', async () => {
    const { receive } = await import('./receive.ts');
    const store = await import('./store.ts');
    const { setSorting } = await import('./sorting.ts');
    const { foldAll, select } = await import('./actions.ts');
    receive(rows);
    setSorting({ key: 'tokens', descending: true });
    select(3);
    expect(store.sorting.value).toBeDefined();
    select(0);
    expect(store.sorting.value).toBeUndefined();
    setSorting({ key: 'tokens', descending: true });
    foldAll();
    expect(store.sorting.value).toBeUndefined();
  });

  it('have shares of the context window, or of the largest request if it is unknown', async () => {
    const { receive } = await import('./receive.ts');
    const store = await import('./store.ts');
    receive(rows);
    expect([store.contextBasis.value, store.isContextKnown.value]).toEqual([30, false]);
    receive({ ...message(4, 5), header: { ...header, contextWindow: 200 } });
    vi.advanceTimersByTime(1000);
    expect([store.contextBasis.value, store.isContextKnown.value]).toEqual([200, true]);
  });
});
