/** The page's state: the run as received from the host, and the view of it. */
import { computed, signal } from '@preact/signals';
import { Activity, type Gap } from '../model/activity.ts';
import { ContextCurve } from '../model/context-curve.ts';
import { type Filter, matcher, NO_FILTER } from '../model/filter.ts';
import { Finder, mergeSorted } from '../model/find.ts';
import { MinimapPainter } from '../model/minimap.ts';
import { Outline } from '../model/outline.ts';
import { NO_PROBLEMS, type ProblemCounts } from '../model/problems.ts';
import { NO_REPEATS, type RepeatLevel, type Repeats } from '../model/repeats.ts';
import { type Sorting, sortRows } from '../model/sorting.ts';
import { Table } from '../model/table.ts';
import { Tally } from '../model/tally.ts';
import { FULL_ZOOM, type TimeScale, ticksOf, timeScale, type Zoom } from '../model/time-scale.ts';
import { ROW_HEIGHT } from '../model/visible-rows.ts';
import type { Payload, RowTokens } from '../payload.ts';
import type { AppliedFix, EmptySkill, Fix } from '../protocol.ts';
import type { Lane, RunHeader, SpanRow } from '../row.ts';

export type Tab = 'summary' | 'messages' | 'request' | 'data' | 'state' | 'raw';

/** All rows. The table and the models over it change in place; `version` is incremented on each change. */
export const table = new Table();
export const tally = new Tally(table);
export const version = signal(0);
/** Like `version`, but incremented only a few times per second in a live run. For totals and other slow displays. */
export const slowVersion = signal(0);
export const activities = new Activity(table);
export const finder = new Finder(table);
export const contextCurve = new ContextCurve(table);
const tree = new Outline(table);
const painter = new MinimapPainter(table);
/** Changes since the last read. */
export const updates = {
  /** Number of resets. */
  resets: 0,
  /** Number of changes to existing rows. If the filter includes a status, the tree must then be laid out again. */
  changes: 0,
  /** Ids of the rows that the minimap has not painted yet. */
  unpainted: new Set<number>(),
};

/** Returns a row as an object, the same one until the row changes. */
export function rowAt(id: number | undefined): SpanRow | undefined {
  return table.row(id ?? -1);
}

export const journal = signal('');
/** True for a page that was opened before its run. */
export const isStarting = signal(false);
/** VS Code's display language, used for formatting times. */
export const locale = signal('en');
export const header = signal<RunHeader | undefined>(undefined);
export const lanes = signal<readonly Lane[]>([]);
export const skills = signal<readonly EmptySkill[]>([]);
export const payload = signal<Payload | undefined>(undefined);
/** The estimated tokens of the request of a model call, or of the run, by the row that they were requested for. */
export const tokens = signal<{ readonly row: number; readonly tokens: RowTokens } | undefined>(undefined);
export const fixes = signal<ReadonlyMap<number, readonly Fix[]>>(new Map());
/** The fix applied to the words of each row, by row id. */
export const applied = signal<ReadonlyMap<number, AppliedFix>>(new Map());
/** Id of the row whose fix was just applied or undone, until its details show the outcome. -1 for none. */
export const lastFixedRow = signal(-1);
/** True once all rows of the last reset have arrived. */
export const complete = signal(false);

/** Milliseconds since the start of the run, as last shown. Updated a few times per second, like `slowVersion`. */
export const now = signal(0);

export const collapsed = signal<ReadonlySet<number>>(new Set());
/** The folded repeats, found when the rows had arrived or the user folded them. Rows that arrive later are shown. */
export const repeats = signal<Repeats>(NO_REPEATS);
/** The kinds of repeats that are folded once the rows have arrived; of a live run, only those that the user folds. */
export const repeatLevel = signal<RepeatLevel>('calls');
/** The order of the rows as a flat list; undefined while they are shown as a tree. */
export const sorting = signal<Sorting | undefined>(undefined);
export const filter = signal<Filter>(NO_FILTER);
export const selected = signal(-1);
/** True if the user selected the current row; otherwise the timeline selects one. */
export const isUserSelection = signal(false);
/** Id of the row whose question the user answered last. It stays selected while the run continues. -1 for none. */
export const answeredRow = signal(-1);
export const query = signal('');
export const squeeze = signal(true);
export const zoom = signal<Zoom>(FULL_ZOOM);
/**
 * True if the timeline scrolls by itself: to the newest row of a live run, and to the resting position of a finished
 * one. Reset when the user scrolls, selects, folds or zooms.
 */
