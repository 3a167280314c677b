/** Pauses and their answers: a row for the wait, and the wait on the row of the call, separate from its work. */

import { defined, own } from '../../../runtime/text/objects.ts';
import { visibleText } from '../../../runtime/text/visible-text.ts';
import { endWait } from './fold-tools.ts';
import { countWaiting } from './lanes.ts';
import { oneLine, text } from './read.ts';
import { addEventTo, addSpan, closeSpan, markChanged, markOpen, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';
import type { PauseKind } from './types.ts';

/** Maximum number of waits drawn for one call; a call usually has one or two. */
const MAX_WAITS = 200;

const KINDS: ReadonlySet<string> = new Set(['confirmation', 'credential', 'guard']);

const PAUSE_LABELS: { readonly [kind in PauseKind]: string } = {
  confirmation: 'Waiting for you',
  credential: 'Waiting for a credential',
  guard: 'Waiting for your decision',
};

/** Name and detail of an answered pause; any other answer was an approval. */
const ANSWER_LABELS: { readonly [answer: string]: readonly [name: string, detail: string] } = {
  always: ['Approval', 'approved by you, until it changes'],
  deny: ['Approval', 'denied by you'],
  credential: ['Credential', 'entered by you'],
  continue: ['Guard decision', 'continued by you'],
  stop: ['Guard decision', 'stopped by you'],
  ignore: ['Guard decision', 'ignored for this tool'],
};

/** Opens the wait. */
export function foldPause(trace: Trace, step: TraceStep): TraceSpan {
  const id = text(step.event, 'id');
  const value = text(step.event, 'kind');
  // An unknown kind of a later version is shown as a confirmation, whose answers suit any question.
  const kind = (KINDS.has(value) ? value : 'confirmation') as PauseKind;
  const known = trace.pauses.get(id);
  // A process that resumes the run repeats pending pauses.
  if (known !== undefined && trace.pending.has(id)) return known;
  const named = trace.calls.get(text(step.event, 'call'));
  const call = named ?? (isCall(step.parent) ? step.parent : undefined);
  if (call !== undefined) {
    call.status = 'waiting';
    call.pause = id;
    call.pauseKind = kind;
    call.waits ??= [];
    if (call.waits.length < MAX_WAITS) call.waits.push([step.at, null]);
    // The details of the call show the question, too.
    addEventTo(call, step.seq);
    markChanged(trace, call);
    countWaiting(trace, call, 1);
  }
  const span = addSpan(
    trace,
    call ?? step.parent ?? trace.root,
    step.seq,
    defined({
      agent: step.agent,
      kind: 'approval',
      icon: kind === 'confirmation' ? 'person' : kind === 'guard' ? 'guard' : 'key',
      status: 'waiting',
      verb: '',
      name: PAUSE_LABELS[kind],
      start: step.at,
      waits: [[step.at, null]],
      pause: id,
      pauseKind: kind,
      detail: oneLine(visibleText(text(step.event, 'hint').slice(0, 500)).replaceAll('\n', ' ␊ '), 120),
      turn: call?.turn,
    }),
  );
  trace.pauses.set(id, span);
  trace.pending.add(id);
  return span;
}

function isCall(span: TraceSpan | undefined): boolean {
  return span?.kind === 'tool' || span?.kind === 'skill' || span?.kind === 'script';
}

/** Closes the wait that `answer` names. */
export function foldAnswer(trace: Trace, step: TraceStep): TraceSpan | undefined {
  return endPause(trace, text(step.event, 'id'), text(step.event, 'answer'), step.at);
}

function endPause(trace: Trace, id: string, answer: string, at: number): TraceSpan | undefined {
  const span = trace.pauses.get(id);
  if (span === undefined || !trace.pending.delete(id)) return span;
  const denied = answer === 'deny' || answer === 'stop';
  [span.name, span.detail] = own(ANSWER_LABELS, answer) ?? ['Approval', 'approved by you'];
  endWait(span, at);
  closeSpan(trace, span, at, denied ? 'denied' : 'ok');
  const call = trace.spans[span.parent];
  if (call?.pause === id) {
    endWait(call, at);
    if (!denied && call.heldUntil === null) call.heldUntil = at;
    call.status = 'open';
    markChanged(trace, call);
    countWaiting(trace, call, -1);
  }
  return span;
}

/** Resumes the run in a new process: its pauses are answered, and the root is open again. */
export function foldResumed(trace: Trace, step: TraceStep): TraceSpan | undefined {
  const resumedBy = text(step.event, 'by');
  reopen(trace);
  if (resumedBy === 'approve' || resumedBy === 'deny' || own(ANSWER_LABELS, resumedBy) !== undefined) {
    // The journal may also have separate answers before or after; the first one counts.
    if (trace.pending.size === 1) for (const id of [...trace.pending]) endPause(trace, id, resumedBy, step.at);
    return trace.root;
  }
  return addSpan(trace, trace.root, step.seq, {
    agent: step.agent,
    kind: 'note',
    icon: 'info',
    verb: '',
    name: resumedBy === 'person' ? 'Resumed' : 'Resumed after the process ended',
    start: step.at,
    end: step.at,
  });
}

/** Reopens the root of a run that continues. */
function reopen(trace: Trace): void {
  delete trace.finished;
  delete trace.interrupted;
  if (trace.root === undefined) return;
  delete trace.root.end;
  trace.root.status = 'open';
  markOpen(trace, trace.root);
  markChanged(trace, trace.root);
}
