import { estimateTokens } from '../../../skill/index.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import type { Debugger } from '../debugger.ts';
import { positionValues } from '../position-values.ts';
import type { LoopView } from '../run-view.ts';

/** A named group of values of a stopped run. */
export interface ScopeView {
  readonly name: string;
  /** The root that expressions and `assign` refer to its values by; absent if they cannot be changed. */
  readonly root?: string;
  readonly hint?: 'arguments' | 'returnValue';
  readonly values: () => Json;
}

/**
 * Returns the scopes of a loop.
 * @param isCall true for the frame of the tool call that the run is stopped at
 */
export function scopesOf(session: Debugger, loop: LoopView, isCall: boolean): readonly ScopeView[] {
  const stop = session.current;
  if (stop === undefined) return [];
  const values = positionValues(stop.position, session.view, stop);
  const { state } = stop.position.boundary;
  const call: readonly ScopeView[] = isCall
    ? [
        { name: 'Arguments', root: 'args', hint: 'arguments', values: () => values.args ?? {} },
        { name: 'Result', hint: 'returnValue', values: () => resultOf(values) },
      ]
    : [];
  return [
    ...call,
    { name: 'Messages', values: () => messagesOf(session, loop) },
    {
      name: 'State',
      root: 'state',
      values: () => Object.fromEntries(state.keys().map((key) => [key, state.get(key) ?? null])),
    },
    { name: 'Loaded Skills', values: () => [...session.view.loadedSkills] },
    { name: 'Offered Tools', values: () => toolsOf(session, loop) },
    { name: 'Tokens', values: () => tokensOf(session, loop) },
    { name: 'Budget', values: () => budgetOf(session) },
    { name: 'Guards', values: () => guardsOf(session) },
  ];
}

/** Before the call, the result is null: setting one returns it instead of running the tool. */
function resultOf({ result = null, error_code: code = '' }: JsonObject): Json {
  return { result, error_code: code };
}

/** The messages of the request, with changes, and the one to add. */
function messagesOf(session: Debugger, loop: LoopView): Json {
  const request = session.requests.get(loop);
  if (request === undefined) return {};
  const { current: stop, view } = session;
  const isHere = stop?.position.at === 'model_call' && view.loopOf(stop.position) === loop;
  const { start, length } = request.conversation;
  const entries = request.prompt.slice(0, start + length).map((message, index): [string, Json] => {
    const edited = isHere
      ? index === 0 && start > 0
        ? stop.currentSystem
        : stop.editedMessage(index - start)
      : undefined;
    if (message.role === 'system') return [`${index} system`, edited ?? message.content];
    const content = message.content as unknown as readonly JsonObject[];
    const only = content.length === 1 && content[0]?.type === 'text' ? content[0].text : undefined;
    return [`${index} ${message.role}`, edited ?? only ?? content];
  });
  const next = isHere ? { next_message: stop.editedMessage(length) ?? '' } : {};
  return { ...Object.fromEntries(entries), ...next };
}

function toolsOf(session: Debugger, loop: LoopView): Json {
  const tools = session.requests.get(loop)?.tools ?? [];
  return Object.fromEntries(
    tools.map(({ name, description = '', inputSchema }) => [name, { description, inputSchema: inputSchema as Json }]),
  );
}

/** Estimated tokens of the last request by category, and those that the provider reported for the run. */
function tokensOf(session: Debugger, loop: LoopView): Json {
  const request = session.requests.get(loop);
  const { usage } = session.view;
  if (request === undefined) return { ...usage };
  const byRole = (role: string): number =>
    request.prompt.filter((message) => message.role === role).reduce((sum, { content }) => sum + tokensIn(content), 0);
  return {
    estimated_request: {
      instructions: byRole('system'),
      tools: request.tools.reduce((sum, tool) => sum + tokensIn(tool), 0),
      user: byRole('user'),
      assistant: byRole('assistant'),
      results: byRole('tool'),
    },
    run: { ...usage },
  };
}

function tokensIn(value: unknown): number {
  return estimateTokens(typeof value === 'string' ? value : JSON.stringify(value));
}

function budgetOf({ view: { calls, usage, started } }: Debugger): Json {
  const { maxLlmCalls = 0, maxTokens = 0, maxCost = 0 } = started ?? {};
  const limit = (value: number): Json => (value > 0 ? value : 'no limit');
  return {
    model_calls: calls,
    max_llm_calls: limit(maxLlmCalls),
    tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
    max_tokens: limit(maxTokens),
    cost: usage.costUsd ?? null,
    max_cost: limit(maxCost),
  };
}

function guardsOf({ view: { guards, started } }: Debugger): Json {
  const decisions = guards.map(
    ({ rule, verdict, count, threshold }) => `${rule}: ${verdict}, ${count} of ${threshold}`,
  );
  return { preset: started?.guards ?? 'default', decisions };
}