export const follow = signal(true);
/** True while the main pointer is pressed in the rows. Following pauses: a click is lost if its row moves before the release. */
export const isPressed = signal(false);
/** True if the user wants the details pane. */
export const wantsDetails = signal(true);
export const tab = signal<Tab>('summary');
export const scrollTop = signal(0);
export const viewHeight = signal(400);
export const trackWidth = signal(480);
export const minimapWidth = signal(1000);
/** Id of the guard row whose evidence the pointer is on. */
export const hoveredGuard = signal(-1);
/** Text of the polite live region for screen readers. */
export const announcement = signal('');

/** True while the run continues. Separate from the header, which changes more often, as is `simulated`. */
export const live = computed(() => header.value?.live === true);
/** True while open rows can still end: the run continues, or the rest of another agent's session is being read. */
export const isGrowing = computed(() => live.value || header.value?.reading?.isStopped === false);
export const simulated = computed(() => header.value?.simulated === true);

/** True if the cost of some row is known, so that rows have a column for it. The run's total alone shows none. */
export const hasCosts = computed(() => {
  slowVersion.value;
  return tally.hasCosts;
});
/** The tokens that rows show their requests' share of: the context window, or the largest request. 0 if unknown. */
export const contextBasis = computed(() => {
  slowVersion.value;
  return tally.largestRequest === 0 ? 0 : (header.value?.contextWindow ?? tally.largestRequest);
});
/** True if the model's context window is known. */
export const isContextKnown = computed(() => header.value?.contextWindow !== undefined);
export const areCostsEstimated = computed(() => header.value?.costEstimated === true);

export const end = computed(() => {
  const head = header.value;
  if (head === undefined) return 1;
  // The clock of another agent's session is not that of this machine, and it may wait for its user for hours.
  return head.live && head.imported === undefined ? Math.max(now.value, head.duration) : head.duration;
});

/** The inputs of the last layout. While they stay the same, new rows are only inserted. */
let layoutInputs: readonly unknown[] = [];

/** The visible tree: a new object after each change, over the same arrays. */
export const outline = computed(() => {
  version.value;
  const currentFilter = filter.value;
  const folded = collapsed.value;
  const { hidden } = repeats.value;
  // Rows that are still arriving would be sorted again with every message.
  const order = complete.value ? sorting.value : undefined;
  const changes = currentFilter.statuses.size > 0 ? updates.changes : 0;
  const now = [currentFilter, folded, hidden, updates.resets, changes, order, order && slowVersion.value];
  const isSame = now.every((part, place) => part === layoutInputs[place]);
  if (order !== undefined) {
    if (!isSame) {
      const matches = matcher(currentFilter, table) ?? (() => true);
      tree.layOutFlat(sortRows(table, order, end.peek(), (id) => !hidden.has(id) && matches(id)));
    }
    layoutInputs = now;
  } else if (!isSame || !tree.append()) {
    tree.layOut(folded, matcher(currentFilter, table), hidden);
    layoutInputs = now;
  }
  return { tree, length: tree.length };
});

/** Minimum number of steps in which the scale of a live run grows. Bars do not move between two steps. */
const STEPS = 16;

/** The end of the scale: the end of a finished run, or a point slightly ahead of a live one. */
const scaleEnd = computed(() => {
  if (!live.value) return end.value;
  const step = 2 ** Math.floor(Math.log2(Math.max(1, end.value) / STEPS));
  return Math.ceil(end.value / step) * step;
});

/**
 * Idle gaps so far. A gap that continues is drawn to the end of the scale, so that the scale does not change with it.
 * While something is running, there is no gap at the end.
 */
const gaps = computed(() => {
  slowVersion.value;
  const found = activities.snapshot(end.value).gaps();
  const last = found.at(-1);
  return last?.to === end.value ? [...found.slice(0, -1), { ...last, to: scaleEnd.value }] : found;
});

let lastScale: TimeScale | undefined;

/** The time scale. The same object while nothing in it changes, so that nothing drawn to scale is redrawn. */
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
/** Tick lines, including those between the labeled ticks. */
export const tickLines = computed(() => ticksOf(scale.value, zoom.value, trackWidth.value, 34));
/** Time spent working and time spent waiting for the user so far. */
export const times = computed(() => {
  slowVersion.value;
  const now = activities.snapshot(end.value);
  return { working: now.working(), waited: now.waited() };
});

