/** Compactions of a conversation: which skills lost their texts there, and where these were loaded again. */
import { defined } from '../../../runtime/text/objects.ts';
import { addMark } from './lanes.ts';
import { isObject, type Loose, oneLine, strings, text } from './read.ts';
import { type LaneState, markChanged, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';
import type { LostSkill } from './types.ts';

/** Maximum number of skills of a compaction. */
const MAX_SKILLS = 1000;

/** True for what belongs to an agent that a call started, which has a conversation of its own. */
export function isOfSubagent(trace: Trace, span: TraceSpan): boolean {
  let above = trace.spans[span.parent];
  while (above !== undefined && above.kind !== 'tool' && above.kind !== 'skill') above = trace.spans[above.parent];
  return above !== undefined;
}

/** True if an event comes from the file of a sub-agent. */
function isFromOtherFile({ source }: Loose): boolean {
  return isObject(source) && text(source, 'file') !== '';
}

/**
 * Shows a note about a compaction as such, with the skills that lost their texts. A further note about the same one, such as
 * that of its summary, stays a note.
 */
export function foldCompaction(trace: Trace, { event, at }: TraceStep, note: TraceSpan): void {
  const { compacted } = event;
  if (!isObject(compacted) || isFromOtherFile(event)) return;
  const { lastCompaction, llmCalls } = trace;
  if (lastCompaction?.llmCalls === llmCalls) return;
  trace.lastCompaction = { span: note, llmCalls };
  const names = (key: string) =>
    strings(compacted, key)
      .slice(0, MAX_SKILLS)
      .map((name) => oneLine(name, 80));
  const lost = names('lost').map((skill): LostSkill => {
    const lane = trace.lanes.get(skill);
    const loaded = lane?.loadedBy;
    if (lane !== undefined) {
      lane.lost++;
      lane.loadedBy = undefined;
      addMark(trace, lane, { kind: 'lost', at, row: note.id });
    }
    trace.lostSkills.set(skill, note);
    return defined({ skill, loaded });
  });
  note.icon = 'compaction';
  note.compaction = { lost, kept: names('kept') };
  describe(note);
}

/** Records that the text of a skill is in the conversation, and shows that in the compaction that lost it. */
export function recordLoad(trace: Trace, lane: LaneState, row: TraceSpan, event: Loose): void {
  if (isFromOtherFile(event) || isOfSubagent(trace, row)) return;
  lane.loadedBy = row.id;
  const compaction = trace.lostSkills.get(lane.name);
  if (compaction?.compaction === undefined) return;
  trace.lostSkills.delete(lane.name);
  const { lost, kept } = compaction.compaction;
  const byClient = event.again === true ? true : undefined;
  const found = lost.map((one) =>
    one.skill === lane.name ? defined<LostSkill>({ ...one, again: row.id, byClient }) : one,
  );
  compaction.compaction = { lost: found, kept };
  describe(compaction);
  markChanged(trace, compaction);
}

/** Maximum number of skills that a row names. */
const MAX_NAMED = 4;

/** Names the row of a compaction by the skills that it lost, or else kept. */
function describe(note: TraceSpan): void {
  const { lost = [], kept = [] } = note.compaction ?? {};
  const words = [
    namesOf(
      'lost',
      lost.filter(({ again }) => again === undefined),
    ),
    namesOf(
      'lost and loaded again:',
      lost.filter(({ again }) => again !== undefined),
    ),
    lost.length === 0
      ? namesOf(
          'kept',
          kept.map((skill) => ({ skill })),
        )
      : '',
  ].filter((part) => part !== '');
  if (words.length === 0) return;
  note.verb = 'compacted';
  note.name = words.join('; ');
}

function namesOf(word: string, skills: readonly Pick<LostSkill, 'skill'>[]): string {
  if (skills.length === 0) return '';
  const rest = skills.length - MAX_NAMED;
  const named = skills.slice(0, MAX_NAMED).map(({ skill }) => skill);
  return `${word} ${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`;
}
