/** The page's state: the run as the host sent it, and how it is looked at. */
import { computed, signal } from '@preact/signals';
import { Activity, type Gap } from '../model/activity.ts';
import { type Filter, matcher, NO_FILTER } from '../model/filter.ts';
import { Finder, union } from '../model/find.ts';
import { MinimapPainter } from '../model/minimap.ts';
import { Outline } from '../model/outline.ts';
import { Table } from '../model/table.ts';
import { Tally } from '../model/tally.ts';
import { type TimeScale, ticksOf, timeScale, WHOLE, type Zoom } from '../model/time-scale.ts';
import { ROW } from '../model/window.ts';
import type { Payload } from '../payload.ts';
import type { AppliedFix, EmptySkill, Fix } from '../protocol.ts';
import type { Lane, RunHeader, SpanRow } from '../row.ts';

export type Tab = 'summary' | 'messages' | 'data' | 'state' | 'raw';

/** All rows. They change in place, and so do the models over them; `version` tells that something did. */
export const table = new Table();
export const tally = new Tally(table);
export const version = signal(0);
/** As `version`, but in a live run a few times a second: for totals and all else that nobody reads sixty times in it. */
export const slow = signal(0);
export const activities = new Activity(table);
export const finder = new Finder(table);
const tree = new Outline(table);
const painter = new MinimapPainter(table);
/** What came since it was last looked at. */
export const came = {
  /** Counts how often the page began anew. */
  resets: 0,
  /** Counts changes of rows that were there before: with a filter by status the tree is then laid out anew. */
  changes: 0,
  /** Rows that the minimap has not painted yet. */
  unpainted: new Set<number>(),
};

/** A row as an object, the same one until it changes. */
export function rowAt(id: number | undefined): SpanRow | undefined {
  return table.row(id ?? -1);
}

export const journal = signal('');
/** The display language of VS Code, which times are written in. */
export const locale = signal('en');
export const header = signal<RunHeader | undefined>(undefined);
export const lanes = signal<readonly Lane[]>([]);
export const skills = signal<readonly EmptySkill[]>([]);
export const payload = signal<Payload | undefined>(undefined);
export const fixes = signal<ReadonlyMap<number, readonly Fix[]>>(new Map());
/** By row: the fix that was applied to its words. */
export const applied = signal<ReadonlyMap<number, AppliedFix>>(new Map());
/** The row whose fix was applied or undone just now, until its details show it. -1 for none. */
export const fixed = signal(-1);
/** All rows of the last reset are here. */
export const complete = signal(false);

/** Milliseconds since the run began, as last shown: like `slow`, a few times a second. */
export const now = signal(0);

export const collapsed = signal<ReadonlySet<number>>(new Set());
export const filter = signal<Filter>(NO_FILTER);
export const selected = signal(-1);
/** The user chose the selected row; until then the timeline chooses. */
export const chosen = signal(false);
/** The row whose question the user answered last: it stays selected while the run goes on. -1 for none. */
export const answered = signal(-1);
export const query = signal('');
export const squeeze = signal(true);
export const zoom = signal<Zoom>(WHOLE);
/**
 * The timeline scrolls by itself until the user scrolls, selects, folds or zooms: to the newest row of a live run, and to
 * where one that has ended comes to rest.
 */
export const follow = signal(true);
export const tab = signal<Tab>('summary');
export const scrollTop = signal(0);
export const viewHeight = signal(400);
export const trackWidth = signal(480);
export const minimapWidth = signal(1000);
/** Row of the guard whose evidence is pointed at. */
export const pointed = signal(-1);
/** What a screen reader is told, politely. */
export const announcement = signal('');

/** Whether the run goes on, and whether its model is simulated: these change rarely, unlike the rest of the header. */
export const live = computed(() => header.value?.live === true);
export const simulated = computed(() => header.value?.simulated === true);

export const end = computed(() => {
  const head = header.value;
  if (head === undefined) return 1;
  return head.live ? Math.max(now.value, head.duration) : head.duration;
});

/** What the visible tree was last laid out for: as long as that stays, new rows are only put in. */
let laidOutFor: readonly unknown[] = [];

/** The visible tree. A fresh object after each change, over the same arrays. */
export const outline = computed(() => {
  version.value;
  const wanted = filter.value;
  const folded = collapsed.value;
  const now = [wanted, folded, came.resets, wanted.statuses.size > 0 ? came.changes : 0];
  if (now.some((part, place) => part !== laidOutFor[place]) || !tree.append()) {
    tree.layOut(folded, matcher(wanted, table));
    laidOutFor = now;
  }
  return { tree, length: tree.length };
});

/** Steps in which the scale of a live run grows, at least so many in all: bars stand still between two of them. */
const STEPS = 16;

