/** The lanes of the skills that the session of another agent loaded. It says so itself, because its tools differ. */
import { addMark, newLane } from './lanes.ts';
import { isObject, type Loose, number, oneLine, text } from './read.ts';
import type { LaneState, Trace, TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';

/** Maximum number of lanes. */
const MAX_LANES = 1000;
/** Maximum number of misses of which a later call shows the place. */
const MAX_LATER = 1000;

/** Marks the load of a skill, below the call that loaded it, if any. */
export function foldSkillLoaded(trace: Trace, { event, parent }: TraceStep): TraceSpan | undefined {
  recordLater(trace, event);
  const row = parent ?? trace.root;
  const lane = laneOf(trace, text(event, 'skill'), text(event, 'current'));
  if (row === undefined || lane === undefined) return undefined;
  lane.loadedAt ??= row.end ?? row.start;
  addMark(trace, lane, { kind: 'loaded', at: row.start, row: row.id });
  return undefined;
}

/** Marks the files of skills that a call read, ran or missed. */
export function markSessionResult(
  trace: Trace,
  span: TraceSpan,
  { later, read, ran, alsoRead, miss, alsoMissed }: Loose,
): void {
  recordLater(trace, { later });
  const at = span.start;
  for (const missed of [miss, ...(Array.isArray(alsoMissed) ? alsoMissed : [])].filter(isObject)) {
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

/** Records what a later event says about the misses of earlier calls. */
function recordLater(trace: Trace, { later }: Loose): void {
  for (const one of Array.isArray(later) ? later.filter(isObject) : [])
    if (trace.laterPlaces.size < MAX_LATER) trace.laterPlaces.set(number(one, 'result') ?? 0, one);
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
