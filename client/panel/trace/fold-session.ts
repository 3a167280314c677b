/** The lanes of the skills that the session of another agent loaded. It says so itself, because its tools differ. */
import { recordLoad } from './fold-compaction.ts';
import { addMark, newLane } from './lanes.ts';
import { isObject, isSameMiss, type Loose, number, oneLine, text } from './read.ts';
import { type LaneState, markChanged, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';

/** Maximum number of lanes. */
const MAX_LANES = 1000;
/** Maximum number of results with misses of which a later call can show more. */
const MAX_LATER = 1000;

/** Marks the load of a skill, below the call that loaded it, if any. */
export function foldSkillLoaded(trace: Trace, { event, parent, at }: TraceStep): TraceSpan | undefined {
  recordLater(trace, event);
  const isAgain = event.again === true;
  // What the client adds again is no row of its own: it belongs to the compaction before it.
  const row = (isAgain ? trace.lastCompaction?.span : undefined) ?? parent ?? trace.root;
  const lane = laneOf(trace, text(event, 'skill'), text(event, 'current'));
  if (row === undefined || lane === undefined) return undefined;
  lane.loadedAt ??= row.end ?? row.start;
  addMark(trace, lane, { kind: 'loaded', at: isAgain ? at : row.start, row: row.id });
  recordLoad(trace, lane, row, event);
  return undefined;
}

/** Marks the files of skills that a call read, ran or missed. */
export function markSessionResult(trace: Trace, span: TraceSpan, result: Loose): void {
  recordMisses(trace, span, result);
  const { read, ran, alsoRead } = result;
  const at = span.start;
  for (const missed of missesOf(result)) {
    const lane = laneOf(trace, text(missed, 'skill'), '');
    if (lane === undefined) continue;
    // A further place of the same file is the same miss.
    if (missed.again !== true) lane.misses++;
    addMark(trace, lane, { kind: 'miss', at, row: span.id });
  }
  const others = Array.isArray(alsoRead) ? alsoRead.filter(isObject) : [];
  for (const file of [...(isObject(read) ? [{ ...read, ran }] : []), ...others]) {
    const lane = text(file, 'path') === 'SKILL.md' ? undefined : laneOf(trace, text(file, 'skill'), '');
    if (lane === undefined) continue;
    if (file.ran === true) lane.scripts++;
    else lane.reads++;
    addMark(trace, lane, { kind: file.ran === true ? 'script' : 'read', at, row: span.id });
  }
}

/** Records the misses of a result, which later calls can withdraw, and withdraws those of files that its call created. */
export function recordMisses(trace: Trace, span: TraceSpan, result: Loose): void {
  recordLater(trace, result);
  const misses = missesOf(result);
  if (misses.length > 0 && trace.missedResults.size < MAX_LATER)
    trace.missedResults.set(number(result, 'seq') ?? 0, { span, misses: [...misses] });
}

const missesOf = ({ miss, alsoMissed }: Loose): readonly Loose[] =>
  [miss, ...(Array.isArray(alsoMissed) ? alsoMissed : [])].filter(isObject);

/** Records what a later event says about the misses of earlier calls. */
function recordLater(trace: Trace, { later }: Loose): void {
  for (const one of Array.isArray(later) ? later.filter(isObject) : []) {
    const result = number(one, 'result') ?? 0;
    const known = trace.laterMisses.get(result) ?? [];
    if (trace.laterMisses.size < MAX_LATER && known.length < MAX_LATER) trace.laterMisses.set(result, [...known, one]);
    if (one.created === true) withdrawMiss(trace, result, one);
  }
}

/** Withdraws the miss of a file that a later call creates. The call that looked for it failed, but missed nothing of a skill. */
function withdrawMiss(trace: Trace, result: number, created: Loose): void {
  const missed = trace.missedResults.get(result);
  const index = missed?.misses.findIndex((one) => isSameMiss(one, created)) ?? -1;
  const miss = missed?.misses[index];
  if (missed === undefined || miss === undefined) return;
  const { span, misses } = missed;
  misses.splice(index, 1);
  const lane = laneOf(trace, text(miss, 'skill'), '');
  const mark = lane?.marks.findIndex(({ kind, row }) => kind === 'miss' && row === span.id) ?? -1;
  if (mark >= 0) lane?.marks.splice(mark, 1);
  if (lane !== undefined && miss.again !== true) lane.misses--;
  trace.lanesChanged = true;
  if (misses.length > 0 || span.status !== 'miss') return;
  trace.missedResults.delete(result);
  span.status = 'error';
  span.icon = 'error';
  span.cause = undefined;
  span.source = undefined;
  markChanged(trace, span);
}

/** Adds the number of files that a skill tells the model to read, and that it never read, to the skill's lane. */
export function markLost(trace: Trace, lost: Loose): void {
  const { read, unread } = lost;
  const lane = laneOf(trace, text(lost, 'skill'), '');
  if (lane === undefined || !Array.isArray(read) || !Array.isArray(unread)) return;
  lane.told = { all: read.length + unread.length, unread: unread.length };
  trace.lanesChanged = true;
}

/** @param root folder of the current skill, or empty */
function laneOf(trace: Trace, name: string, root: string): LaneState | undefined {
  const key = oneLine(name, 80);
  const known = trace.lanes.get(key);
  if (known !== undefined || key === '' || trace.lanes.size >= MAX_LANES) return known;
  const lane = newLane(key, root);
  trace.lanes.set(key, lane);
  return lane;
}
