/** Guard decisions: a row under the call that tripped it, and below it the words that provoked the miss. */
import type { Step } from './fold.ts';
import { splitFatal } from './fold-tools.ts';
import { nameGuard } from './names.ts';
import { cause, number, numbers, oneLine, text } from './read.ts';
import { addSpan, type Span, type Trace } from './span.ts';
import type { GuardInfo } from './types.ts';

const VERDICTS: ReadonlySet<string> = new Set(['warn', 'fatal', 'deny', 'stop']);

/** Adds the guard's row, with a row for its cause where it names one. */
export function foldGuard(trace: Trace, step: Step): Span {
  const { event, at, seq } = step;
  const rule = text(event, 'rule');
  const said = text(event, 'verdict');
  const verdict = (VERDICTS.has(said) ? said : 'warn') as GuardInfo['verdict'];
  const counted = evidenceOf(trace, numbers(event, 'evidence'));
  const count = number(event, 'count') ?? counted.length;
  const names = counted.map((span) => span.name);
  const last = counted.at(-1);
  const under = last !== undefined && last.kind !== 'agent' ? last : (step.under ?? trace.lastModel ?? trace.root);
  const guard = addSpan(trace, under, seq, {
    agent: step.agent,
    kind: 'guard',
    icon: 'guard',
    status: verdict === 'warn' ? 'miss' : 'error',
    verb: '',
    name: nameGuard(rule, verdict, count, names),
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
  if (verdict !== 'warn' && !/max.?llm.?calls/i.test(rule)) trace.guardRow ??= guard.id;
  const why = cause(event);
  if (why !== undefined) {
    const { file, line, column, endLine, endColumn } = why;
    guard.cause = why;
    guard.source = { file, line, column, endLine, endColumn };
    addSpan(trace, guard, seq, {
      agent: step.agent,
      kind: 'cause',
      icon: 'info',
      verb: '',
      name: 'Cause',
      start: at,
      end: at,
      cause: why,
      source: guard.source,
    });
  }
  if (last !== undefined && verdict !== 'warn') {
    trace.tripped.set(last.id, guard);
    splitFatal(trace, last);
  }
  return guard;
}

function evidenceOf(trace: Trace, seqs: readonly number[]): readonly Span[] {
  const spans = new Set<Span>();
  for (const seq of seqs) {
    const span = trace.bySeq.get(seq);
    if (span !== undefined && span.kind !== 'agent') spans.add(span);
  }
  return [...spans];
}