/** The end of the scale: that of the run, or somewhat later while it goes on. */
const scaleEnd = computed(() => {
  if (!live.value) return end.value;
  const step = 2 ** Math.floor(Math.log2(Math.max(1, end.value) / STEPS));
  return Math.ceil(end.value / step) * step;
});

/**
 * Idle gaps up to now. One that lasts is drawn to the end of the scale, so that the scale stays while it does; while
 * something runs there is none at the end.
 */
const gaps = computed(() => {
  slow.value;
  const found = activities.at(end.value).gaps();
  const last = found.at(-1);
  return last?.to === end.value ? [...found.slice(0, -1), { ...last, to: scaleEnd.value }] : found;
});

let lastScale: TimeScale | undefined;

/** The same object as long as nothing in it changes: all that is drawn to scale stays as it is. */
export const scale = computed(() => {
  const to = Math.max(1, scaleEnd.value);
  const squeezed = squeeze.value && gaps.value.length > 0;
  const same = lastScale?.end === to && lastScale.squeezed === squeezed && sameGaps(lastScale.gaps, gaps.value);
  if (!same || lastScale === undefined) lastScale = timeScale(to, gaps.value, squeezed);
  return lastScale;
});

function sameGaps(some: readonly Gap[], others: readonly Gap[]): boolean {
  return (
    some.length === others.length &&
    some.every((gap, place) => {
      const other = others[place];
      return gap.from === other?.from && gap.to === other.to && gap.waiting === other.waiting;
    })
  );
}

export const ticks = computed(() => ticksOf(scale.value, zoom.value, trackWidth.value));
/** Lines between the labelled ones too. */
export const tickLines = computed(() => ticksOf(scale.value, zoom.value, trackWidth.value, 34));
/** Time at work and time that a person was awaited, up to now. */
export const times = computed(() => {
  slow.value;
  const now = activities.at(end.value);
  return { working: now.working(), waited: now.waited() };
});

/** Share of the time that the strip of a long live run may take. */
const PAINT_SHARE = 0.01;
let paintScale = scale.peek();
let nextPaint = 0;

export const minimap = computed(() => {
  slow.value;
  const began = performance.now();
  // With a new scale all rows are painted anew: a long run is painted on at the old one in between.
  if (!live.value || began >= nextPaint) paintScale = scale.value;
  const painted = painter.paint(paintScale, minimapWidth.value, came.unpainted, end.peek());
  came.unpainted = new Set();
  const took = performance.now() - began;
  if (took > 2) nextPaint = began + took / PAINT_SHARE;
  return painted;
});

export const steps = computed(() => {
  slow.value;
  return tally.steps;
});

export const problems = computed(() => {
  slow.value;
  return [...tally.problems];
});

/** Rows of which the host has found the query in arguments or results. */
export const inside = signal<readonly number[]>([]);
/** The run holds more text than the host keeps for searching: later rows are found by their names only. */
export const partial = signal(false);
/** Payloads in files of their own are still being searched. */
export const searching = signal(false);
const named = computed(() => {
  slow.value;
  return finder.find(query.value);
});

/** Rows that hold the query, in order. */
export const hits = computed(() => union(named.value, inside.value));

/** Rows that do not show why they are found. */
export const insideSet = computed(() => new Set(inside.value).difference(new Set(named.value)));

/** The guard that a row belongs to: its own, that of a cause, or the last one that counted it. -1 for none. */
export function guardOf(id: number): number {
  const row = rowAt(id);
  if (row === undefined) return -1;
  if (row.guard !== undefined) return id;
  return row.kind === 'cause' ? row.parent : (tally.evidence.get(id) ?? -1);
}

/** The guard whose evidence stands out: pointed at, else selected. */
export const raised = computed(() => {
  slow.value;
  return pointed.value >= 0 ? pointed.value : guardOf(selected.value);
});

/**
 * The timeline's own choice of a row: what waits; in a live run what was answered; else the first guard that stopped
 * something, the first guard at all, the first problem, the root.
 */
export const suggested = computed(() => {
  const head = header.value;
  // Read together with what a live run shows a few times a second.
  const found = problems.value[0];
  if (head?.waitingRow !== undefined) return head.waitingRow;
  if (head?.live && answered.value >= 0) return answered.value;
  if (head?.guardRow !== undefined) return head.guardRow;
  if (tally.firstGuard >= 0) return tally.firstGuard;
  if (found !== undefined) return found;
  return answered.value >= 0 ? answered.value : steps.value > 0 ? 0 : -1;
});

/** The last row is in sight, or nearly. */
export const endInSight = computed(() => outline.value.length * ROW <= scrollTop.value + viewHeight.value + ROW);
