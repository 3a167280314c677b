import { hash } from 'node:crypto';
import { defined } from '../../../skill/index.ts';
import type { OpenCall } from '../log/calls.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { Track } from '../log/track.ts';
import type { AgentSpan, ModelCall, ToolSpan } from './finding.ts';
import type { LogEvent } from './log-record.ts';
import { SharedParts } from './shared-parts.ts';
import type { RecordedSpan } from './span.ts';
import { type Identity, SpanInput, type SpanMoment } from './span-input.ts';

/** The part of a trace that a span belongs to. */
interface Scope {
  readonly track: Track;
  /** The call that the span is inside, if no agent is between them. */
  readonly call?: OpenCall | undefined;
}

/**
 * Converts spans to the events of a run. Spans are written when they end, so that parents follow their children; they
 * are sorted by their start. A tool's span belongs to the model's call with its id, or else to the next call of that
 * tool. Agents and model calls inside a tool's span are sub-agents of that call.
 */
export class SpanLog {
  private readonly log: SessionLog;
  /** Scopes of spans that are not directly part of the main agent. */
  private readonly scopes = new Map<string, Scope>();
  /** Spans of model calls that have a span of the same call inside. */
  private readonly outers = new Map<string, { readonly key: string; readonly isEmpty: boolean }>();
  private readonly lastKeys = new WeakMap<Track, string>();
  private readonly spanCalls = new Map<string, OpenCall>();
  private readonly claimed = new Set<OpenCall>();
  /** Sub-agents by their calls. */
  private readonly tracks = new Map<OpenCall, Track>();
  private readonly prompts = new Set<string>();
  private readonly shared = new SharedParts();
  private readonly input = new SpanInput(this.shared, (moment) => this.write(moment));
  /** Number of model calls so far, and at the start of each agent that is not inside of a call. */
  private modelCalls = 0;
  private readonly callsBefore = new Map<string, number>();
  /** True if spans of agents have the prompts: then those of model calls contain what the client added. */
  private hasAgentPrompts = false;

  constructor(log: SessionLog) {
    this.log = log;
  }

  /** Adds a span of a record and returns the outcome of the record. */
  add(span: RecordedSpan, record: number): ReadFate {
    return this.input.add(span, record);
  }

  /** Adds an event of a model call that is a log record, and returns the outcome of the record. */
  addEvent(log: LogEvent, record: number): ReadFate {
    return this.input.addEvent(log, record);
  }

  /** Writes everything that is buffered. */
  end(): void {
    this.input.end();
    for (const track of this.tracks.values()) track.flush();
  }

  private write({ span, content: { finding, record, eventRecords }, isEnd }: SpanMoment): void {
    const at = { record, time: isoTime(isEnd === true ? span.end : span.start) };
    if (isEnd === true) {
      if (finding.kind === 'tool') this.result(span, finding, at);
      if (finding.kind === 'agent') this.agentEnd(span, finding, at);
      return;
    }
    const outer = this.scopes.get(span.parent ?? '') ?? { track: this.log.main };
    if (finding.kind !== 'model') for (const event of eventRecords) this.log.addToEnd({ ...at, record: event });
    switch (finding.kind) {
      case 'model': {
        this.enter(span, outer);
        const { track } = this.inner(outer);
        this.model(span, finding, track, at);
        for (const event of eventRecords) track.addRecord({ ...at, record: event });
        return;
      }
      case 'tool':
        this.scopes.set(span.id, { track: outer.track, call: this.call(span, finding, this.inner(outer).track, at) });
        return;
      case 'agent': {
        const scope = this.inner(outer, finding.name);
        this.enter(span, { track: scope.track });
        if (scope.track === this.log.main) {
          this.callsBefore.set(span.id, this.modelCalls);
          if (finding.model !== undefined) this.log.setModel(finding.model);
        }
        if (finding.prompt !== undefined) this.agentPrompt(finding.prompt, scope.track, at);
        return;
      }
      case 'other':
        this.enter(span, outer);
    }
  }

  private enter(span: Identity, scope: Scope): void {
    if (scope.call !== undefined || scope.track !== this.log.main) this.scopes.set(span.id, scope);
  }

  /** Returns the scope of the spans inside another scope: a sub-agent's if that scope is a call. */
  private inner({ track, call }: Scope, name?: string): Scope {
    if (call === undefined) return { track };
    const existing = this.tracks.get(call);
    if (existing !== undefined) return { track: existing };
    const created = new Track(this.log, name ?? call.tool, call);
    this.tracks.set(call, created);
    return { track: created };
  }

