/** The first and the last event of a run, and the results of calls that will never finish. */
import { defined, type Skill } from '../../skill/index.ts';
import type { EventBody } from '../loop/interfaces/scope.ts';
import type { LoopEnd } from '../loop/loop-options.ts';
import { displayAddress } from '../models/endpoint/address.ts';
import type { OfferedSkill, RunEvent, ToldSkill, ToolCall } from '../protocol/events.ts';
import { recordedOptions } from '../protocol/run-options.ts';
import type { RunSpec } from './run-spec.ts';

/** Creates `run_started`, with everything that a resume needs and without secrets. */
export function startedBody(spec: RunSpec, run: string): EventBody {
  const { baseUrl, skills, calledSkills, guards, maxLlmCalls, prompt, agentFile, folder, client, model } = spec;
  const named = ({ name, root }: Skill): OfferedSkill => ({ name, root });
  return defined({
    type: 'run_started',
    run,
    model: model.name,
    baseUrl: baseUrl === undefined ? undefined : displayAddress(baseUrl),
    skills: skills.map(named),
    calledSkills: calledSkills?.map(named),
    ...recordedOptions(spec),
    guards,
    maxLlmCalls,
    prompt,
    agentFile,
    folder,
    simulated: model.simulated,
    client: client?.id,
    install: client?.install,
    workspace: client?.workspace,
    stress: spec.stress,
    instruction: spec.instruction,
  });
}

/** Returns the notes to show at the start of a run. */
export function startNotes({ notes = [], maxLlmCalls }: RunSpec): readonly string[] {
  return maxLlmCalls > 0 ? notes : [...notes, 'There is no limit on model calls in this run.'];
}

/**
 * Creates `run_finished`.
 * @param waiting ids of the pauses that were left unanswered
 * @param instructed the files that the loaded texts tell the model to read, if there are any
 */
export function finishedBody(
  end: LoopEnd,
  waiting: readonly string[],
  parent: number,
  instructed: readonly ToldSkill[] | undefined,
): EventBody {
  const { reason, text, llmCalls, usage, error, needsKey, synthetic } = end;
  return defined({
    type: 'run_finished',
    reason,
    waiting: reason === 'paused' ? waiting : undefined,
    llmCalls,
    text,
    usage,
    error,
    needsKey,
    synthetic: synthetic === true ? synthetic : undefined,
    instructed: reason === 'paused' ? undefined : instructed,
    parent,
  });
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
