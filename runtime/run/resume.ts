/** The conditions of resuming a run, and the replies to its pauses. */
import { type AnsweredReply, readReply } from '../loop/prompts/parse-reply.ts';
import type { PauseAnswer, PauseEvent, RunEvent, RunResumed, RunStarted } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';

/** A reply to a pause of an earlier process. */
export interface PauseReply {
  /** `id` of the pause. */
  readonly id: string;
  /** The reply in any form that `readReply` accepts. */
  readonly reply: unknown;
}

/** A run that can be resumed. */
export interface ResumePlan {
  readonly kind: 'resumable';
  readonly started: RunStarted;
  readonly by: RunResumed['by'];
  /** The valid replies to open pauses. */
  readonly replies: readonly { readonly pause: PauseEvent; readonly reply: AnsweredReply }[];
}

export type ResumePlanResult = ResumePlan | { readonly kind: 'failed'; readonly message: string };

/**
 * Determines whether a run can be resumed from the events of its journal with these replies: its last process must have
 * paused it or been killed. Only pauses of its last prompt count.
 * @param present true if a user can answer the pauses that have no reply
 */
export function planResume(
  events: readonly RunEvent[],
  replies: readonly PauseReply[],
  present: boolean,
): ResumePlanResult {
  const started = events.filter((event) => event.type === 'run_started').at(-1);
  if (started === undefined) return failed('Its journal contains no run.');
  const since = events.filter((event) => event.seq >= started.seq);
  const end = since.filter((event) => event.type === 'run_finished' || event.type === 'run_resumed').at(-1);
  const ended = end?.type === 'run_finished' ? end.reason : undefined;
  if (ended !== undefined && ended !== 'paused')
    return failed(
      `Use 'skillwright run PROMPT --continue ${started.run}' to continue: the run has ended (${ended}), and nothing is pending.`,
    );
  const pending = pendingPauses(since);
  if (ended === 'paused' && replies.length === 0 && !present) return failed(pendingMessage(started.run, pending));
  const accepted: ResumePlan['replies'][number][] = [];
  for (const { id, reply: given } of replies) {
    const pause = since.find((event): event is PauseEvent => event.type === 'pause' && event.id === id);
    if (pause === undefined)
      return failed(`No pause with the id ${id} is waiting. ${pendingMessage(started.run, pending)}`);
    const reply = readReply(given, pause.kind);
    if (reply === undefined || (reply === 'always' && !allowsAlways(pause)))
      return failed(`Answer ${id} with ${answerOptions(pause)}.`);
    if (accepted.some((one) => one.pause.id === id)) return failed(`Answer ${id} only once.`);
    if (pending.includes(pause)) accepted.push({ pause, reply });
    else if (ended === 'paused' || !isRepeated(since, pause, reply)) return failed(`${id} already has an answer.`);
    else if (typeof reply === 'object') accepted.push({ pause, reply });
  }
  const first = accepted[0]?.reply;
  const by = first === undefined ? (ended === undefined ? 'crash' : 'person') : answerOf(first);
  return { kind: 'resumable', started, by, replies: accepted };
}

/** Returns the pauses without an answer whose calls have no result. */
export function pendingPauses(events: readonly RunEvent[]): readonly PauseEvent[] {
  const answered = new Set(events.flatMap((event) => (event.type === 'answer' ? [event.id] : [])));
  const done = new Set(events.flatMap((event) => (event.type === 'tool_result' ? [event.parent] : [])));
  return events.filter(
    (event): event is PauseEvent => event.type === 'pause' && !answered.has(event.id) && !done.has(event.parent),
  );
}

/** Returns the answer to record in the journal for a reply. */
export function answerOf(reply: AnsweredReply): PauseAnswer {
  return typeof reply === 'object' ? 'credential' : reply;
}

/** True if a killed process has already written the same answer. A credential has to be given again. */
function isRepeated(events: readonly RunEvent[], pause: PauseEvent, reply: AnsweredReply): boolean {
  const answer = events.find((event) => event.type === 'answer' && event.id === pause.id);
  return answer?.type === 'answer' && answer.answer === answerOf(reply);
}

/** True if the subject of the question can be approved until it changes. */
function allowsAlways({ script, server, module }: PauseEvent): boolean {
  return script?.files !== undefined || server !== undefined || module?.hash !== undefined;
}

function answerOptions(pause: PauseEvent): string {
  const { id, kind } = pause;
  if (kind === 'credential') return `--credential ${id}=env:NAME or --deny ${id}`;
  if (kind === 'guard')
    return `--approve ${id} (continue), --deny ${id} (stop) or --ignore ${id} (stop guarding this tool)`;
  return allowsAlways(pause) ? `--approve ${id}, --always ${id} or --deny ${id}` : `--approve ${id} or --deny ${id}`;
}

function pendingMessage(run: string, pending: readonly PauseEvent[]): string {
  if (pending.length === 0) return `Run ${run} is not waiting for an answer.`;
  const lines = pending.map((pause) => `  ${inlineText(pause.hint)} ${answerOptions(pause)}`);
  return `Run ${run} waits for an answer:\n${lines.join('\n')}`;
}

function failed(message: string): ResumePlanResult {
  return { kind: 'failed', message };
}
