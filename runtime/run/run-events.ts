/** The first and the last event of a run, and the results of calls that will never finish. */
import type { LoopEnd } from '../loop/loop-options.ts';
import type { EventBody } from '../loop/scope.ts';
import { displayAddress } from '../models/address.ts';
import type { RunEvent, ToolCall } from '../protocol/events.ts';
import type { RunSpec } from './run-spec.ts';

/** Creates `run_started`, with everything that a resume needs and without secrets. */
export function startedBody(spec: RunSpec, run: string): EventBody {
  return {
    type: 'run_started',
    run,
    model: spec.model.name,
    ...(spec.baseUrl === undefined ? {} : { baseUrl: displayAddress(spec.baseUrl) }),
    skills: spec.skills.map(({ name, root }) => ({ name, root })),
    ...(spec.calledSkills === undefined
      ? {}
      : { calledSkills: spec.calledSkills.map(({ name, root }) => ({ name, root })) }),
    guards: spec.guards,
    ...(spec.guardSettings === undefined ? {} : { guardSettings: spec.guardSettings }),
    maxLlmCalls: spec.maxLlmCalls,
    ...(spec.maxTokens === undefined ? {} : { maxTokens: spec.maxTokens }),
    ...(spec.maxCost === undefined ? {} : { maxCost: spec.maxCost }),
    ...(spec.reasoning === undefined ? {} : { reasoning: spec.reasoning }),
    ...(spec.modelTimeout === undefined ? {} : { modelTimeout: spec.modelTimeout }),
    ...(spec.scriptTimeout === undefined ? {} : { scriptTimeout: spec.scriptTimeout }),
    ...(spec.requireSandbox === true ? { requireSandbox: true } : {}),
    prompt: spec.prompt,
    ...(spec.agentFile === undefined ? {} : { agentFile: spec.agentFile }),
    ...(spec.folder === undefined ? {} : { folder: spec.folder }),
    simulated: spec.model.simulated,
    ...(spec.client === undefined ? {} : clientOf(spec.client)),
    ...(spec.stress === undefined ? {} : { stress: spec.stress }),
    ...(spec.instruction === undefined ? {} : { instruction: spec.instruction }),
  };
}

/** Returns the notes to show at the start of a run. */
export function startNotes({ notes = [], maxLlmCalls }: RunSpec): readonly string[] {
  return maxLlmCalls > 0 ? notes : [...notes, 'There is no limit on model calls in this run.'];
}

/**
 * Creates `run_finished`.
 * @param waiting ids of the pauses that were left unanswered
 */
export function finishedBody(end: LoopEnd, waiting: readonly string[], parent: number): EventBody {
  const { reason, text, llmCalls, usage, error, needsKey, synthetic } = end;
  return {
    type: 'run_finished',
    reason,
    ...(reason === 'paused' ? { waiting } : {}),
    llmCalls,
    text,
    usage,
    ...(error === undefined ? {} : { error }),
    ...(needsKey === undefined ? {} : { needsKey }),
    ...(synthetic === true ? { synthetic } : {}),
    parent,
  };
}

/** Returns the calls without a result: they waited for the user, or their process was killed. */
export function openCalls(events: readonly RunEvent[]): readonly ToolCall[] {
  const done = new Set(events.flatMap((event) => (event.type === 'tool_result' ? [event.parent] : [])));
  return events.filter((event): event is ToolCall => event.type === 'tool_call' && !done.has(event.seq));
}

/** Creates the result of a call that the user continued without. */
export function abandonedBody({ id, tool, seq: parent }: ToolCall): EventBody {
  const error_code = 'CANCELLED';
  const result = { error: 'Interrupted: the user continued without this call.', error_code };
  return { type: 'tool_result', id, tool, result, error_code, durationMs: 0, parent };
}

function clientOf({ id, install, workspace }: NonNullable<RunSpec['client']>) {
  return { client: id, install, ...(workspace === undefined ? {} : { workspace }) };
}
