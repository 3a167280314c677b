import { defined } from '../../skill/index.ts';
import type { JsonObject, ToolCall, ToolResult } from '../protocol/events.ts';
import type { History, PastQuestion } from './history/history.ts';
import { questionsIn } from './history/resume-point.ts';
import type { CallView, Decision, GuardAnswer, Intervention, ToolHook } from './interfaces/hooks.ts';
import type { SessionState } from './interfaces/state.ts';
import type { ResultOutcome } from './interfaces/tools.ts';

/** A decision on a journaled result that the earlier process did not write before it ended. */
export interface OwedDecision {
  readonly decision: Decision;
  /** `seq` of the `tool_call`. */
  readonly call: number;
}

/**
 * Restores the state of guards by replaying every call that has a result, in the order of the journal and with the answers
 * that the user gave. The decisions that result are in the journal already, except those still owed for the last step. The
 * counts therefore need no storage of their own, and neither a pause nor a crash resets them.
 */
export async function replayHooks(
  hooks: readonly ToolHook[],
  history: History,
  state: SessionState,
): Promise<readonly OwedDecision[]> {
  if (hooks.length === 0) return [];
  const results = new Map<string, ToolResult>();
  const steps = new Map<number, number>();
  const args = new Map<string, CallView['args'] | string>();
  const owed: OwedDecision[] = [];
  for (const event of history.ownEvents) if (event.type === 'tool_result') results.set(event.id, event);
  const last = history.ownEvents.findLast((event) => event.type === 'llm_request')?.seq ?? 0;
  const byParent = groupByParent(history);
  const open = new Map<string, { readonly view: CallView; readonly denied: Intervention | undefined }>();
  for (const event of history.ownEvents) {
    if (event.type === 'llm_request') steps.set(event.seq, event.call);
    else if (event.type === 'llm_response') {
      for (const call of event.toolCalls) args.set(call.id, isObject(call.args) ? call.args : String(call.args));
    } else if (event.type === 'tool_call' && results.has(event.id)) {
      const view = viewOf(event, argsOf(event, args), steps, state, questionsIn(byParent.get(event.seq) ?? []));
      const denied = results.get(event.id)?.denied === true ? await deniedBy(hooks, view) : undefined;
      if (results.get(event.id)?.denied !== true) await deniedBy(hooks, view);
      open.set(event.id, { view, denied });
    } else if (event.type === 'tool_result') {
      const call = open.get(event.id);
      if (call === undefined) continue;
      const decisions = replayResult(hooks, call.view, call.denied, event);
      const written = (byParent.get(event.parent ?? 0) ?? []).filter((one) => one.type === 'guard').length;
      if (event.seq > last)
        owed.push(...decisions.slice(written).map((decision) => ({ decision, call: event.parent ?? 0 })));
    }
  }
  return owed;
}

/** Returns the arguments of a call: those that the user gave it while debugging, or those of the model. */
function argsOf(
  { id, args, requested }: ToolCall,
  ofModel: ReadonlyMap<string, CallView['args'] | string>,
): CallView['args'] | string {
  return requested !== undefined && isObject(args) ? args : (ofModel.get(id) ?? {});
}

function replayResult(
  hooks: readonly ToolHook[],
  view: CallView,
  denied: Intervention | undefined,
  event: ToolResult,
): readonly Decision[] {
  const final = outcomeOf(event);
  const interventions: Intervention[] = denied === undefined ? [] : [denied];
  if (event.denied !== true) {
    let outcome = final;
    for (const hook of hooks) {
      const intervention = hook.after?.(view, outcome);
      if (intervention === undefined) continue;
      interventions.push(intervention);
      outcome = intervention.outcome;
    }
  }
  for (const hook of hooks) hook.observe?.(view, final, event.seq);
  return interventions.flatMap((intervention) => intervention.decide(event.seq));
}

async function deniedBy(hooks: readonly ToolHook[], view: CallView): Promise<Intervention | undefined> {
  for (const hook of hooks) {
    const intervention = await hook.before?.(view);
    if (intervention !== undefined) return intervention;
  }
  return undefined;
}

function viewOf(
  event: ToolCall,
  args: CallView['args'] | string,
  steps: ReadonlyMap<number, number>,
  state: SessionState,
  questions: readonly PastQuestion[],
): CallView {
  return defined({
    id: event.id,
    tool: event.tool,
    args: typeof args === 'string' ? {} : args,
    broken: typeof args === 'string' ? args : undefined,
    step: steps.get(event.parent ?? 0) ?? 0,
    state,
    ask: async (hint) => {
      const answer = questions.find(({ pause }) => pause.kind === 'guard' && pause.hint === hint)?.answer;
      return (answer as GuardAnswer | undefined) ?? 'unanswered';
    },
  });
}

function outcomeOf(event: ToolResult): ResultOutcome {
  const value = event.result as ResultOutcome['value'];
  const errorCode = event.error_code === undefined ? {} : { errorCode: event.error_code };
  const miss = event.miss === undefined ? {} : { miss: event.miss };
  const read = event.read === undefined ? {} : { read: event.read };
  return { kind: 'result', value, changes: event.changes === true, ...errorCode, ...miss, ...read };
}

function groupByParent(history: History) {
  const groups = new Map<number, (typeof history.ownEvents)[number][]>();
  for (const event of history.ownEvents) {
    const parent = event.parent ?? 0;
    const group = groups.get(parent);
    if (group === undefined) groups.set(parent, [event]);
    else group.push(event);
  }
  return groups;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
