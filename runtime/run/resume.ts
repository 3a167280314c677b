import { type AnsweredReply, readReply } from '../loop/parse-reply.ts';
import type { PauseAnswer, PauseEvent, RunEvent, RunResumed, RunStarted } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';

/** What is said to a pause of an earlier process. */
export interface PauseReply {
  /** `id` of the pause. */
  readonly id: string;
  /** As a host hands it on, see `readReply`. */
  readonly reply: unknown;
}

export interface PickedUp {
  readonly kind: 'picked-up';
  readonly started: RunStarted;
  readonly by: RunResumed['by'];
  /** Replies to what waits. */
  readonly replies: readonly { readonly pause: PauseEvent; readonly reply: AnsweredReply }[];
}

export type PickUpResult = PickedUp | { readonly kind: 'failed'; readonly message: string };

/**
 * Whether a run can go on from these events of its journal with these replies: its last process has paused it, or was
 * killed. Only pauses of its last prompt count. `present`: somebody is there to be asked what is not replied to.
 */
export function pickUp(events: readonly RunEvent[], replies: readonly PauseReply[], present: boolean): PickUpResult {
  const started = events.filter((event) => event.type === 'run_started').at(-1);
  if (started === undefined) return failed('Its journal holds no run.');
  const since = events.filter((event) => event.seq >= started.seq);
  const end = since.filter((event) => event.type === 'run_finished' || event.type === 'run_resumed').at(-1);
  const ended = end?.type === 'run_finished' ? end.reason : undefined;
  if (ended !== undefined && ended !== 'paused')
    return failed(
      `Run ${started.run} has ended (${ended}): nothing is pending. Go on with 'skillwright run --continue'.`,
    );
  const pending = pendingPauses(since);
  if (ended === 'paused' && replies.length === 0 && !present) return failed(waitsFor(started.run, pending));
  const taken: PickedUp['replies'][number][] = [];
  for (const { id, reply: given } of replies) {
    const pause = since.find((event): event is PauseEvent => event.type === 'pause' && event.id === id);
    if (pause === undefined) return failed(`Nothing with the id ${id} waits. ${waitsFor(started.run, pending)}`);
    const reply = readReply(given, pause.kind);
    if (reply === undefined || (reply === 'always' && !lasts(pause)))
      return failed(`${id} is answered with ${options(pause)}.`);
    if (taken.some((one) => one.pause.id === id)) return failed(`${id} was answered twice.`);
    if (pending.includes(pause)) taken.push({ pause, reply });
    else if (ended === 'paused' || !isRepeated(since, pause, reply)) return failed(`${id} has its answer already.`);
    else if (typeof reply === 'object') taken.push({ pause, reply });
  }
  const first = taken[0]?.reply;
  const by = first === undefined ? (ended === undefined ? 'crash' : 'person') : answerOf(first);
  return { kind: 'picked-up', started, by, replies: taken };
}

/** Pauses that wait for an answer, and whose call waits for its result. */
export function pendingPauses(events: readonly RunEvent[]): readonly PauseEvent[] {
  const answered = new Set(events.flatMap((event) => (event.type === 'answer' ? [event.id] : [])));
  const done = new Set(events.flatMap((event) => (event.type === 'tool_result' ? [event.parent] : [])));
  return events.filter(
    (event): event is PauseEvent => event.type === 'pause' && !answered.has(event.id) && !done.has(event.parent),
  );
}

/** What the journal says of a reply. */
export function answerOf(reply: AnsweredReply): PauseAnswer {
  return typeof reply === 'object' ? 'credential' : reply;
}

/** A process that was killed may have written the same answer already; a credential has to be given again. */
function isRepeated(events: readonly RunEvent[], pause: PauseEvent, reply: AnsweredReply): boolean {
  const answer = events.find((event) => event.type === 'answer' && event.id === pause.id);
  return answer?.type === 'answer' && answer.answer === answerOf(reply);
}

/** What it asks for can be approved until it changes. */
function lasts({ script, server, module }: PauseEvent): boolean {
  return script?.files !== undefined || server !== undefined || module?.hash !== undefined;
}

function options(pause: PauseEvent): string {
  const { id, kind } = pause;
  if (kind === 'credential') return `--credential ${id}=env:NAME or --deny ${id}`;
  if (kind === 'guard') return `--approve ${id} (go on), --deny ${id} (stop) or --ignore ${id} (leave this tool alone)`;
  return lasts(pause) ? `--approve ${id}, --always ${id} or --deny ${id}` : `--approve ${id} or --deny ${id}`;
}

function waitsFor(run: string, pending: readonly PauseEvent[]): string {
  if (pending.length === 0) return `Nothing of run ${run} waits for an answer.`;
  const lines = pending.map((pause) => `  ${inlineText(pause.hint)} ${options(pause)}`);
  return `Run ${run} waits for an answer:\n${lines.join('\n')}`;
}

function failed(message: string): PickUpResult {
  return { kind: 'failed', message };
}
