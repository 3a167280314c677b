/** Model calls: `llm_request` opens a row, `llm_response` closes it. */

import { defined } from '../../../runtime/text/objects.ts';
import { isOfSubagent } from './fold-compaction.ts';
import { foldClosing } from './fold-guard.ts';
import { nameResponse, OPEN_VERB } from './model-name.ts';
import { number, oneLine, strings, text, usage } from './read.ts';
import { addSpan, closeSpan, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';
import { addTokens, addTotals, countRequested } from './totals.ts';

/** Opens `chat turn N`, which `foldResponse` renames, under its agent; a sub-agent gets a row of its own under the tool that called it. */
export function foldRequest(trace: Trace, step: TraceStep): TraceSpan {
  const { event, at, seq } = step;
  const call = number(event, 'call') ?? trace.llmCalls + 1;
  trace.llmCalls = Math.max(trace.llmCalls, call);
  const tools = strings(event, 'tools');
  const lastTools = trace.lastTools.get(step.agent);
  const newTools = lastTools === undefined ? [] : tools.filter((tool) => !lastTools.has(tool));
  const closing = event.closing === true;
  const removedTools = lastTools === undefined || closing ? [] : [...lastTools.difference(new Set(tools))];
  if (closing) foldClosing(trace, step.agent);
  else trace.lastTools.set(step.agent, new Set(tools));
  const span = addSpan(
    trace,
    agentOf(trace, step),
    seq,
    defined({
      agent: step.agent,
      kind: 'model',
      icon: 'model',
      verb: OPEN_VERB,
      name: `turn ${call}`,
      turn: call,
      start: at,
      detail: closing ? 'closing round, no tools' : undefined,
      newTools: newTools.length > 0 ? newTools : undefined,
      removedTools: removedTools.length > 0 ? removedTools : undefined,
    }),
  );
  addTotals(trace, span, { llmCalls: 1 });
  // The calls of the model call before have all started.
  if (trace.lastModel?.parent === span.parent) trace.callNames.delete(trace.lastModel.id);
  trace.lastModel = span;
  trace.turns.set(call, span);
  return span;
}

function agentOf(trace: Trace, step: TraceStep): TraceSpan | undefined {
  let parent = step.parent ?? trace.root;
  // A model call belongs under an agent or under the tool that runs one, regardless of the journal.
  while (parent && parent.kind !== 'agent' && parent.kind !== 'tool' && parent.kind !== 'skill') {
    parent = trace.spans[parent.parent];
  }
  parent ??= trace.root;
  if (parent === undefined || (parent.kind === 'agent' && parent.agent === step.agent)) return parent;
  const key = `${parent.id} ${step.agent}`;
  const known = trace.agents.get(key);
  if (known !== undefined) return known;
  const agent = addSpan(trace, parent, step.seq, {
    agent: step.agent,
    kind: 'agent',
    icon: 'agent',
    verb: 'invoke_agent',
    name: step.agent || 'agent',
    start: step.at,
  });
  trace.agents.set(key, agent);
  return agent;
}

/** Closes the model call with its tokens, and its error if it failed. */
export function foldResponse(trace: Trace, step: TraceStep): TraceSpan | undefined {
  const { event, at } = step;
  const call = number(event, 'call');
  const span = step.parent?.kind === 'model' ? step.parent : findTurn(trace, call);
  if (span === undefined) return undefined;
  const figures = usage(event);
  if (figures.inputTokens !== undefined) {
    span.tokensIn = figures.inputTokens;
    trace.tokensIn = (trace.tokensIn ?? 0) + figures.inputTokens;
  }
  if (figures.outputTokens !== undefined) {
    span.tokensOut = figures.outputTokens;
    trace.tokensOut = (trace.tokensOut ?? 0) + figures.outputTokens;
  }
  if (figures.estimated) trace.tokensEstimated = true;
  const { contextWindow = 0 } = figures;
  // A sub-agent can have another model.
  if (contextWindow > 0 && (trace.contextWindow === undefined || !isOfSubagent(trace, span)))
    trace.contextWindow = contextWindow;
  trace.textIndex.add(span.id, event.text);
  addTokens(trace, span, figures);
  if (figures.costUsd !== undefined) {
    span.costUsd = figures.costUsd;
    trace.costUsd = (trace.costUsd ?? 0) + figures.costUsd;
    addTotals(trace, span, { costUsd: figures.costUsd });
  }
  if (figures.costSource === 'estimated') trace.costEstimated = true;
  countRequested(trace, span, Array.isArray(event.toolCalls) ? event.toolCalls.length : 0);
  if (event.synthetic === true) span.detail = 'closing message by Skillwright';
  nameResponse(trace, span, event);
  const error = oneLine(text(event, 'error'), 120);
  // The runtime writes this when the run is stopped: the model did not fail.
  if (error === 'Cancelled.') {
    span.label = 'stopped';
    closeSpan(trace, span, at, 'cut');
    return span;
  }
  if (error !== '') span.detail = error;
  const failed = error !== '' || text(event, 'finish') === 'error';
  if (failed) span.icon = 'error';
  closeSpan(trace, span, at, failed ? 'error' : 'ok');
  return span;
}

function findTurn(trace: Trace, call: number | undefined): TraceSpan | undefined {
  if (trace.lastModel === undefined || call === undefined || trace.lastModel.turn === call) return trace.lastModel;
  const span = trace.turns.get(call);
  return span?.end === undefined ? span : undefined;
}
