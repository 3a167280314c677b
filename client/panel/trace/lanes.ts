/** The skill lanes: the history of each skill that a run offered. */
import { formatCount } from '../../../runtime/text/count.ts';
import { defined } from '../../../runtime/text/objects.ts';
import { isObject, text } from './read.ts';
import type { LaneState, Trace, TraceSpan } from './span.ts';
import type { Lane, LaneMark } from './types.ts';

/**
 * Adds lanes for the skills in `run_started`. A skill that was offered before, by an earlier prompt, keeps its lane.
 */
export function offerSkills(trace: Trace, skills: unknown): void {
  if (!Array.isArray(skills)) return;
  for (const skill of skills) {
    if (!isObject(skill)) continue;
    const name = text(skill, 'name');
    if (name === '' || trace.lanes.has(name)) continue;
    trace.lanes.set(name, newLane(name, text(skill, 'root')));
    trace.lanesChanged = true;
  }
}

/** Creates the lane of a skill without marks. */
export function newLane(name: string, root: string): LaneState {
  return { name, root, marks: [], reads: 0, misses: 0, scripts: 0, waiting: 0, lost: 0 };
}

/** Adds a mark to a lane. Above twice the maximum, marks that overlap others of their kind are dropped. */
export function addMark(trace: Trace, lane: LaneState, mark: LaneMark): void {
  trace.lanesChanged = true;
  lane.marks.push(mark);
  if (lane.marks.length > 2 * MAX_MARKS) lane.marks.splice(0, Infinity, ...thin(lane.marks, trace.lastTime));
}

/**
 * Adds a finished skill call to the lane of its skill, if that skill was offered.
 * @param isAgain true if it missed again, elsewhere, what an earlier call missed
 */
export function markCall(trace: Trace, span: TraceSpan, tool: string, isAgain = false): void {
  const at = span.end ?? span.start;
  if (tool === 'list_skills') {
    if (span.status !== 'ok' || trace.listedLanes === trace.lanes.size) return;
    trace.listedLanes = trace.lanes.size;
    for (const lane of trace.lanes.values()) {
      if (lane.marks.length === 0) addMark(trace, lane, { kind: 'offered', at, row: span.id });
    }
    return;
  }
  const lane = span.skill === undefined ? undefined : trace.lanes.get(span.skill);
  if (lane === undefined) return;
  const mark = (kind: LaneMark['kind']) => addMark(trace, lane, { kind, at: span.start, row: span.id });
  if (tool.startsWith('skills__')) {
    lane.asTool = span.status === 'ok' ? 'ran' : 'failed';
    mark(span.status === 'ok' ? 'script' : 'stopped');
  } else if (span.status === 'miss') {
    if (!isAgain) lane.misses++;
    mark(span.code?.endsWith('_FATAL') ? 'stopped' : 'miss');
  } else if (span.status !== 'ok') {
    mark('stopped');
  } else if (tool === 'load_skill') {
    lane.loadedAt ??= at;
    mark('loaded');
  } else if (tool === 'load_skill_resource') {
    lane.reads++;
    mark('read');
  } else if (tool === 'run_skill_script') {
    lane.scripts++;
    mark('script');
  }
}

/** Counts a script that starts or stops waiting for the user. */
export function countWaiting(trace: Trace, call: TraceSpan, by: 1 | -1): void {
  const lane = call.kind === 'script' && call.skill !== undefined ? trace.lanes.get(call.skill) : undefined;
  trace.lanesChanged = true;
  if (lane !== undefined) lane.waiting = Math.max(0, lane.waiting + by);
}

function describe(lane: LaneState): string {
  const parts = [
    lane.loadedAt === undefined ? '' : 'loaded',
    lane.lost === 0 ? '' : `lost in ${lane.lost === 1 ? 'a compaction' : `${lane.lost} compactions`}`,
    lane.lost === 0 || lane.loadedBy === undefined ? '' : 'loaded again',
    lane.reads > 0 ? formatCount(lane.reads, 'resource read', 'resources read') : '',
    lane.misses > 0 ? formatCount(lane.misses, 'miss', 'misses') : '',
    lane.told === undefined ? '' : `${lane.told.unread} of ${formatCount(lane.told.all, 'instructed file')} never read`,
    lane.scripts > 0 ? formatCount(lane.scripts, 'script run', 'scripts run') : '',
    lane.waiting > 0 ? formatCount(lane.waiting, 'script waiting', 'scripts waiting') : '',
    lane.asTool === undefined ? '' : lane.asTool === 'ran' ? 'ran as a tool' : 'ran as a tool, failed',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : 'offered, not loaded';
}

/** Maximum number of marks in a lane; more would be indistinguishable. */
const MAX_MARKS = 800;

/** Drops marks that overlap others of their kind, keeping the first one of each interval. */
function thin(marks: readonly LaneMark[], duration: number): readonly LaneMark[] {
  if (marks.length <= MAX_MARKS) return marks;
  const seen = new Set<string>();
  return marks.filter((mark) => {
    const interval = `${mark.kind} ${Math.floor((mark.at / Math.max(1, duration)) * (MAX_MARKS / 4))}`;
    return !seen.has(interval) && seen.add(interval);
  });
}

/** Returns the lanes for the page: those of skills that a compaction lost first, then the other used ones, each with its text and at most about 800 marks. */
export function lanesOf(trace: Trace): readonly Lane[] {
  const lanes = [...trace.lanes.values()].map((lane): Lane => {
    const offered = lane.marks[0]?.kind === 'offered';
    return defined({
      name: lane.name,
      text: describe(lane),
      isUnknown: lane.root === '' ? true : undefined,
      loadedAt: lane.loadedAt,
      marks: [
        // Most sessions do not say which skills were offered.
        ...(offered || trace.imported !== undefined
          ? []
          : [{ kind: 'offered' as const, at: 0, row: trace.root?.id ?? 0 }]),
        ...thin(lane.marks, trace.lastTime),
      ],
    });
  });
  const rankOf = ({ marks }: Lane) =>
    marks.some(({ kind }) => kind === 'lost') ? 0 : marks.some(({ kind }) => kind !== 'offered') ? 1 : 2;
  return lanes.sort((a, b) => rankOf(a) - rankOf(b));
}
