import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { causeFinder } from '../../guards/cause.ts';
import { createGuards } from '../../guards/presets.ts';
import type { EventBody, Scope } from '../../loop/interfaces/scope.ts';
import type { ToolContext, Toolset } from '../../loop/interfaces/tools.ts';
import { runLoop } from '../../loop/loop.ts';
import type { LoopEnd } from '../../loop/loop-options.ts';
import { Conversation } from '../../loop/model-call/conversation.ts';
import type { Json } from '../../protocol/events.ts';
import type { SkillSource } from '../../toolset/skill-source.ts';
import type { RunShared } from '../run-shared.ts';

/** The end of the inner loop, and the call's result if it succeeded. */
export type InnerEnd = LoopEnd & {
  readonly result: Json;
  /** True if one of its calls may have changed something, in this process or an earlier one. */
  readonly changed: boolean;
};

export interface InnerRun {
  /** The agent name in its events. */
  readonly agent: string;
  readonly instruction: string;
  readonly prompt: string;
  readonly toolset: Toolset;
  /** The skills whose words may provoke a miss. */
  readonly skills: SkillSource;
  readonly model?: LanguageModelV4;
  readonly maxIterations?: number;
}

/**
 * Runs a loop inside a call, or continues one that an earlier process left unfinished. Its events are nested under the
 * call, and its model calls and tokens count towards the run. Its guards count separately, because its model has not
 * seen the outer loop's failures.
 */
export async function runInnerLoop(shared: RunShared, call: ToolContext, inner: InnerRun): Promise<InnerEnd> {
  const conversation = new Conversation();
  conversation.addUserMessage(inner.prompt);
  for (const event of call.history.ownEvents) conversation.apply(event);
  const { agent, instruction, toolset, model = shared.loop.model, maxIterations } = inner;
  let changed = call.history.ownEvents.some(isChange);
  const scope = shared.scopeFor(agent);
  const trackingScope: Scope = {
    ...scope,
    emit(body, request) {
      changed ||= isChange(body);
      return scope.emit(body, request);
    },
  };
  const end = await runLoop(
    defined({
      ...shared.loop,
      model,
      instruction,
      toolset,
      hooks: createGuards(
        shared.guards,
        `${call.invocation}.${call.callId}`,
        causeFinder(inner.skills.findCached),
        shared.guardSettings,
      ),
      scope: trackingScope,
      conversation,
      signal: call.signal,
      root: call.seq,
      history: call.history,
      prompt: inner.prompt,
      maxIterations,
    }),
  );
  return { ...end, result: finalToolResult(conversation) ?? end.text, changed };
}

function isChange(event: EventBody): boolean {
  return event.type === 'tool_result' && event.changes === true;
}

/** Returns the result of the tool that ended the loop (`skipSummarization`); undefined if the model gave the answer. */
function finalToolResult(conversation: Conversation): Json | undefined {
  const last = conversation.messages.at(-1);
  if (last?.role !== 'tool') return undefined;
  const results = last.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []));
  const values = results.map((output) => ('value' in output ? (output.value as Json) : null));
  return values.length === 1 ? values[0] : values;
}
