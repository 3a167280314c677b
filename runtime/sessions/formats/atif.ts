/**
 * Trajectories in ATIF, which Harbor and others write: a document with steps, and embedded trajectories of sub-agents.
 *
 * Ignored: ids and probabilities of tokens, the data of images, and trajectories in separate files. A step of the agent
 * without a model call (`llm_call_count` 0) is one here, because its calls need one. In a document that is read element by
 * element, the trajectory of a sub-agent is one record, which comes after all steps.
 */

import { defined } from '../../../skill/index.ts';
import { addUsage } from '../../models/prices/usage.ts';
import type { Json, Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, isFields, jsonOf, listOf, textOf, timeOf } from '../../text/values.ts';
import type { OpenCall } from '../log/calls.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import { Track } from '../log/track.ts';
import { toolsOf } from '../messages/tools.ts';

/** Maximum depth of embedded sub-agents. */
const MAX_LEVELS = 20;

export const atif: SessionFormat = {
  id: 'atif',
  title: 'ATIF',
  detect: ({ document }) =>
    isFields(document) && /^ATIF-v/.test(textOf(document.schema_version) ?? '') && Array.isArray(document.steps),
  time: (record) => fieldsOf(record.step).timestamp,
  session: ({ trajectory }) => textOf(fieldsOf(trajectory).session_id),
  split: (document) => [...splitTrajectory(fieldsOf(document), undefined, 0)],
  lists: { steps: {}, subagent_trajectories: {} },
  open: (log) => new AtifReader(log),
};

/**
 * Returns the header of a trajectory as `{trajectory, caller}`, then `{step, trajectory}` for each step; those of a
 * sub-agent follow the step that called it.
 */
function* splitTrajectory(document: Fields, caller: string | undefined, level: number): Generator<unknown> {
  const { steps, subagent_trajectories: embedded, ...header } = document;
  const inner = new Map(listOf(embedded).map((one) => [textOf(fieldsOf(one).trajectory_id) ?? '', one]));
  yield { trajectory: header, caller };
  for (const step of listOf(steps)) {
    yield isFields(step) ? { step, trajectory: header } : step;
    for (const { id, call } of references(fieldsOf(step))) {
      const found = inner.get(id);
      if (found === undefined || level >= MAX_LEVELS) continue;
      inner.delete(id);
      yield* splitTrajectory(fieldsOf(found), call, level + 1);
    }
  }
  for (const rest of inner.values()) yield isFields(rest) ? { unused: rest } : rest;
}

/** Returns the sub-agents that the results of a step name, with the ids of the calls. */
function references(step: Fields): readonly { readonly id: string; readonly call: string }[] {
  return listOf(fieldsOf(step.observation).results)
    .map(fieldsOf)
    .flatMap(({ source_call_id: call, subagent_trajectory_ref: list }) =>
      listOf(list).map((one) => ({ id: textOf(fieldsOf(one).trajectory_id) ?? '', call: textOf(call) ?? '' })),
    );
}

class AtifReader extends LogReader {
  /** The agents of the trajectories that are being read, by the header of each. */
  private readonly tracks = new Map<unknown, Track>();
  /** Calls of the latest steps, for their sub-agents. */
  private readonly calls = new Map<string, OpenCall>();
  /** The calls that started the sub-agents of the steps so far, by the ids of their trajectories. */
  private readonly callers = new Map<string, string>();
  private isEmbedded = false;
  private header: RecordPosition | undefined;
  /** The trajectory of the latest record. */
  private current: unknown;
  private hasPrompt = false;
  /** Number of model calls. */
  private steps = 0;

  read(record: Fields, at: RecordPosition): ReadFate {
    if (this.current !== record.trajectory) this.tracks.get(this.current)?.flush();
    this.current = record.trajectory;
    if (isFields(record.unused)) return this.embedded(record.unused, at);
    if (isFields(record.step)) return this.step(record.step, fieldsOf(record.trajectory), at);
    return isFields(record.trajectory) ? this.start(record.trajectory, textOf(record.caller), at) : 'raw';
  }

  end(): void {
    for (const track of this.tracks.values()) track.flush();
    if (this.header !== undefined && this.log.reported !== undefined)
      this.log.addReported(this.log.reported, this.header);
  }

  private start(trajectory: Fields, caller: string | undefined, at: RecordPosition): ReadFate {
    const agent = fieldsOf(trajectory.agent);
    const call = caller === undefined ? undefined : this.calls.get(caller);
    if (call !== undefined) this.tracks.set(trajectory, new Track(this.log, textOf(agent.name) ?? call.tool, call));
    const tools = toolsOf(agent.tool_definitions);
    if (tools.length > 0) (this.tracks.get(trajectory) ?? this.log.main).setSent({ tools });
    const model = textOf(agent.model_name);
    if (model !== undefined && call === undefined) this.log.setModel(modelName(model));
    const total = usageOf(fieldsOf(trajectory.final_metrics), 'total_');
    if (total === undefined) return 'metadata';
    this.log.reported = addUsage(this.log.reported ?? {}, total);
    // The totals of the other trajectories are part of the same sum.
    this.header ??= at;
    this.log.addToEnd(at);
    return 'used';
  }

