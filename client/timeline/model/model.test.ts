import { describe, expect, it } from 'vitest';
import type { SpanRow } from '../protocol.ts';
import { activityOf, gapsOf, workingTime } from './activity.ts';
import { barOf, labelSide } from './bars.ts';
import { find, splitAtHits, stepHit } from './find.ts';
import { count, duration, plural, tick } from './format.ts';
import { treeKey } from './keys.ts';
import { minimapOf } from './minimap.ts';
import { type Chip, isProblem, outlineOf } from './outline.ts';
import { atX, ticksOf, timeScale, toTime, toUnit, toX, WHOLE, zoomBy } from './time-scale.ts';
import { ROW, scrollTo, windowOf } from './window.ts';

type Some = Partial<SpanRow> & Pick<SpanRow, 'kind'>;

function rowsOf(...some: readonly Some[]): SpanRow[] {
  const base = { parent: -1, icon: 'tool', status: 'ok', verb: '', name: '', start: 0, end: 0 } as const;
  return some.map((row, id) => ({ ...base, seq: id + 1, ...row, id }));
}

/** agent > turn 1 > (tool, guard > cause), turn 2 > script. */
const TREE = rowsOf(
  { kind: 'agent', name: 'writer', end: 10_000 },
  { kind: 'model', name: 'turn 1', parent: 0, end: 1000 },
  { kind: 'skill', name: 'user_guide.md', parent: 1, start: 1000, end: 1100, status: 'miss' },
  {
    kind: 'guard',
    name: 'Guard',
    parent: 2,
    start: 1100,
    end: 1100,
    status: 'error',
    guard: { rule: 'r', verdict: 'fatal', count: 2, threshold: 2, evidence: [2] },
  },
  { kind: 'cause', name: 'Cause', parent: 3, cause: { place: 'SKILL.md:14', text: 'the user guide' } },
  { kind: 'model', name: 'turn 2', parent: 0, start: 1200, end: 2000 },
  { kind: 'script', name: 'count.py', parent: 5, start: 2000, end: 10_000, waits: [[2000, 9000]] },
);
const none: ReadonlySet<number> = new Set();
const all: ReadonlySet<Chip> = new Set();

