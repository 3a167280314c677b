import { describe, expect, it } from 'vitest';
import { RowPacker, type RowRest } from '../columns.ts';
import type { SpanRow } from '../row.ts';
import { Activity } from './activity.ts';
import { barOf, endOf, labelSide } from './bars.ts';
import { type Chip, type Filter, matcher, NO_FILTER } from './filter.ts';
import { Finder, mergeSorted, nextHit, splitAtHits } from './find.ts';
import { count, dollars, duration, formatTick, plural, shortDollars } from './format.ts';
import { treeKey } from './keys.ts';
import { MinimapPainter } from './minimap.ts';
import { Outline } from './outline.ts';
import { Table } from './table.ts';
import { Tally } from './tally.ts';
import { FULL_ZOOM, fromX, ticksOf, timeScale, toTime, toUnit, toX, zoomBy } from './time-scale.ts';
import { ROW_HEIGHT, restingScrollTop, scrollTopToShow, visibleRange } from './visible-rows.ts';

type PartialRow = Partial<SpanRow> & Pick<SpanRow, 'kind'>;

function rowsOf(...partialRows: readonly PartialRow[]): SpanRow[] {
  const base = { parent: -1, icon: 'tool', status: 'ok', verb: '', name: '', start: 0, end: 0 } as const;
  return partialRows.map((row, id) => ({ ...base, seq: id + 1, ...row, id }));
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

const packer = () => new RowPacker();
/** Packs rows as the host does. */
const pack = (rows: readonly SpanRow[], usedPacker = packer()) =>
  usedPacker.pack(rows, ({ id, waits, guard, cause }) => ({ id, waits, guard, cause }) as RowRest);

function tableOf(rows: readonly SpanRow[]): Table {
  const table = new Table();
  table.apply(pack(rows));
  return table;
}

function layOut(rows: readonly SpanRow[], collapsed = none, filter: Filter = NO_FILTER): Outline {
  const table = tableOf(rows);
  const tree = new Outline(table);
  tree.layOut(collapsed, matcher(filter, table));
  return tree;
}
const idsOf = (tree: Outline) => [...tree.ids.subarray(0, tree.length)];
const kinds = (...of: readonly Chip[]): Filter => ({ ...NO_FILTER, kinds: new Set(of) });

function activityOf(rows: readonly SpanRow[], now: number) {
  const activity = new Activity(tableOf(rows));
  for (const row of rows) activity.update(row.id);
  return activity.snapshot(now);
}

describe('the outline', () => {
  it('places children under their parents, with level and position among siblings', () => {
    const tree = layOut(TREE);
    expect(idsOf(tree)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([...tableOf(TREE).levels.subarray(0, 7)]).toEqual([1, 2, 3, 4, 5, 2, 3]);
    expect([tree.position[5], tree.siblings(5), tree.isParent(6), tree.isParent(5)]).toEqual([2, 2, false, true]);
  });

  it('inserts late children of an earlier parent after their siblings', () => {
    const rows = rowsOf(
      { kind: 'agent' },
      { kind: 'tool', parent: 0 },
      { kind: 'tool', parent: 0 },
      { kind: 'guard', parent: 1 },
    );
    expect(idsOf(layOut(rows))).toEqual([0, 1, 3, 2]);
  });

  it('hides the children of collapsed rows', () => {
    expect(idsOf(layOut(TREE, new Set([1, 5])))).toEqual([0, 1, 5]);
  });

  it('filters by kind and keeps the ancestors of matching rows', () => {
    expect(idsOf(layOut(TREE, none, kinds('scripts')))).toEqual([0, 5, 6]);
    expect(idsOf(layOut(TREE, none, kinds('guards', 'scripts')))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('filters by status, agent, tool and skill, with "or" within a group and "and" between groups', () => {
    const rows = rowsOf(
      { kind: 'agent', agent: 'a' },
      { kind: 'tool', parent: 0, agent: 'a', tool: 'read', status: 'miss' },
      { kind: 'tool', parent: 0, agent: 'a', tool: 'write', skill: 's' },
      { kind: 'tool', parent: 0, agent: 'b', tool: 'read' },
    );
    const filteredIds = (filter: Partial<Filter>, names: Partial<Filter['names']> = {}) =>
      idsOf(layOut(rows, none, { ...NO_FILTER, ...filter, names: { ...NO_FILTER.names, ...names } }));
    expect(filteredIds({ statuses: new Set(['miss', 'error']) })).toEqual([0, 1]);
    expect(filteredIds({}, { tool: new Set(['read']) })).toEqual([0, 1, 3]);
    expect(filteredIds({}, { tool: new Set(['read']), agent: new Set(['b']) })).toEqual([0, 3]);
    expect(filteredIds({}, { skill: new Set(['s', 'of another run']) })).toEqual([0, 2]);
    expect(filteredIds({}, { skill: new Set(['of another run']) })).toEqual([]);
  });

  it('treats rows with invalid parents as roots', () => {
    const rows = rowsOf({ kind: 'agent', parent: 5 }, { kind: 'tool', parent: 1 }, { kind: 'tool', parent: -7 });
    expect(idsOf(layOut(rows))).toEqual([0, 1, 2]);
  });

  it('appending rows one by one gives the same tree as a full layout', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 60; round++) {
      const partialRows = Array.from(
        { length: 40 },
        (_, id): PartialRow => ({
          kind: (['agent', 'tool', 'script', 'guard'] as const)[random(4)] ?? 'tool',
          parent: random(id + 1) - 1,
        }),
      );
      const rows = rowsOf(...partialRows);
      const collapsed = new Set([random(40), random(40)]);
      const filter = round % 3 === 0 ? kinds('scripts', 'guards') : NO_FILTER;
      const table = new Table();
      const rowPacker = packer();
      const tree = new Outline(table);
      tree.layOut(collapsed, matcher(filter, table));
      for (let from = 0; from < 40; from += 3) {
        table.apply(pack(rows.slice(from, from + 3), rowPacker));
        if (!tree.append()) tree.layOut(collapsed, matcher(filter, table));
      }
      const complete = layOut(rows, collapsed, filter);
      expect(idsOf(tree)).toEqual(idsOf(complete));
      for (const id of idsOf(tree))
        expect([tree.visibleIndex(id), tree.position[id], tree.siblings(id), tree.isParent(id)]).toEqual([
          complete.visibleIndex(id),
          complete.position[id],
          complete.siblings(id),
          complete.isParent(id),
        ]);
    }
  });
});

it('the table returns rows with the fields of their columns', () => {
  const [row] = rowsOf({ kind: 'model', tokensIn: 3, tokensOut: 0, tokensAdded: 4, costUsd: 0.5 });
  expect(tableOf(row === undefined ? [] : [row]).row(0)).toEqual(row);
});

describe('the counts', () => {
  it('are updated as rows arrive and change', () => {
    const table = new Table();
    const tally = new Tally(table);
    const rowPacker = packer();
    const update = (...rows: readonly SpanRow[]) => {
      table.apply(pack(rows, rowPacker));
      for (const row of rows) tally.update(row.id);
    };
    update(...TREE);
    expect([tally.steps, tally.problems, tally.guards]).toEqual([6, [2, 3], [3]]);
    expect(tally.evidence.get(2)).toBe(3);
    expect(tally.chips).toEqual({ llm: 2, skills: 1, tools: 0, scripts: 1, guards: 1 });
    update({ ...TREE[6]!, status: 'error' }, { ...TREE[2]!, status: 'ok' });
    expect(tally.problems).toEqual([3, 6]);
    expect(tally.statuses.get('error')).toBe(2);
    expect(tally.steps).toBe(6);
  });

  it('are kept by kind of problem and by prompt, and changes in order', () => {
    const table = new Table();
    const tally = new Tally(table);
    const rowPacker = packer();
    const update = (...rows: readonly SpanRow[]) => {
      table.apply(rowPacker.pack(rows, ({ id, change }) => (change === undefined ? undefined : { id, change })));
      for (const row of rows) tally.update(row.id);
    };
    const change = { added: 1, removed: 0 };
    const rows = rowsOf(
      { kind: 'agent' },
      { kind: 'model', parent: 0 },
      { kind: 'tool', parent: 1, status: 'error' },
      { kind: 'tool', parent: 1, status: 'miss' },
      { kind: 'agent' },
      { kind: 'model', parent: 4 },
      { kind: 'tool', parent: 5, change },
      // A late row of the first prompt.
      { kind: 'tool', parent: 1, status: 'error', change },
    );
    update(...rows);
    expect(tally.allProblems).toEqual({ failed: 2, missed: 1, denied: 0, guard: 0, other: 0 });
    expect(tally.problemsByRoot.get(0)).toEqual(tally.allProblems);
    expect([tally.problemsByRoot.get(4), tally.changes]).toEqual([undefined, [6, 7]]);
    const { change: _, ...failed } = { ...rows[6]!, status: 'error' as const };
    update({ ...rows[3]!, status: 'error' }, failed);
    expect(tally.problemsByRoot.get(0)).toMatchObject({ failed: 3, missed: 0 });
    expect([tally.problemsByRoot.get(4)?.failed, tally.problems, tally.changes]).toEqual([1, [2, 3, 6, 7], [7]]);
    tally.clear();
    expect([tally.allProblems.failed, tally.problemsByRoot.size, tally.changes]).toEqual([0, 0, []]);
  });

  it('report whether the cost of some row is known', () => {
    const table = tableOf(rowsOf({ kind: 'agent' }, { kind: 'model', parent: 0, costUsd: 0 }));
    const tally = new Tally(table);
    tally.update(0);
    expect(tally.hasCosts).toBe(false);
    tally.update(1);
    expect(tally.hasCosts).toBe(true);
    tally.clear();
    expect(tally.hasCosts).toBe(false);
  });
});

describe('activity and gaps', () => {
  it('counts an approval as a gap, not as work', () => {
    const activity = activityOf(TREE, 10_000);
    expect(activity.gaps()).toEqual([{ from: 2000, to: 9000, waiting: false }]);
    expect(activity.working()).toBe(3000);
  });

  it('does not count a short wait as work unless something else ran', () => {
    const call = { kind: 'script', start: 100, end: 1000, waits: [[200, 900]] } as const;
    const approval = { kind: 'approval', start: 200, end: 900, waits: [[200, 900]] } as const;
    expect(activityOf(rowsOf(call, approval), 1000).working()).toBe(300);
    const concurrent = { kind: 'tool', start: 300, end: 500 } as const;
    expect(activityOf(rowsOf(call, approval, concurrent), 1000).working()).toBe(500);
  });

  it('counts a stop in the debugger as a wait', () => {
    const call = { kind: 'tool', start: 100, end: 7501, waits: [[100, 7500]] } as const;
    const stop = { kind: 'note', start: 100, end: 7500, waits: [[100, 7500]] } as const;
    const activity = activityOf(rowsOf({ kind: 'model', start: 0, end: 100 }, call, stop), 7501);
    expect([activity.working(), activity.waited()]).toEqual([101, 7400]);
  });

  it('counts open rows up to now, and once after they end', () => {
    const { end: _end, ...open } = rowsOf({ kind: 'model' })[0]!;
    const table = tableOf([open]);
    const activity = new Activity(table);
    activity.update(0);
    expect(activity.snapshot(5000).gaps()).toEqual([]);
    table.apply(pack([{ ...open, end: 700 }]));
    activity.update(0);
    expect(activity.snapshot(5000).gaps()).toEqual([{ from: 700, to: 5000, waiting: false }]);
    expect(activity.snapshot(5000).busy).toEqual([[0, 700]]);
  });

  it('counts a finished row that changes with its last end, whatever came before', () => {
    const call = { kind: 'tool', start: 0 } as const;
    const other = { kind: 'tool', start: 20, end: 9000, waits: [[30, 8000]] } as const;
    const states = [rowsOf({ ...call, end: 100 }, other), rowsOf({ ...call, end: 5000 }, other)] as const;
    for (const ends of [states, states.toReversed()]) {
      const last = activityOf(ends[1]!, 9000);
      const table = tableOf(ends[0]!);
      const activity = new Activity(table);
      for (const { id } of ends[0]!) activity.update(id);
      activity.snapshot(9000);
      table.apply(pack([ends[1]![0]!]));
      activity.update(0);
      expect(activity.snapshot(9000)).toEqual(last);
    }
  });

  it('counts a finished row that continues as open again', () => {
    const [row] = rowsOf({ kind: 'tool', start: 0, end: 100 });
    const { end: _end, ...open } = row!;
    const table = tableOf([row!]);
    const activity = new Activity(table);
    activity.update(0);
    table.apply(pack([open]));
    activity.update(0);
    expect(activity.snapshot(9000).busy).toEqual(activityOf([open], 9000).busy);
    table.apply(pack([{ ...open, end: 5000 }]));
    activity.update(0);
    expect(activity.snapshot(9000).gaps()).toEqual([{ from: 5000, to: 9000, waiting: false }]);
  });

  it('merges overlapping intervals in any order', () => {
    const bar = (start: number, end: number) => ({ kind: 'tool', start, end }) as const;
    expect(activityOf(rowsOf(bar(50, 60), bar(0, 10), bar(20, 30), bar(5, 25)), 60).busy).toEqual([
      [0, 30],
      [50, 60],
    ]);
  });
});

describe('the time scale', () => {
  const scale = timeScale(10_000, activityOf(TREE, 10_000).gaps(), true);

  it('squeezes a gap to a fraction of the work and is strictly increasing', () => {
    const gap = toUnit(scale, 9000) - toUnit(scale, 2000);
    expect(gap).toBeGreaterThan(0.08);
    expect(gap).toBeLessThan(0.15);
    for (let time = 0; time < 10_000; time += 100)
      expect(toUnit(scale, time + 100)).toBeGreaterThan(toUnit(scale, time));
  });

  it('maps times to units and back', () => {
    for (const time of [0, 500, 1999, 4000, 9500, 10_000])
      expect(toTime(scale, toUnit(scale, time))).toBeCloseTo(time, 3);
    expect(fromX(scale, FULL_ZOOM, 500, toX(scale, FULL_ZOOM, 500, 1234))).toBeCloseTo(1234, 3);
  });

  it('never draws a short gap wider than its length', () => {
    const wide = timeScale(100_000, [{ from: 0, to: 2100, waiting: false }], true);
    expect(toUnit(wide, 2100)).toBeCloseTo(0.021, 5);
  });

  it('leaves room for the work between many gaps', () => {
    const gaps = Array.from({ length: 200 }, (_, at) => ({ from: at * 5000, to: at * 5000 + 4990, waiting: false }));
    const many = timeScale(1_000_000, gaps, true);
    const idle = gaps.reduce((sum, gap) => sum + toUnit(many, gap.to) - toUnit(many, gap.from), 0);
    expect(idle).toBeLessThan(0.4);
  });

  it('supports an empty run', () => {
    expect(toUnit(timeScale(0, [], true), 0)).toBe(0);
    expect(ticksOf(timeScale(0, [], true), FULL_ZOOM, 500).length).toBeGreaterThan(0);
  });

  it('puts ticks at round times, apart from each other and outside squeezed gaps', () => {
    const ticks = ticksOf(scale, FULL_ZOOM, 600);
    expect(ticks.map((one) => one.time)).not.toContain(5000);
    expect(ticks.every((one) => one.time % 500 === 0)).toBe(true);
    for (const [index, one] of ticks.entries()) if (index > 0) expect(one.x - ticks[index - 1]!.x).toBeGreaterThan(40);
  });

  it('zooms around a fixed point', () => {
    const zoom = zoomBy(FULL_ZOOM, 4, 0.5);
    expect(zoom).toEqual({ from: 0.375, to: 0.625 });
    expect(zoomBy(zoom, 0.001, 0.5)).toEqual(FULL_ZOOM);
    expect(zoomBy({ from: 0, to: 0.5 }, 2, 0)).toEqual({ from: 0, to: 0.25 });
  });
});

describe('bars', () => {
  it('end with the row, or at the current time, but never before their start', () => {
    expect(endOf({ start: 40, end: 50 }, 200)).toBe(50);
    expect(endOf({ start: 40 }, 200)).toBe(200);
    expect(endOf({ start: 240 }, 200)).toBe(240);
  });

  const scale = timeScale(10_000, [], false);

  it('have separate segments for work and waiting', () => {
    const bar = barOf(TREE[6]!, scale, FULL_ZOOM, 1000, 10_000);
    expect(bar.segments.map((part) => [part.kind, part.x, part.width])).toEqual([
      ['wait', 200, 700],
      ['work', 900, 100],
    ]);
  });

  it('show held time before the start', () => {
    const [{ end: _, ...script } = TREE[0]!] = rowsOf({ kind: 'script' });
    const bar = (row: Partial<SpanRow>) =>
      barOf({ ...script, ...row }, timeScale(1000, [], false), FULL_ZOOM, 100, 1000).segments.map(
        ({ kind, x, width, open }) => [kind, Math.round(x), Math.round(width), open],
      );
    expect(bar({ heldUntil: null })).toEqual([['held', 0, 100, true]]);
    expect(bar({ heldUntil: null, waits: [[400, null]] })).toEqual([
      ['held', 0, 40, false],
      ['wait', 40, 60, true],
    ]);
    expect(bar({ heldUntil: 700, waits: [[400, 600]], end: 1000 })).toEqual([
      ['held', 0, 40, false],
      ['wait', 40, 20, false],
      ['held', 60, 10, false],
      ['work', 70, 30, false],
    ]);
    expect(bar({ heldUntil: 500, end: 500 })).toEqual([['held', 0, 50, false]]);
  });

  it('are at least 3 px wide, and only a chevron outside the zoom', () => {
    const moment = rowsOf({ kind: 'tool', start: 5000, end: 5001 })[0]!;
    expect(barOf(moment, scale, FULL_ZOOM, 1000, 0).segments[0]?.width).toBe(3);
    expect(barOf(moment, scale, { from: 0.8, to: 1 }, 1000, 0)).toMatchObject({ segments: [], outside: 'left' });
    expect(barOf(moment, scale, { from: 0, to: 0.2 }, 1000, 0).outside).toBe('right');
  });

  it('have their label to the right, else to the left, else inside, else none', () => {
    const bar = (from: number, to: number) => ({ segments: [], from, to });
    expect(labelSide(bar(0, 100), 500, 80)).toBe('right');
    expect(labelSide(bar(400, 480), 500, 80)).toBe('left');
    expect(labelSide(bar(10, 490), 500, 80)).toBe('inside');
    expect(labelSide(bar(10, 60), 70, 80)).toBe('none');
  });
});

describe('the visible range', () => {
  it('contains the rows in view and a few more, for any number of rows', () => {
    const { from, to } = visibleRange(1_000_000, 500_000 * ROW_HEIGHT, 600);
    expect(from).toBeLessThanOrEqual(500_000);
    expect(to - from).toBeLessThan(45);
    expect(visibleRange(3, 0, 600)).toEqual({ from: 0, to: 3 });
    expect(visibleRange(0, 900, 600)).toEqual({ from: 0, to: 0 });
  });

  it('rests at the end if the selected row is in view there, else at the selected row', () => {
    expect(restingScrollTop(0, 8, 10 * ROW_HEIGHT)).toBe(0);
    expect(restingScrollTop(12, 20, 10 * ROW_HEIGHT)).toBe(10 * ROW_HEIGHT);
    expect(restingScrollTop(10, 20, 10 * ROW_HEIGHT)).toBe(10 * ROW_HEIGHT);
    expect(restingScrollTop(9, 20, 10 * ROW_HEIGHT)).toBe(6 * ROW_HEIGHT);
    expect(restingScrollTop(40, 500, 10 * ROW_HEIGHT)).toBe(37 * ROW_HEIGHT);
    expect(restingScrollTop(1, 500, 10 * ROW_HEIGHT)).toBe(0);
    expect(restingScrollTop(-1, 20, 10 * ROW_HEIGHT)).toBe(10 * ROW_HEIGHT);
  });

  it('scrolls by the smallest distance', () => {
    expect(scrollTopToShow(10, 0, 600)).toBe(0);
    expect(scrollTopToShow(40, 0, 600)).toBe(41 * ROW_HEIGHT - 600);
    expect(scrollTopToShow(2, 400, 600)).toBe(2 * ROW_HEIGHT);
  });
});

describe('the keyboard', () => {
  const press = (key: string, active: number, collapsed = none, shift = false, ctrl = false) =>
    treeKey(
      { key, shift, ctrl },
      {
        table: tableOf(TREE),
        outline: layOut(TREE, collapsed),
        collapsed,
        repeated: new Map([[5, 2]]),
        active,
        page: 3,
      },
    );

  it('moves as in a VS Code tree', () => {
    expect(press('ArrowDown', 2)).toEqual({ kind: 'select', id: 3 });
    expect(press('ArrowUp', 0)).toEqual({ kind: 'select', id: 0 });
    expect(press('End', 0)).toEqual({ kind: 'select', id: 6 });
    expect(press('PageDown', 1)).toEqual({ kind: 'select', id: 3 });
    expect(press('ArrowDown', 1, new Set([1]))).toEqual({ kind: 'select', id: 5 });
  });

  it('collapses and expands rows, and moves to the parent and the first child', () => {
    expect(press('ArrowLeft', 1)).toEqual({ kind: 'fold', id: 1, open: false });
    expect(press('ArrowLeft', 6)).toEqual({ kind: 'select', id: 5 });
    expect(press('ArrowRight', 1, new Set([1]))).toEqual({ kind: 'fold', id: 1, open: true });
    expect(press('ArrowRight', 1)).toEqual({ kind: 'select', id: 2 });
    expect(press('ArrowRight', 6)).toBeUndefined();
    expect(press('ArrowRight', 5)).toEqual({ kind: 'unfoldRepeats', id: 5 });
  });

  it('handles problem, source, find and zoom keys, and ignores others', () => {
    expect(press('F8', 0, none, true)).toEqual({ kind: 'problem', step: -1 });
    expect(press('Enter', 3)).toEqual({ kind: 'source', id: 3 });
    expect(press('Enter', 3, none, true)).toEqual({ kind: 'naming', id: 3 });
    expect(press('E', 0, none, true)).toEqual({ kind: 'evidence', step: -1 });
    expect(press('d', 0)).toEqual({ kind: 'details' });
    expect(press('g', 0)).toEqual({ kind: 'change', step: 1 });
    expect(press('G', 0, none, true)).toEqual({ kind: 'change', step: -1 });
    expect(press('v', 0)).toEqual({ kind: 'zoomToRows' });
    expect(press('f', 0, none, false, true)).toEqual({ kind: 'find' });
    expect(press('ArrowLeft', 3, none, false, true)).toEqual({ kind: 'foldAll' });
    expect(press(']', 3)).toEqual({ kind: 'pan', by: 0.25 });
    expect(press('0', 0)).toEqual({ kind: 'zoom', to: 'whole' });
    expect(press('c', 0, none, false, true)).toBeUndefined();
  });
});

describe('find', () => {
  it('matches names and quoted words, ignoring case', () => {
    const finder = new Finder(tableOf(TREE));
    expect(finder.find('GUIDE')).toEqual([2, 4]);
    expect(finder.find('  ')).toEqual([]);
  });

  it('matches across the columns of a row', () => {
    const finder = new Finder(tableOf(rowsOf({ kind: 'skill', verb: 'load_skill', name: 'writer', code: 'X' })));
    expect(finder.find('skill writer')).toEqual([0]);
    expect(finder.find('writer skill')).toEqual([]);
  });

  it('adds the rows found by the host', () => {
    expect(mergeSorted([1, 4, 9], Int32Array.of(0, 4, 10))).toEqual([0, 1, 4, 9, 10]);
  });

  it('splits a text at every hit', () => {
    expect(splitAtHits('user_guide to guides', 'guide')).toEqual(['user_', 'guide', ' to ', 'guide', 's']);
    expect(splitAtHits('İstanbul', 'b')).toEqual(['İstanbul']);
  });

  it('wraps around', () => {
    expect(nextHit([2, 4], 4, 1)).toBe(2);
    expect(nextHit([2, 4], 0, -1)).toBe(4);
    expect(nextHit([], 0, 1)).toBeUndefined();
  });
});

it('the minimap has paths per kind, not per row, and shows the guard', () => {
  const scale = timeScale(10_000, [], false);
  const agent = rowsOf({ kind: 'agent', start: 0, end: 0 });
  const many = Array.from({ length: 20_000 }, (_, id) => ({ ...TREE[1]!, id: id + 1, start: id / 2, end: id / 2 + 1 }));
  const painter = new MinimapPainter(tableOf([...agent, ...many]));
  expect(painter.paint(scale, 500, [], 10_000).paths.model).toBe('M0 11h500v6h-500z');
  expect(new MinimapPainter(tableOf(TREE)).paint(scale, 500, [], 10_000).guards).toEqual([55]);
});

it('the minimap paints changed rows over existing ones', () => {
  const scale = timeScale(10_000, [], false);
  const table = tableOf(TREE);
  const painter = new MinimapPainter(table);
  painter.paint(scale, 500, [], 10_000);
  table.apply(pack([{ ...TREE[5]!, status: 'error' }]));
  expect(painter.paint(scale, 500, [5], 10_000).paths).toEqual(
    new MinimapPainter(table).paint(scale, 500, [], 10_000).paths,
  );
});

it('formats figures', () => {
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
  expect([0, 0.00002, 0.0031, 0.042, 12.5].map(dollars)).toEqual([
    '$0',
    'below $0.0001',
    '$0.0031',
    '$0.042',
    '$12.50',
  ]);
  expect([0, 0.00002, 0.042].map(shortDollars)).toEqual(['$0', '<$0.0001', '$0.042']);
  expect([formatTick(0), formatTick(2500), formatTick(40, 20), formatTick(200_000)]).toEqual([
    '0',
    '2.5 s',
    '40 ms',
    '3:20',
  ]);
});