  private agentPrompt(prompt: string, track: Track, at: RecordPosition): void {
    const isMain = track === this.log.main;
    if (isMain) this.hasAgentPrompts = true;
    if (isMain && this.isNew(prompt)) this.log.prompt(prompt, at);
    else this.log.addToEnd(at);
  }

  /** Ends an agent. If the trace has no spans of its model calls, it is one model call. */
  private agentEnd(span: Identity, { text, usage, model }: AgentSpan, at: RecordPosition): void {
    const before = this.callsBefore.get(span.id);
    this.callsBefore.delete(span.id);
    if (before !== this.modelCalls) {
      this.log.addToEnd(at);
      return;
    }
    this.modelCalls++;
    this.log.main.add(defined({ key: `span-${span.id}`, text, usage, model }), at);
  }

  private model(span: Identity, call: ModelCall, track: Track, at: RecordPosition): void {
    this.modelCalls++;
    const outer = this.outers.get(span.parent ?? '');
    const key = outer?.key ?? `span-${span.id}`;
    if (call.isOuter) this.outers.set(span.id, { key, isEmpty: call.text === '' && call.calls.length === 0 });
    if (track === this.log.main && !this.hasAgentPrompts && outer === undefined)
      for (const prompt of call.prompts) if (this.isNew(prompt)) this.log.prompt(prompt, at);
    for (const { id, value } of call.results)
      if (id !== undefined && this.log.openCall(id) !== undefined) this.log.result(id, { value }, at);
    if (outer === undefined || call.system !== '') track.setSent(this.shared.sentOf(call));
    track.recordInput(at.time);
    const end = { ...at, time: isoTime(span.end) };
    const hasContent = outer === undefined || outer.isEmpty;
    track.add(
      defined({
        key,
        text: hasContent ? call.text : undefined,
        reasoning: hasContent ? call.reasoning : undefined,
        usage: call.usage,
        model: call.model === undefined || outer !== undefined ? undefined : call.model,
        finish: call.finish,
        error: call.error,
      }),
      end,
    );
    this.lastKeys.set(track, key);
    if (!hasContent) return;
    call.calls.forEach(({ id = `${span.id}-${at.record}`, tool, args }, index) => {
      const unique = this.log.openCall(id) === undefined && !this.log.isAnswered(id) ? id : `${span.id}-${index}`;
      track.add({ key, call: { id: unique, tool, args } }, end);
    });
  }

  private call(
    span: Identity,
    { tool, callId, args }: ToolSpan,
    track: Track,
    at: RecordPosition,
  ): OpenCall | undefined {
    const existing = this.log.openCall(callId) ?? this.unclaimed(tool, callId, track);
    if (existing !== undefined && !this.claimed.has(existing)) {
      if (!track.addRecord(at)) this.log.addToEnd(at);
      this.claim(span.id, existing);
      return existing;
    }
    if (callId !== undefined && this.log.isAnswered(callId)) {
      this.log.addToEnd(at);
      return undefined;
    }
    const id = callId !== undefined && existing === undefined ? callId : `span-${span.id}`;
    const key = this.lastKeys.get(track);
    track.add(defined({ key, call: { id, tool, args } }), at);
    const created = this.log.openCall(id);
    if (created !== undefined) this.claim(span.id, created);
    return created;
  }

  /** Returns the first call of a tool that has no span yet, for spans without the id of their call. */
  private unclaimed(tool: string, callId: string | undefined, track: Track): OpenCall | undefined {
    if (callId !== undefined) return undefined;
    return this.log.openCalls.find((call) => call.tool === tool && call.track === track && !this.claimed.has(call));
  }

  private claim(span: string, call: OpenCall): void {
    this.claimed.add(call);
    this.spanCalls.set(span, call);
  }

  private result(span: Identity, { result, isError }: ToolSpan, at: RecordPosition): void {
    const call = this.spanCalls.get(span.id);
    this.spanCalls.delete(span.id);
    // Everything inside the call has started before its end.
    this.scopes.delete(span.id);
    if (call === undefined) return;
    this.claimed.delete(call);
    this.tracks.get(call)?.flush();
    this.tracks.delete(call);
    if (this.log.openCall(call.id) !== call) return;
    const durationMs = Math.max(0, Math.round(span.end - span.start));
    this.log.result(call.id, defined({ value: result, isError: isError || undefined, durationMs }), at);
  }

  private isNew(prompt: string): boolean {
    const key = hash('sha256', prompt, 'base64');
    if (this.prompts.has(key)) return false;
    this.prompts.add(key);
    return true;
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
