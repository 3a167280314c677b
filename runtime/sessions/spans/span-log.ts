import { hash } from 'node:crypto';
import { defined } from '../../../skill/index.ts';
import type { OpenCall } from '../log/calls.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { Track } from '../log/track.ts';
import { type AgentSpan, type ModelCall, type ToolSpan, UNKNOWN_PROVIDER } from './finding.ts';
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

/** The span of a model call around that of the same call. */
interface Outer {
  readonly key: string;
  readonly call: ModelCall;
  /** True if what it says is in the log. */
  isWritten: boolean;
  /** True if a span inside is the same call; any further one is another call. */
  isTaken: boolean;
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
  /** Spans of model calls that have a span of the same call inside, and the spans between the two. */
  private readonly outers = new Map<string, Outer>();
  private readonly lastKeys = new WeakMap<Track, string>();
  private readonly spanCalls = new Map<string, OpenCall>();
  private readonly claimed = new Set<OpenCall>();
  /** Calls whose spans have ended without a result, with their durations in milliseconds. */
  private readonly unanswered = new Map<OpenCall, number>();
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
    const at = { record: 0, time: this.log.latestTime };
    for (const [call, durationMs] of this.unanswered)
      if (this.log.openCall(call.id) === call) this.log.result(call.id, { value: '', isUnknown: true, durationMs }, at);
    for (const track of this.tracks.values()) track.flush();
  }

  private write({ span, content: { finding, record, eventRecords }, isEnd, hasInner = false }: SpanMoment): void {
    const at = { record, time: isoTime(isEnd === true ? span.end : span.start) };
    if (isEnd === true) {
      if (finding.kind === 'tool') this.result(span, finding, at);
      if (finding.kind === 'agent') this.agentEnd(span, finding, hasInner, at);
      return;
    }
    const outer = this.scopes.get(span.parent ?? '') ?? { track: this.log.main };
    if (finding.kind !== 'model') for (const event of eventRecords) this.log.addToEnd({ ...at, record: event });
    switch (finding.kind) {
      case 'model': {
        this.enter(span, outer);
        const { track } = this.inner(outer);
        if (hasInner && !finding.isCall) {
          this.log.addToEnd(at);
          return;
        }
        this.model(span, finding, hasInner, track, at);
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
          if (finding.model?.startsWith(`${UNKNOWN_PROVIDER}/`) === false) this.log.setModel(finding.model);
        }
        if (finding.prompt !== undefined) this.agentPrompt(finding.prompt, scope.track, at);
        return;
      }
      case 'other': {
        this.enter(span, outer);
        const call = this.outers.get(span.parent ?? '');
        if (call !== undefined) this.outers.set(span.id, call);
      }
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
  private agentEnd(span: Identity, { text, usage, model }: AgentSpan, hasInner: boolean, at: RecordPosition): void {
    const before = this.callsBefore.get(span.id);
    this.callsBefore.delete(span.id);
    if (hasInner || before !== this.modelCalls) {
      this.log.addToEnd(at);
      return;
    }
    this.modelCalls++;
    this.log.main.add(defined({ key: `span-${span.id}`, text, usage, model }), at);
  }

  /** @param hasInner true if a span inside describes the same call, or calls of which this one is the sum */
  private model(span: Identity, call: ModelCall, hasInner: boolean, track: Track, at: RecordPosition): void {
    this.modelCalls++;
    const around = this.outers.get(span.parent ?? '');
    const outer = around?.isTaken === false ? around : undefined;
    if (outer !== undefined) outer.isTaken = true;
    const key = outer?.key ?? `span-${span.id}`;
    const isOuter = hasInner || call.isOuter;
    // What the inner span says of a call is more exact, except in traces of ADK.
    const isWritten = !isOuter || (call.isOuter && hasContent(call));
    if (isOuter) this.outers.set(span.id, { key, call, isWritten, isTaken: false });
    if (track === this.log.main && !this.hasAgentPrompts && outer === undefined)
      for (const prompt of call.prompts) if (this.isNew(prompt)) this.log.prompt(prompt, at);
    this.answer(call.results, at);
    if (outer === undefined || call.system !== '') track.setSent(this.shared.sentOf(call));
    track.recordInput(at.time);
    const end = { ...at, time: isoTime(span.end) };
    const said = outer === undefined || hasContent(call) ? call : outer.call;
    const writes = outer === undefined ? isWritten : !outer.isWritten;
    if (outer !== undefined && writes) outer.isWritten = true;
    track.add(
      defined({
        key,
        text: writes ? said.text : undefined,
        reasoning: writes ? said.reasoning : undefined,
        // The sum of several calls is not the usage of one of them.
        usage: hasInner && !call.isOuter ? undefined : (call.usage ?? outer?.call.usage),
        model: call.model === undefined || outer !== undefined ? undefined : call.model,
        finish: said.finish,
        error: call.error,
      }),
      end,
    );
    this.lastKeys.set(track, key);
    if (!writes) return;
    said.calls.forEach(({ id = `${span.id}-${at.record}`, tool, args }, index) => {
      const unique = this.log.openCall(id) === undefined && !this.log.isAnswered(id) ? id : `${span.id}-${index}`;
      track.add({ key, call: { id: unique, tool, args } }, end);
    });
  }

  /** Adds results that the request of a model call contains. Those without an id belong to the calls whose spans have none. */
  private answer(results: ModelCall['results'], at: RecordPosition): void {
    for (const { id, tool, value } of results) {
      const calls = [...this.unanswered.keys()].filter((call) => tool === undefined || call.tool === tool);
      const other = calls.length === 1 || tool !== undefined ? calls[0] : undefined;
      const call = this.log.openCall(id) ?? (id === undefined || !this.log.isAnswered(id) ? other : undefined);
      if (call === undefined) continue;
      const durationMs = this.unanswered.get(call);
      this.unanswered.delete(call);
      this.log.result(call.id, defined({ value, durationMs }), at);
    }
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

  private result(span: Identity, { result, hasResult, isError }: ToolSpan, at: RecordPosition): void {
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
    if (!hasResult && !isError) {
      // The request of the next model call may have it.
      this.unanswered.set(call, durationMs);
      return;
    }
    this.log.result(call.id, defined({ value: result, isError: isError || undefined, durationMs }), at);
  }

  private isNew(prompt: string): boolean {
    const key = hash('sha256', prompt, 'base64');
    if (this.prompts.has(key)) return false;
    this.prompts.add(key);
    return true;
  }
}

/** True if a span says what the model answered. */
function hasContent({ text, calls }: ModelCall): boolean {
  return text !== '' || calls.length > 0;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