describe('the outline', () => {
  it('draws children under their parents, with level and place among siblings', () => {
    const { ids, level, position, siblings, parents } = outlineOf(TREE, none, all);
    expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([...level]).toEqual([1, 2, 3, 4, 5, 2, 3]);
    expect([position[5], siblings[5], parents[6]]).toEqual([2, 2, 0]);
  });

  it('draws late children of an early parent where they belong', () => {
    const rows = rowsOf(
      { kind: 'agent' },
      { kind: 'tool', parent: 0 },
      { kind: 'tool', parent: 0 },
      { kind: 'guard', parent: 1 },
    );
    expect(outlineOf(rows, none, all).ids).toEqual([0, 1, 3, 2]);
  });

  it('folds', () => {
    expect(outlineOf(TREE, new Set([1, 5]), all).ids).toEqual([0, 1, 5]);
  });

  it('filters by kind and keeps what the rows stand under', () => {
    expect(outlineOf(TREE, none, new Set<Chip>(['scripts'])).ids).toEqual([0, 5, 6]);
    expect(outlineOf(TREE, none, new Set<Chip>(['guards', 'scripts'])).ids).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('survives parents that make no sense', () => {
    const rows = rowsOf({ kind: 'agent', parent: 5 }, { kind: 'tool', parent: 1 }, { kind: 'tool', parent: -7 });
    expect(outlineOf(rows, none, all).ids).toEqual([0, 1, 2]);
  });

  it('knows what F8 stops at', () => {
    expect(TREE.filter(isProblem).map((row) => row.id)).toEqual([2, 3]);
  });
});

describe('activity and gaps', () => {
  const activity = activityOf(TREE, 10_000);

  it('an approval is a gap, and no work', () => {
    expect(gapsOf(activity, 10_000)).toEqual([{ from: 2000, to: 9000, waiting: false }]);
    expect(workingTime(activity, 10_000)).toBe(3000);
  });

  it('a wait too short to be a gap is no work either, unless something else ran', () => {
    const call = { kind: 'script', start: 100, end: 1000, waits: [[200, 900]] } as const;
    const asked = { kind: 'approval', start: 200, end: 900, waits: [[200, 900]] } as const;
    expect(workingTime(activityOf(rowsOf(call, asked), 1000), 1000)).toBe(300);
    const beside = { kind: 'tool', start: 300, end: 500 } as const;
    expect(workingTime(activityOf(rowsOf(call, asked, beside), 1000), 1000)).toBe(500);
  });

  it('what is still open reaches to now', () => {
    const { end: _end, ...open } = rowsOf({ kind: 'model' })[0]!;
    expect(activityOf([open], 700).busy).toEqual([[0, 700]]);
  });
});

describe('the time scale', () => {
  const scale = timeScale(10_000, gapsOf(activityOf(TREE, 10_000), 10_000), true);

  it('squeezes a gap to a share of the work, and rises everywhere', () => {
    const gap = toUnit(scale, 9000) - toUnit(scale, 2000);
    expect(gap).toBeGreaterThan(0.08);
    expect(gap).toBeLessThan(0.15);
    for (let time = 0; time < 10_000; time += 100)
      expect(toUnit(scale, time + 100)).toBeGreaterThan(toUnit(scale, time));
  });

  it('goes there and back', () => {
    for (const time of [0, 500, 1999, 4000, 9500, 10_000])
      expect(toTime(scale, toUnit(scale, time))).toBeCloseTo(time, 3);
    expect(atX(scale, WHOLE, 500, toX(scale, WHOLE, 500, 1234))).toBeCloseTo(1234, 3);
  });

  it('a short gap is never drawn wider than it is', () => {
    const wide = timeScale(100_000, [{ from: 0, to: 2100, waiting: false }], true);
    expect(toUnit(wide, 2100)).toBeCloseTo(0.021, 5);
  });

  it('many gaps leave room for the work', () => {
    const gaps = Array.from({ length: 200 }, (_, at) => ({ from: at * 5000, to: at * 5000 + 4990, waiting: false }));
    const many = timeScale(1_000_000, gaps, true);
    const idle = gaps.reduce((sum, gap) => sum + toUnit(many, gap.to) - toUnit(many, gap.from), 0);
    expect(idle).toBeLessThan(0.4);
  });

  it('an empty run has a scale', () => {
    expect(toUnit(timeScale(0, [], true), 0)).toBe(0);
    expect(ticksOf(timeScale(0, [], true), WHOLE, 500).length).toBeGreaterThan(0);
  });

  it('ticks are round, apart, and not inside a squeezed gap', () => {
    const ticks = ticksOf(scale, WHOLE, 600);
    expect(ticks.map((one) => one.time)).not.toContain(5000);
    expect(ticks.every((one) => one.time % 500 === 0)).toBe(true);
    for (const [place, one] of ticks.entries()) if (place > 0) expect(one.x - ticks[place - 1]!.x).toBeGreaterThan(40);
  });

  it('zooms about a place that stays', () => {
    const zoom = zoomBy(WHOLE, 4, 0.5);
    expect(zoom).toEqual({ from: 0.375, to: 0.625 });
    expect(zoomBy(zoom, 0.001, 0.5)).toEqual(WHOLE);
    expect(zoomBy({ from: 0, to: 0.5 }, 2, 0)).toEqual({ from: 0, to: 0.25 });
  });
});

describe('bars', () => {
  const scale = timeScale(10_000, [], false);

  it('have a part for work and a part for waiting', () => {
    const bar = barOf(TREE[6]!, scale, WHOLE, 1000, 10_000);
    expect(bar.segments.map((part) => [part.look, part.x, part.width])).toEqual([
      ['wait', 200, 700],
      ['work', 900, 100],
    ]);
  });

  it('are at least 3 px wide, and only a chevron outside of the zoom', () => {
    const moment = rowsOf({ kind: 'tool', start: 5000, end: 5001 })[0]!;
    expect(barOf(moment, scale, WHOLE, 1000, 0).segments[0]?.width).toBe(3);
    expect(barOf(moment, scale, { from: 0.8, to: 1 }, 1000, 0)).toMatchObject({ segments: [], outside: 'left' });
    expect(barOf(moment, scale, { from: 0, to: 0.2 }, 1000, 0).outside).toBe('right');
  });

  it('have their label right, else left, else inside, else not', () => {
    const bar = (from: number, to: number) => ({ segments: [], from, to });
    expect(labelSide(bar(0, 100), 500, 80)).toBe('right');
    expect(labelSide(bar(400, 480), 500, 80)).toBe('left');
    expect(labelSide(bar(10, 490), 500, 80)).toBe('inside');
    expect(labelSide(bar(10, 60), 70, 80)).toBe('none');
  });
});

describe('the window', () => {
  it('holds the rows in sight and a few more, however many there are', () => {
    const { from, to } = windowOf(1_000_000, 500_000 * ROW, 600);
    expect(from).toBeLessThanOrEqual(500_000);
    expect(to - from).toBeLessThan(45);
    expect(windowOf(3, 0, 600)).toEqual({ from: 0, to: 3 });
    expect(windowOf(0, 900, 600)).toEqual({ from: 0, to: 0 });
  });

  it('scrolls as little as it must', () => {
    expect(scrollTo(10, 0, 600)).toBe(0);
    expect(scrollTo(40, 0, 600)).toBe(41 * ROW - 600);
    expect(scrollTo(2, 400, 600)).toBe(2 * ROW);
  });
});

describe('the keyboard', () => {
  const press = (key: string, active: number, collapsed = none, shift = false, ctrl = false) =>
    treeKey({ key, shift, ctrl }, { rows: TREE, outline: outlineOf(TREE, collapsed, all), collapsed, active, page: 3 });

  it('moves as in a tree', () => {
    expect(press('ArrowDown', 2)).toEqual({ kind: 'select', id: 3 });
    expect(press('ArrowUp', 0)).toEqual({ kind: 'select', id: 0 });
    expect(press('End', 0)).toEqual({ kind: 'select', id: 6 });
    expect(press('PageDown', 1)).toEqual({ kind: 'select', id: 3 });
    expect(press('ArrowDown', 1, new Set([1]))).toEqual({ kind: 'select', id: 5 });
  });

  it('folds, unfolds, goes to the parent and the first child', () => {
    expect(press('ArrowLeft', 1)).toEqual({ kind: 'fold', id: 1, open: false });
    expect(press('ArrowLeft', 6)).toEqual({ kind: 'select', id: 5 });
    expect(press('ArrowRight', 1, new Set([1]))).toEqual({ kind: 'fold', id: 1, open: true });
    expect(press('ArrowRight', 1)).toEqual({ kind: 'select', id: 2 });
    expect(press('ArrowRight', 6)).toBeUndefined();
  });

  it('goes to problems, source, find and zoom, and leaves all else alone', () => {
    expect(press('F8', 0, none, true)).toEqual({ kind: 'problem', step: -1 });
    expect(press('Enter', 3)).toEqual({ kind: 'source', id: 3 });
    expect(press('E', 0, none, true)).toEqual({ kind: 'evidence', step: -1 });
    expect(press('f', 0, none, false, true)).toEqual({ kind: 'find' });
    expect(press('0', 0)).toEqual({ kind: 'zoom', to: 'whole' });
    expect(press('c', 0, none, false, true)).toBeUndefined();
  });
});

describe('find', () => {
  it('looks at names and quoted words, whatever the case', () => {
    expect(find(TREE, 'GUIDE')).toEqual([2, 4]);
    expect(find(TREE, '  ')).toEqual([]);
  });

  it('marks every hit', () => {
    expect(splitAtHits('user_guide to guides', 'guide')).toEqual(['user_', 'guide', ' to ', 'guide', 's']);
    expect(splitAtHits('İstanbul', 'b')).toEqual(['İstanbul']);
  });

  it('steps around the end', () => {
    expect(stepHit([2, 4], 4, 1)).toBe(2);
    expect(stepHit([2, 4], 0, -1)).toBe(4);
    expect(stepHit([], 0, 1)).toBeUndefined();
  });
});

it('the minimap costs pixels, not rows, and shows the guard', () => {
  const scale = timeScale(10_000, [], false);
  const many = Array.from({ length: 20_000 }, (_, id) => ({ ...TREE[1]!, id, start: id / 2, end: id / 2 + 1 }));
  const levels = new Int32Array(20_000).fill(2);
  expect(minimapOf(many, levels, scale, 500, 10_000).paths).toEqual({ model: 'M0 11h500v6h-500z' });
  expect(minimapOf(TREE, new Int32Array([1, 2, 3, 4, 5, 2, 3]), scale, 500, 10_000).guards).toEqual([55]);
});

it('figures read as the timeline writes them', () => {
  expect([12.4, 99, 120, 1249, 119_000, 649_000].map(duration)).toEqual([
    '12 ms',
    '99 ms',
    '0.1 s',
    '1.2 s',
    '119.0 s',
    '10m 49s',
  ]);
  expect([count(23_688), count(999), plural(1, 'call'), plural(2, 'call')]).toEqual([
    '23,688',
    '999',
    '1 call',
    '2 calls',
  ]);
  expect([tick(0), tick(2500), tick(40, 20), tick(200_000)]).toEqual(['0', '2.5 s', '40 ms', '3:20']);
});
