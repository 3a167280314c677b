/** The comparison of two runs, with texts of a size that can be displayed. */

import { defined } from '../../skill/index.ts';
import type {
  ComparedRow,
  ComparedRun,
  ComparedStep,
  Comparison,
  OutcomeStatus,
  RunTotals,
} from '../protocol/compare.ts';
import type { Json, RunEvent, RunStarted } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';
import type { RunComparison } from './compare-runs.ts';
import { describeDivergence } from './describe-divergence.ts';
import type { Divergence } from './divergence.ts';
import { importOf } from './imported.ts';
import { resultText } from './result-text.ts';
import type { RunStep } from './steps.ts';
import { isMiss } from './totals.ts';

/** Maximum number of characters of a text in a row. */
const MAX_TEXT = 300;
/** Maximum number of characters of an answer, a prompt, and a version of a text that differs. */
const MAX_ANSWER = 4_000;
const MAX_COMPARED_TEXT = 2_000_000;

/** A compared run and the events of its journal. */
export interface RunSource {
  /** Absolute path of the journal. */
  readonly journal: string;
  readonly events: Iterable<RunEvent>;
}

/** Returns a comparison with texts of a size that can be displayed. */
export function comparisonFor(
  { aligned, divergence, forkChange, totals }: RunComparison,
  a: RunSource,
  b: RunSource,
): Comparison {
  const rows = aligned.map(
    ({ a: before, b: after, relation }): ComparedRow =>
      defined({
        a: before === undefined ? undefined : displayedStep(before),
        b: after === undefined ? undefined : displayedStep(after),
        relation,
      }),
  );
  const row = aligned.findIndex(({ relation }) => relation !== 'same');
  return defined({
    a: comparedRun(a, totals.a),
    b: comparedRun(b, totals.b),
    rows,
    forkChange,
    divergence: divergence === undefined ? undefined : displayedDivergence(divergence, row),
  });
}

function displayedDivergence(divergence: Divergence, row: number): NonNullable<Comparison['divergence']> {
  const { reason, texts } = divergence;
  const subject = divergence.subject?.slice(0, MAX_TEXT);
  const named = subject === undefined ? {} : { subject };
  return defined({
    row,
    reason,
    sentence: describeDivergence({ reason, ...named }),
    ...named,
    texts: texts ? { a: texts.a.slice(0, MAX_COMPARED_TEXT), b: texts.b.slice(0, MAX_COMPARED_TEXT) } : undefined,
  });
}

function comparedRun({ journal, events }: RunSource, totals: RunTotals): ComparedRun {
  const started = firstStart(events);
  return {
    journal,
    totals: { ...totals, answer: totals.answer.slice(0, MAX_ANSWER) },
    prompt: started === undefined ? '' : inlineText(started.prompt).slice(0, MAX_ANSWER),
    agent: started?.agent ?? '',
    startedAt: started?.time ?? '',
    simulated: started?.simulated === true,
    imported: importOf(started) !== undefined,
    skills: started?.skills ?? [],
  };
}

function firstStart(events: Iterable<RunEvent>): RunStarted | undefined {
  for (const event of events) if (event.type === 'run_started') return event;
  return undefined;
}

function displayedStep(step: RunStep): ComparedStep {
  const { seq, kind, call, title } = step;
  if (call === undefined) return { seq, kind, text: title.slice(title.indexOf(': ') + 2).slice(0, MAX_TEXT) };
  const { tool } = call;
  return {
    seq,
    kind,
    tool,
    args: displayedArguments(call.args),
    text: title.slice(tool.length + 1, tool.length + 1 + MAX_TEXT),
    outcome: outcomeOf(step),
  };
}

function displayedArguments(args: Json): Json {
  if (typeof args === 'string') return args.slice(0, MAX_TEXT);
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null;
  const texts = Object.entries(args).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.slice(0, 20).map(([name, value]) => [name, String(value).slice(0, MAX_TEXT)]));
}

function outcomeOf({ result }: RunStep): NonNullable<ComparedStep['outcome']> {
  if (result === undefined) return { status: 'open' };
  const { error_code: code } = result;
  const status: OutcomeStatus = isMiss(result)
    ? 'miss'
    : result.denied === true
      ? 'denied'
      : code === undefined
        ? 'ok'
        : 'error';
  return defined({ status, size: resultText(result).length, code: code?.slice(0, MAX_TEXT) });
}
