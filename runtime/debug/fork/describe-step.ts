import { dirname, join } from 'node:path';
import { defined } from '../../../skill/index.ts';
import { readAgent } from '../../agents/read-agent.ts';
import type { Json, RunEvent, RunStarted, ToolCall } from '../../protocol/events.ts';
import type { ForkStepParams, ForkStepResult } from '../../protocol/fork.ts';
import { withPayloads } from '../../run/restore.ts';
import { inlineText } from '../../text/inline-text.ts';
import { type ForkPoint, findForkPoint } from './fork-point.ts';
import { readEvents } from './fork-spec.ts';
import { describeLostEffects } from './lost-effects.ts';

/** Describes a step of a saved run and the values that a fork can change there, or why the run cannot be forked there. */
export async function describeForkStep({ runs, run, at }: ForkStepParams): Promise<ForkStepResult> {
  const events = readEvents(runs, run);
  const point = typeof events === 'string' ? events : findForkPoint(events, at);
  if (typeof events === 'string' || typeof point === 'string') return { kind: 'failed', message: String(point) };
  const folder = join(runs, run);
  const { target } = point;
  const started = withPayloads(point.started, folder) as RunStarted;
  const lost = describeLostEffects(point.events, started.client !== undefined);
  const instruction = target.agent === started.agent ? await instructionOf(started, runs) : undefined;
  return defined({
    kind: 'step',
    call: callOf(point),
    prompt: inlineText(started.prompt),
    instruction,
    tool: target.type === 'tool_call' ? target.tool : undefined,
    ...valuesOf(events, point, folder),
    lost,
  });
}

/** Returns the recorded instruction of a fork, or that of the agent's file as it is now; undefined if it cannot be read. */
async function instructionOf(
  { instruction, agentFile, folder }: RunStarted,
  runs: string,
): Promise<string | undefined> {
  if (instruction !== undefined) return inlineText(instruction);
  const read = await readAgent(agentFile, folder ?? dirname(dirname(runs)));
  return read.kind === 'failed' ? undefined : read.agent.instruction;
}

function callOf({ target, events }: ForkPoint): number {
  if (target.type === 'llm_request') return target.call;
  const request = events.find(({ seq }) => seq === target.parent);
  return request?.type === 'llm_request' ? request.call : 0;
}

/** Returns the arguments that the call ran with and its result, with their payloads. */
function valuesOf(events: readonly RunEvent[], { target }: ForkPoint, folder: string): { args?: Json; result?: Json } {
  if (target.type !== 'tool_call') return {};
  const response = events.find((event) => event.type === 'llm_response' && event.parent === target.parent);
  const complete = response === undefined ? undefined : withPayloads(response, folder);
  const requested =
    complete?.type === 'llm_response' ? complete.toolCalls.find(({ id }) => id === target.id) : undefined;
  const result = events.find((event) => event.type === 'tool_result' && event.parent === target.seq);
  const answered = result === undefined ? undefined : withPayloads(result, folder);
  return defined({
    args: argumentsThatRan(target, requested?.args, folder),
    result: answered?.type === 'tool_result' ? (answered.result as Json) : undefined,
  });
}

/** Returns the arguments of the `tool_call` if a user changed them while debugging, and those of the model otherwise. */
function argumentsThatRan(call: ToolCall, requested: Json | undefined, folder: string): Json {
  const isChanged = call.requested !== undefined;
  return isChanged || requested === undefined ? ((withPayloads(call, folder) as ToolCall).args as Json) : requested;
}
