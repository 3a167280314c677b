import type { LanguageModelV4 } from '@ai-sdk/provider';
import { causeFinder } from '../../guards/cause.ts';
import { createGuards } from '../../guards/presets.ts';
import { Conversation } from '../../loop/conversation.ts';
import { runLoop } from '../../loop/loop.ts';
import type { LoopEnd } from '../../loop/loop-options.ts';
import type { EventBody, Scope } from '../../loop/scope.ts';
import type { ToolContext, Toolset } from '../../loop/tools.ts';
import type { Json } from '../../protocol/events.ts';
import type { SkillSource } from '../../toolset/skill-source.ts';
import type { RunShared } from '../shared.ts';

/** How it ended, and what the call answers where it went well. */
export type InnerEnd = LoopEnd & {
  readonly result: Json;
  /** One of its calls may have changed something, in this process or an earlier one. */
  readonly changed: boolean;
};

export interface InnerRun {
  /** Whose name its events carry. */
  readonly agent: string;
  readonly instruction: string;
  readonly prompt: string;
  readonly toolset: Toolset;
  /** Where the words are that provoke a miss. */
  readonly skills: SkillSource;
  readonly model?: LanguageModelV4;
  readonly maxIterations?: number;
}

/**
 * Runs a loop inside a call, or goes on with one that an earlier process left there. Its events stand under the call; its
 * model calls and tokens are the run's; guards hold in it with counts of its own, as its model has seen nothing of the
 * outer one's failures.
 */
export async function runInside(shared: RunShared, call: ToolContext, inner: InnerRun): Promise<InnerEnd> {
  const conversation = new Conversation();
  conversation.addUserMessage(inner.prompt);
  for (const event of call.history.own) conversation.apply(event);
  const { agent, instruction, toolset, model = shared.loop.model, maxIterations } = inner;
  let changed = call.history.own.some(changes);
  const scope = shared.scopeFor(agent);
  const watched: Scope = {
    ...scope,
    emit(body) {
      changed ||= changes(body);
      return scope.emit(body);
    },
  };
  const end = await runLoop({
    ...shared.loop,
    model,
    instruction,
    toolset,
    hooks: createGuards(
      shared.guards,
      `${call.invocation}.${call.callId}`,
      causeFinder(inner.skills.known),
      shared.guardSettings,
    ),
    scope: watched,
    conversation,
    signal: call.signal,
    root: call.seq,
    history: call.history,
    ...(maxIterations === undefined ? {} : { maxIterations }),
  });
  return { ...end, result: lastWord(conversation) ?? end.text, changed };
}

function changes(event: EventBody): boolean {
  return event.type === 'tool_result' && event.changes === true;
}

/** The result of the tool that ended the loop (`skipSummarization`); undefined where the model had the last word. */
function lastWord(conversation: Conversation): Json | undefined {
  const last = conversation.messages.at(-1);
  if (last?.role !== 'tool') return undefined;
  const results = last.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []));
  const values = results.map((output) => ('value' in output ? (output.value as Json) : null));
  return values.length === 1 ? values[0] : values;
}
