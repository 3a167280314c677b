/** Guard decisions: a row under the call that tripped the guard, and below it the words that provoked the miss. */
import type { Cause } from '../../../runtime/protocol/events.ts';
import { splitFatal } from './fold-tools.ts';
import { nameGuard } from './names.ts';
import { cause, number, numbers, oneLine, text } from './read.ts';
import { addSpan, innerRun, note, type Span, spanAt, type Trace, touch } from './span.ts';
import type { Step } from './step.ts';
import type { GuardInfo } from './types.ts';

const VERDICTS: ReadonlySet<string> = new Set(['warn', 'fatal', 'deny', 'stop']);

/**
 * Adds the guard's row, with a row for its cause if it names one. A warning gets a single unobtrusive row under the
 * call that it counted; the call has the same cause.
 */
export function foldGuard(trace: Trace, step: Step): Span {
  const { event, at, seq } = step;
  const rule = text(event, 'rule');
  const said = text(event, 'verdict');
  const verdict = (VERDICTS.has(said) ? said : 'warn') as GuardInfo['verdict'];
  const counted = evidenceOf(trace, numbers(event, 'evidence'));
  const count = number(event, 'count') ?? counted.length;
  const names = counted.map((span) => span.name);
  const last = counted.at(-1);
  const why = cause(event);
  const under = last !== undefined && last.kind !== 'agent' ? last : (step.under ?? trace.lastModel ?? trace.root);
  const guard = addSpan(trace, under, seq, {
    agent: step.agent,
    kind: 'guard',
    icon: 'guard',
    status: verdict === 'warn' ? 'ok' : 'error',
    verb: '',
    name: nameGuard(rule, verdict, count, names, innerRun(trace, under, step.agent)?.name),
    start: at,
    end: at,
    guard: {
      rule: oneLine(rule, 80),
      verdict,
      count,
      threshold: number(event, 'threshold') ?? count,
      evidence: counted.map((span) => span.id),
    },
    ...(under?.turn === undefined ? {} : { turn: under.turn }),
  });
  if (verdict === 'stop') trace.stopped.set(step.agent, [...(trace.stopped.get(step.agent) ?? []), guard]);
  if (verdict !== 'warn' && !/max.?llm.?calls/i.test(rule)) trace.guardRow ??= guard.id;
  if (why !== undefined) {
    explain(trace, guard, why);
    if (last !== undefined) explain(trace, last, why);
  }
  // The details of the call include its warnings.
  if (verdict === 'warn' && last !== undefined) note(last, seq);
  if (why !== undefined && verdict !== 'warn') {
    addSpan(trace, guard, seq, {
      agent: step.agent,
      kind: 'cause',
      icon: 'info',
      verb: '',
      name: 'Cause',
      start: at,
      end: at,
      cause: why,
      ...(guard.source === undefined ? {} : { source: guard.source }),
    });
  }
  if (last !== undefined && verdict !== 'warn') {
    trace.tripped.set(last.id, guard);
    splitFatal(trace, last);
  }
  return guard;
}

/** Marks the stops of an agent's guards when the agent's closing round starts. */
export function foldClosing(trace: Trace, agent: string): void {
  for (const span of trace.stopped.get(agent) ?? []) {
    if (span.guard === undefined) continue;
    span.guard = { ...span.guard, closed: true };
    touch(trace, span);
  }
  trace.stopped.delete(agent);
}

/** Sets the words that provoked the miss as the source of the row, which Enter opens. */
function explain(trace: Trace, span: Span, why: Cause | undefined): void {
  if (why === undefined) return;
  const { file, line, column, endLine, endColumn } = why;
  span.cause = why;
  span.source = { file, line, column, endLine, endColumn };
  touch(trace, span);
}

function evidenceOf(trace: Trace, seqs: readonly number[]): readonly Span[] {
  const spans = new Set<Span>();
  for (const seq of seqs) {
    const span = spanAt(trace, seq);
    if (span !== undefined && span.kind !== 'agent') spans.add(span);
  }
  return [...spans];
}
