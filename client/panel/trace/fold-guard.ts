/** Guard decisions: a row under the call that tripped the guard, and below it the words that provoked the miss. */

import { defined } from '../../../runtime/text/objects.ts';
import { moveFatalToGuard } from './fold-tools.ts';
import { nameGuard } from './names.ts';
import { cause, number, numbers, oneLine, text } from './read.ts';
import { setCause } from './set-cause.ts';
import { addEventTo, addSpan, innerRun, markChanged, spanOfEvent, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';
import type { GuardInfo } from './types.ts';

const VERDICTS: ReadonlySet<string> = new Set(['warn', 'fatal', 'deny', 'stop']);

/**
 * Adds the guard's row, with a row for its cause if it names one. A warning gets a single unobtrusive row under the
 * call that it counted; the call has the same cause.
 */
export function foldGuard(trace: Trace, step: TraceStep): TraceSpan {
  const { event, at, seq } = step;
  const rule = text(event, 'rule');
  const value = text(event, 'verdict');
  const verdict = (VERDICTS.has(value) ? value : 'warn') as GuardInfo['verdict'];
  const counted = evidenceOf(trace, numbers(event, 'evidence'));
  const count = number(event, 'count') ?? counted.length;
  // A hook counts the requests for one file, whatever its calls are named.
  const isOfHook = text(event, 'told') !== '';
  const names = counted.slice(isOfHook ? -1 : 0).map((span) => span.name);
  const last = counted.at(-1);
  const provokedBy = cause(event);
  const parent = last !== undefined && last.kind !== 'agent' ? last : (step.parent ?? trace.lastModel ?? trace.root);
  const guard = addSpan(
    trace,
    parent,
    seq,
    defined({
      agent: step.agent,
      kind: 'guard',
      icon: 'guard',
      status: verdict === 'warn' ? 'ok' : 'error',
      verb: '',
      name: nameGuard(rule, verdict, count, names, innerRun(trace, parent, step.agent)?.name),
      start: at,
      end: at,
      guard: {
        rule: oneLine(rule, 80),
        verdict,
        count,
        threshold: number(event, 'threshold') ?? count,
        evidence: counted.map((span) => span.id),
      },
      turn: parent?.turn,
    }),
  );
  if (verdict === 'stop') trace.stopsByAgent.set(step.agent, [...(trace.stopsByAgent.get(step.agent) ?? []), guard]);
  if (verdict !== 'warn' && !/max.?llm.?calls/i.test(rule)) trace.guardRow ??= guard.id;
  if (provokedBy !== undefined) {
    setCause(trace, guard, provokedBy);
    if (last !== undefined) setCause(trace, last, provokedBy);
  }
  // The details of the call include its warnings.
  if (verdict === 'warn' && last !== undefined) addEventTo(last, seq);
  if (provokedBy !== undefined && verdict !== 'warn') {
    addSpan(
      trace,
      guard,
      seq,
      defined({
        agent: step.agent,
        kind: 'cause',
        icon: 'info',
        verb: '',
        name: 'Cause',
        start: at,
        end: at,
        cause: provokedBy,
        source: guard.source,
      }),
    );
  }
  if (last !== undefined && verdict !== 'warn') {
    trace.guardByCall.set(last.id, guard);
    moveFatalToGuard(trace, last);
  }
  return guard;
}

/** Marks the stops of an agent's guards when the agent's closing round starts. */
export function foldClosing(trace: Trace, agent: string): void {
  for (const span of trace.stopsByAgent.get(agent) ?? []) {
    if (span.guard === undefined) continue;
    span.guard = { ...span.guard, closed: true };
    markChanged(trace, span);
  }
  trace.stopsByAgent.delete(agent);
}

function evidenceOf(trace: Trace, seqs: readonly number[]): readonly TraceSpan[] {
  const spans = new Set<TraceSpan>();
  for (const seq of seqs) {
    const span = spanOfEvent(trace, seq);
    if (span !== undefined && span.kind !== 'agent') spans.add(span);
  }
  return [...spans];
}
