/** The page's state: the run as the host sent it, and how it is looked at. */
import { batch, computed, signal } from '@preact/signals';
import { activityOf, gapsOf, total, workingTime } from './model/activity.ts';
import { find } from './model/find.ts';
import { minimapOf } from './model/minimap.ts';
import { type Chip, countChips, isProblem, outlineOf } from './model/outline.ts';
import { ticksOf, timeScale, WHOLE, type Zoom } from './model/time-scale.ts';
import type { EmptySkill, Fix, Lane, Payload, RunHeader, SpanRow, ToWebview } from './protocol.ts';

export type Tab = 'summary' | 'data' | 'state' | 'raw';

/** Rows by id. Replaced in place; `version` tells that something changed. */
export const rows: SpanRow[] = [];
export const version = signal(0);
export const journal = signal('');
export const header = signal<RunHeader | undefined>(undefined);
export const lanes = signal<readonly Lane[]>([]);
export const skills = signal<readonly EmptySkill[]>([]);
export const payload = signal<Payload | undefined>(undefined);
export const fixes = signal<ReadonlyMap<number, readonly Fix[]>>(new Map());
/** All rows of the last reset are here. */
export const complete = signal(false);

/** Milliseconds since the run began, as last told or ticked. */
export const now = signal(0);
let nowAt = 0;

export const collapsed = signal<ReadonlySet<number>>(new Set());
export const chips = signal<ReadonlySet<Chip>>(new Set());
export const selected = signal(-1);
/** The user chose the selected row; until then the timeline chooses. */
export const chosen = signal(false);
export const query = signal('');
export const squeeze = signal(true);
export const zoom = signal<Zoom>(WHOLE);
/** A live view keeps to the newest row until the user scrolls or zooms. */
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

export const end = computed(() => {
  const head = header.value;
  if (head === undefined) return 1;
  return head.live ? Math.max(now.value, head.duration) : head.duration;
});

export const outline = computed(() => {
  version.value;
  return outlineOf(rows, collapsed.value, chips.value);
});

/** Depth of each row in the whole tree, folded and filtered ones too. */
export const depths = computed(() => {
  version.value;
  const levels = new Int32Array(rows.length);
  for (const row of rows) levels[row.id] = row.parent >= 0 && row.parent < row.id ? levels[row.parent]! + 1 : 1;
  return levels;
});

export const activity = computed(() => {
  version.value;
  return activityOf(rows, end.value);
});

export const scale = computed(() => timeScale(end.value, gapsOf(activity.value, end.value), squeeze.value));
export const ticks = computed(() => ticksOf(scale.value, zoom.value, trackWidth.value));
/** Lines between the labelled ones too. */
export const tickLines = computed(() => ticksOf(scale.value, zoom.value, trackWidth.value, 34));
export const working = computed(() => workingTime(activity.value, end.value));
export const waited = computed(() => total(activity.value.waits));
export const minimap = computed(() => {
  version.value;
  return minimapOf(rows, depths.value, scale.value, minimapWidth.value, end.value);
});

export const chipCounts = computed(() => {
  version.value;
  return countChips(rows);
});

export const steps = computed(() => {
  version.value;
  return rows.reduce((sum, row) => sum + (row.kind === 'cause' ? 0 : 1), 0);
});

export const problems = computed(() => {
  version.value;
  return rows.filter(isProblem).map((row) => row.id);
});

export const hits = computed(() => {
  version.value;
  return find(rows, query.value);
});

/** Guards with evidence, for the brackets in the gutter. */
export const guards = computed(() => {
  version.value;
  return rows.filter((row) => row.guard !== undefined && row.guard.evidence.length > 0);
});

/** Rows that count as evidence, by id, with the guard that counted them last. */
export const evidence = computed(() => {
  const found = new Map<number, number>();
  for (const guard of guards.value) {
    if (guard.guard?.verdict === 'warn') continue;
    for (const id of guard.guard?.evidence ?? []) found.set(id, guard.id);
  }
  return found;
});

/** The guard that a row belongs to: its own, that of a cause, or the last one that counted it. -1 for none. */
export function guardOf(id: number): number {
  const row = rows[id];
  if (row === undefined) return -1;
  if (row.guard !== undefined) return id;
  return row.kind === 'cause' ? row.parent : (evidence.value.get(id) ?? -1);
}

/** The guard whose evidence stands out: pointed at, else selected. */
export const raised = computed(() => (pointed.value >= 0 ? pointed.value : guardOf(selected.value)));

/** The timeline's own choice of a row: what waits, else the first guard that stopped something, else the first problem, else the root. */
export const suggested = computed(() => {
  const head = header.value;
  return head?.waitingRow ?? head?.guardRow ?? problems.value[0] ?? (steps.value > 0 ? 0 : -1);
});

/** Takes a message of the host. */
export function take(message: ToWebview): void {
  switch (message.type) {
    case 'rows':
      takeRows(message);
      return;
    case 'payload':
      if (message.payload.row === selected.value) payload.value = message.payload;
      return;
    case 'fixes':
      fixes.value = new Map(fixes.value).set(message.row, message.fixes);
      return;
    case 'reveal': {
      const found = rows.find((row) => row.seq === message.seq);
      if (found === undefined) return;
      chosen.value = true;
      selected.value = found.id;
    }
  }
}

type Rows = Extract<ToWebview, { type: 'rows' }>;
let waiting: Rows | undefined;

/** Rows are taken at once, but drawn once a frame at most: a page that is slow falls back to fewer frames, not behind. */
function takeRows(message: Rows): void {
  if (message.reset) {
    rows.length = 0;
    fixes.value = new Map();
  }
  for (const row of message.rows) rows[row.id] = row;
  if (message.reset) {
    apply(message);
    return;
  }
  if (waiting === undefined) requestAnimationFrame(() => waiting !== undefined && apply(waiting));
  waiting = message;
}

function apply(message: Rows): void {
  waiting = undefined;
  batch(() => {
    journal.value = message.journal;
    header.value = message.header;
    lanes.value = message.lanes;
    if (message.skills !== undefined) skills.value = message.skills;
    complete.value = message.complete;
    now.value = message.now;
    nowAt = performance.now();
    version.value++;
    if (!chosen.value || selected.value >= rows.length) selected.value = suggested.value;
  });
}

/** Moves `now` on between messages, by the page's own clock. */
export function tickNow(): void {
  if (header.value?.live !== true) return;
  const at = performance.now();
  now.value += at - nowAt;
  nowAt = at;
}
