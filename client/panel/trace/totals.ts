/**
 * Resources used by an agent including everything it called, stored on its row and on the row of a skill that ran as a
 * tool. A model call is wasted if every tool call that it requested missed, failed or was denied.
 */
import type { Usage } from '../../../runtime/protocol/events.ts';
import type { Trace, TraceSpan } from './span.ts';
import type { Totals } from './types.ts';

/** Calls `add` for every agent above a span, and for every skill that ran one as a tool. */
function forEnclosingAgents(trace: Trace, span: TraceSpan, add: (agent: TraceSpan) => void): void {
  let agentBelow = false;
  for (let above = trace.spans[span.parent]; above !== undefined; above = trace.spans[above.parent]) {
    if (above.kind === 'agent' || (agentBelow && above.kind !== 'model')) {
      add(above);
      trace.dirty.add(above.id);
    }
    agentBelow = above.kind === 'agent';
  }
}

/** Adds to the totals of all agents above a span. */
export function addTotals(trace: Trace, span: TraceSpan, more: Partial<Totals>): void {
  forEnclosingAgents(trace, span, (agent) => {
    agent.totals ??= { llmCalls: 0, toolCalls: 0, wastedCalls: 0, wastedTokens: 0 };
    agent.totals.llmCalls += more.llmCalls ?? 0;
    agent.totals.toolCalls += more.toolCalls ?? 0;
    agent.totals.wastedCalls += more.wastedCalls ?? 0;
    agent.totals.wastedTokens += more.wastedTokens ?? 0;
    if (more.costUsd === undefined) return;
    agent.totals.costUsd = (agent.totals.costUsd ?? 0) + more.costUsd;
    agent.costUsd = agent.totals.costUsd;
  });
}

/** Adds a model call's tokens to the agents above it. Unknown figures stay unknown. */
export function addTokens(trace: Trace, span: TraceSpan, { inputTokens, outputTokens }: Usage): void {
  forEnclosingAgents(trace, span, (agent) => {
    if (inputTokens !== undefined) agent.tokensIn = (agent.tokensIn ?? 0) + inputTokens;
    if (outputTokens !== undefined) agent.tokensOut = (agent.tokensOut ?? 0) + outputTokens;
  });
}

function tallyOf(model: TraceSpan) {
  model.tally ??= { requested: 0, started: 0, ended: 0, failed: 0, isWasted: false };
  return model.tally;
}

/** Records the number of calls that a model call requested. */
export function countRequested(trace: Trace, model: TraceSpan, count: number): void {
  if (count === 0) return;
  tallyOf(model).requested = count;
  updateWasted(trace, model);
}

/** Counts a started call. Calls that are not under a model call count only towards the totals. */
export function countStarted(trace: Trace, call: TraceSpan): void {
  addTotals(trace, call, { toolCalls: 1 });
  const model = trace.spans[call.parent];
  if (model?.kind !== 'model') return;
  tallyOf(model).started++;
  updateWasted(trace, model);
}

/** Counts a finished call by its status. */
export function countEnded(trace: Trace, call: TraceSpan): void {
  const model = trace.spans[call.parent];
  if (model?.kind !== 'model') return;
  const tally = tallyOf(model);
  tally.ended++;
  if (call.status === 'miss' || call.status === 'error' || call.status === 'denied') tally.failed++;
  updateWasted(trace, model);
}

function updateWasted(trace: Trace, model: TraceSpan): void {
  const { tally } = model;
  if (tally === undefined) return;
  const wasted =
    tally.failed > 0 && tally.failed === tally.ended && tally.ended >= Math.max(tally.requested, tally.started);
  if (wasted === tally.isWasted) return;
  tally.isWasted = wasted;
  const sign = wasted ? 1 : -1;
  const tokens = (model.tokensIn ?? 0) + (model.tokensOut ?? 0);
  addTotals(trace, model, { wastedCalls: sign, wastedTokens: sign * tokens });
}