  /** Reads the trajectory of a sub-agent whose call was read before. */
  private embedded(trajectory: Fields, at: RecordPosition): ReadFate {
    const caller = this.callers.get(textOf(trajectory.trajectory_id) ?? '');
    if (caller === undefined || this.isEmbedded) return 'raw';
    this.isEmbedded = true;
    for (const record of splitTrajectory(trajectory, caller, 1)) {
      if (!isFields(record)) continue;
      const fate = this.read(record, { ...at, time: timeOf(atif.time(record)) ?? at.time });
      if (fate === 'raw') this.log.raw(record, at);
    }
    this.isEmbedded = false;
    return 'used';
  }

  private step(step: Fields, trajectory: Fields, at: RecordPosition): ReadFate {
    if (step.is_copied_context === true) return 'duplicate';
    const track = this.tracks.get(trajectory) ?? this.log.main;
    const text = textWithImages(step.message);
    switch (step.source) {
      case 'user':
        // The task of a sub-agent is in the arguments of its call.
        if (track !== this.log.main) return 'duplicate';
        this.hasPrompt = true;
        this.log.prompt(text, at);
        return 'used';
      case 'system':
        if (!this.hasPrompt || track !== this.log.main) {
          if (!track.hasReplied && text !== '') track.addInstructions(text);
          return 'metadata';
        }
        this.log.note(text === '' ? 'The harness intervened.' : text, at);
        return 'used';
      case 'agent':
        return this.agentStep(step, text, track, fieldsOf(trajectory.agent), at);
      default:
        return 'raw';
    }
  }

  private agentStep(step: Fields, text: string, track: Track, agent: Fields, at: RecordPosition): ReadFate {
    const key = `step-${this.steps++}`;
    for (const { id, call } of references(step)) this.callers.set(id, call);
    const model = textOf(step.model_name) ?? textOf(agent.model_name);
    const usage = usageOf(fieldsOf(step.metrics), '');
    track.add(
      defined({
        key,
        text,
        reasoning: textOf(step.reasoning_content) ?? '',
        model: model === undefined ? undefined : modelName(model),
        usage,
      }),
      at,
    );
    const ids = listOf(step.tool_calls).map((value, index) => {
      const call = fieldsOf(value);
      const id = textOf(call.tool_call_id) ?? `${key}-${index}`;
      track.add(
        { key, call: { id, tool: textOf(call.function_name) ?? 'unknown', args: jsonOf(call.arguments ?? {}) } },
        at,
      );
      const open = this.log.openCall(id);
      if (open !== undefined) this.calls.set(id, open);
      return id;
    });
    this.results(listOf(fieldsOf(step.observation).results).map(fieldsOf), ids, at);
    return 'used';
  }

  /** Adds results. One without the id of its call is that of all calls of the step that have none. */
  private results(results: readonly Fields[], ids: readonly string[], at: RecordPosition): void {
    const named = new Set(results.map(({ source_call_id: id }) => textOf(id)));
    const unnamed = ids.filter((id) => !named.has(id));
    const others = results.filter(({ source_call_id: id }) => typeof id !== 'string');
    for (const { source_call_id: id, content } of results)
      if (typeof id === 'string') this.log.result(id, { value: contentValue(content) }, at);
    unnamed.forEach((id, index) => {
      const result = others.length === unnamed.length ? others[index] : others[0];
      if (result !== undefined) this.log.result(id, { value: contentValue(result.content) }, at);
    });
  }
}

function contentValue(content: unknown): Json {
  return Array.isArray(content) ? textWithImages(content) : jsonOf(content ?? '');
}

/** Returns the text of a message or result, with `[image]` for an image. */
function textWithImages(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = listOf(content).map(fieldsOf);
  return parts.map(({ type, text }) => textOf(text) ?? `[${textOf(type) ?? 'file'}]`).join('\n\n');
}

function modelName(model: string): string {
  return model.includes('/') ? model : `unknown/${model}`;
}

/** Converts metrics, whose input tokens include those of the cache, as ours do. */
function usageOf(metrics: Fields, prefix: '' | 'total_'): Usage | undefined {
  const input = countOf(metrics[`${prefix}prompt_tokens`]);
  const output = countOf(metrics[`${prefix}completion_tokens`]);
  const cached = countOf(metrics[`${prefix}cached_tokens`]);
  const cost = countOf(metrics[`${prefix}cost_usd`]);
  if (input === undefined && output === undefined && cost === undefined) return undefined;
  return defined({
    inputTokens: input,
    outputTokens: output,
    cacheReadTokens: cached,
    costUsd: cost,
    costSource: cost === undefined ? undefined : 'reported',
  });
}