/** Maximum fraction of time spent painting the minimap of a long live run. */
const PAINT_SHARE = 0.01;
let paintScale = scale.peek();
let nextPaint = 0;

export const minimap = computed(() => {
  slowVersion.value;
  const startedAt = performance.now();
  // A new scale repaints all rows. In between, a long run continues to be painted at the previous scale.
  if (!live.value || startedAt >= nextPaint) paintScale = scale.value;
  const painted = painter.paint(paintScale, minimapWidth.value, updates.unpainted, end.peek());
  updates.unpainted = new Set();
  const elapsed = performance.now() - startedAt;
  if (elapsed > 2) nextPaint = startedAt + elapsed / PAINT_SHARE;
  return painted;
});

export const steps = computed(() => {
  slowVersion.value;
  return tally.steps;
});

/** The number of prompts, each with a row that contains what it led to. */
export const prompts = computed(() => {
  slowVersion.value;
  return tally.prompts;
});

export const problems = computed(() => {
  slowVersion.value;
  return [...tally.problems];
});

/** Returns the problems below a row at the root, by kind; without an id, those of all rows. */
export function problemCounts(root?: number): Readonly<ProblemCounts> {
  slowVersion.value;
  return root === undefined ? tally.allProblems : (tally.problemsByRoot.get(root) ?? NO_PROBLEMS);
}

/** Ids of the rows whose arguments or results contain the query, as found by the host. */
export const payloadHits = signal<readonly number[]>([]);
/** True if the run has more text than the host indexes: later rows are found by name only. */
export const isSearchPartial = signal(false);
/** True while payloads in separate files are being searched. */
export const isSearching = signal(false);
const nameHits = computed(() => {
  slowVersion.value;
  return finder.find(query.value);
});

/** Ids of the rows that match the query, in order. */
export const hits = computed(() => mergeSorted(nameHits.value, payloadHits.value));

/** Ids of the rows that match only in their payloads, so that the row does not show why. */
export const payloadOnlyHits = computed(() => new Set(payloadHits.value).difference(new Set(nameHits.value)));

/** Returns the guard that a row belongs to: itself, that of a cause, or the last one that counted the row; else -1. */
export function guardOf(id: number): number {
  const row = rowAt(id);
  if (row === undefined) return -1;
  if (row.guard !== undefined) return id;
  return row.kind === 'cause' ? row.parent : (tally.evidence.get(id) ?? -1);
}

/** The guard whose evidence is highlighted: the one under the pointer, else the selected one. */
export const highlightedGuard = computed(() => {
  slowVersion.value;
  return hoveredGuard.value >= 0 ? hoveredGuard.value : guardOf(selected.value);
});

/**
 * The row that the timeline selects by itself: the row that waits for the user; in a live run the row answered last;
 * else the first guard that stopped something, the first guard, the first problem, the root.
 */
export const suggestedRow = computed(() => {
  const head = header.value;
  // What happened before the last prompt is past.
  const from = head?.lastPromptRow ?? 0;
  // Always read, so that this value is computed at the pace of the other slow displays.
  const found = problems.value.find((id) => id >= from);
  const firstGuard = from === 0 ? tally.firstGuard : (tally.guards.find((id) => id >= from) ?? -1);
  if (head?.waitingRow !== undefined) return head.waitingRow;
  if (head?.live && answeredRow.value >= 0) return answeredRow.value;
  if (head?.guardRow !== undefined) return head.guardRow;
  if (firstGuard >= 0) return firstGuard;
  if (found !== undefined) return found;
  return answeredRow.value >= from ? answeredRow.value : steps.value > 0 ? from : -1;
});

/** True if the details pane is shown. A question is always shown in full, because it must be read before it is answered. */
export const showsDetails = computed(() => {
  slowVersion.value;
  return wantsDetails.value || rowAt(selected.value)?.pause !== undefined;
});

/** True if the last row is in view, or nearly. */
export const isEndInView = computed(
  () => outline.value.length * ROW_HEIGHT <= scrollTop.value + viewHeight.value + ROW_HEIGHT,
);

/** False in a page outside VS Code, which cannot open files. */
export const canOpenFiles = signal(true);
