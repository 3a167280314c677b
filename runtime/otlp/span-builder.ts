import { defined } from '../../skill/index.ts';
import { jsonText } from '../journal/json-line.ts';
import { endpointOf } from '../models/endpoint/endpoint.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { attribute } from './attributes.ts';
import { assistantMessage } from './carried-fields.ts';
import { GEN_AI, OWN_PREFIX } from './conventions.ts';
import type { AnyEvent } from './event-fields.ts';
import { type Message, MessageLog, toolDefinitions, userMessage } from './messages.ts';
import { OpenSpan, type RunFacts, type SpanRole } from './open-span.ts';
import { type OtlpSpan, spanIdOf, subagentSpanIdOf, traceIdOf } from './span.ts';

export interface SpanBuilderOptions {
  /** Id of the run: a trace contains one run. */
  readonly run: string;
  /** Returns the parts of a model request that no event contains, redacted; undefined if they are not stored. */
  readonly requestOf?: (request: AnyEvent) => RequestContent | undefined;
}

/** The parts of a request that are exported only if they changed since the previous call of the same loop. */
interface SentContent {
  system: string;
  tools: string | undefined;
  /** The descriptions of the tools by their names. */
  descriptions: ReadonlyMap<string, string>;
}

/**
 * Builds spans from the events of a run, in order: `invoke_agent` for each prompt, each resume and each agent in the call of a
 * tool, `chat` for a model call and `execute_tool` for a tool call. All other events are span events of the span that they
 * belong to. A span is returned once nothing more is expected for it, so that spans can be sent while the run continues.
 */
export class SpanBuilder {
  private readonly requestOf: SpanBuilderOptions['requestOf'];
  private readonly traceId: string;
  private facts: RunFacts;
  /** Spans that can still get events, by the `seq` of the events that opened and closed them. */
  private readonly spans = new Map<number, OpenSpan>();
  private readonly ended = new Set<OpenSpan>();
  /** Ended spans without open spans directly within them. */
  private readonly complete = new Set<OpenSpan>();
  private readonly open = new Set<OpenSpan>();
  private root: OpenSpan | undefined;
  /** The agents that run in calls. */
  private readonly subagents = new Set<OpenSpan>();
  private readonly logs = new Map<number, MessageLog>();
  private readonly sent = new Map<number, SentContent>();

  constructor({ run, requestOf }: SpanBuilderOptions) {
    this.requestOf = requestOf;
    this.traceId = traceIdOf(run);
    this.facts = { run, model: 'unknown', isSimulated: false, isImported: false, skillRoots: new Map() };
  }

  /** Adds the next event and returns the spans that are complete. */
  add(event: AnyEvent): readonly OtlpSpan[] {
    switch (event.type) {
      case 'run_started':
        return this.startRun(event);
      case 'run_resumed': {
        const complete = this.release();
        const started = this.spans.get(event.parent ?? 0);
        this.root = this.begin('agent', event, started);
        // The events of the resumed run name `run_started` as their parent.
        if (event.parent !== undefined) this.spans.set(event.parent, this.root);
        return complete;
      }
      case 'llm_request': {
        const complete = this.release();
        this.request(event);
        return complete;
      }
      case 'tool_call':
        this.call(event);
        return [];
      case 'llm_response':
        this.respond(event);
        return [];
      case 'tool_result':
        this.answer(event);
        return [];
      case 'run_finished':
        if (this.root === undefined || this.root.closing !== undefined) this.attach(event);
        else this.end(this.root, event);
        return [];
      default:
        this.compact(event);
        this.attach(event);
        return [];
    }
  }

  /** Replaces the messages of a conversation that a client compacted. */
  private compact({ type, compacted }: AnyEvent): void {
    if (type !== 'note' || compacted === undefined) return;
    const { summary } = isObject(compacted) ? compacted : {};
    this.logOf(MAIN).compact(typeof summary === 'string' ? summary : '');
  }

  /** Returns all remaining spans, including those whose end is missing. */
  finish(): readonly OtlpSpan[] {
    const rest = [...this.ended, ...this.open].sort((a, b) => a.opening.seq - b.opening.seq);
    this.ended.clear();
    this.complete.clear();
    this.open.clear();
    this.spans.clear();
    this.subagents.clear();
    return rest.map((span) => this.build(span));
  }

  /** Adds events whose spans were sent before: only the facts of the run and its conversation are kept. */
  restore(events: readonly AnyEvent[]): void {
    for (const event of events) this.add(event);
    this.finish();
    this.root = undefined;
  }

  private startRun(event: AnyEvent): readonly OtlpSpan[] {
    const complete = this.release();
    const { facts } = this;
    const skills = Array.isArray(event.skills) ? event.skills : [];
    const roots = skills.flatMap((skill: Json) => {
      const { name, root } = isObject(skill) ? skill : {};
      return typeof name === 'string' && typeof root === 'string' && root.startsWith('/')
        ? [[name, root] as const]
        : [];
    });
    const model = typeof event.model === 'string' ? event.model : facts.model;
    const isImported = event.imported !== undefined;
    // The model of a session can have been reached in other ways than by its provider's address.
    const server = isImported ? undefined : serverOf(model, event.baseUrl);
    this.facts = defined({
      run: facts.run,
      model,
      isSimulated: event.simulated === true,
      isImported,
      server,
      skillRoots: new Map([...facts.skillRoots, ...roots]),
    });
    this.root = this.begin('agent', event, undefined);
    if (typeof event.prompt === 'string') this.logOf(MAIN).add(userMessage(event.prompt));
    return complete;
  }

  private request(event: AnyEvent): void {
    const parent = this.spanOf(event);
    const span = this.begin('model', event, parent?.role === 'tool' ? this.subagentOf(parent, event) : parent);
    const loop = loopOf(span);
    const log = this.logOf(loop);
    const content = this.requestOf?.(event);
    if (content?.prompt !== undefined && !this.sent.has(loop)) log.add(userMessage(content.prompt));
    const before = this.sent.get(loop) ?? { system: '', tools: undefined, descriptions: new Map() };
    this.sent.set(loop, before);
    if (content !== undefined && content.system !== before.system) {
      before.system = content.system;
      const instructions = [{ type: 'text', content: content.system }];
      span.extra.push(...attribute(GEN_AI.systemInstructions, jsonText(instructions)));
    }
    const definitions = content === undefined ? undefined : toolDefinitions(content.tools);
    const tools = definitions === undefined ? undefined : jsonText(definitions);
    if (tools !== undefined && tools !== before.tools) {
      before.tools = tools;
      before.descriptions = descriptionsOf(definitions ?? []);
      span.extra.push(...attribute(GEN_AI.toolDefinitions, tools));
    }
    const { json, omitted } = log.newest({
      before: content?.opening === undefined ? [] : [userMessage(content.opening)],
      after: (content?.append ?? []).filter(isObject),
    });
    span.extra.push(...attribute(GEN_AI.inputMessages, json));
    if (omitted > 0) span.extra.push(...attribute(`${OWN_PREFIX}omitted.messages`, omitted));
  }

  private call(event: AnyEvent): void {
    const span = this.begin('tool', event, this.spanOf(event));
    const { descriptions } = this.sent.get(loopOf(span.parent)) ?? {};
    const description = typeof event.tool === 'string' ? descriptions?.get(event.tool) : undefined;
    span.extra.push(...attribute(GEN_AI.toolDescription, description));
  }

  private respond(event: AnyEvent): void {
    const span = this.spans.get(event.parent ?? 0);
    if (span?.role !== 'model' || span.closing !== undefined) {
      this.attach(event);
      return;
    }
    this.end(span, event);
    if (span.parent?.role === 'subagent') {
      // Its own end may be missing.
      span.parent.reach(event);
      this.endSubagent(span.parent, event);
    }
    if (event.finish === 'error' && event.synthetic !== true) return;
    const { finish_reason: _, ...message } = assistantMessage(event);
    if (message.parts.length > 0) this.logOf(loopOf(span)).add(message as Message);
  }

  private answer(event: AnyEvent): void {
    const span = this.spans.get(event.parent ?? 0);
    if (span?.role !== 'tool' || span.closing !== undefined) {
      this.attach(event);
      return;
    }
    this.end(span, event);
    for (const agent of this.subagents) if (agent.parent === span) this.endSubagent(agent, event);
    const log = this.logOf(loopOf(span.parent));
    log.addResult(typeof event.id === 'string' ? event.id : '', event.result ?? null);
    if (typeof event.message === 'string') log.add(userMessage(event.message));
  }

  /** Returns the span of the agent of a request in a call. */
  private subagentOf(call: OpenSpan, request: AnyEvent): OpenSpan {
    for (const known of this.subagents)
      if (known.parent === call && known.opening.agent === request.agent) return known;
    const span = this.create('subagent', request, call);
    this.subagents.add(span);
    return span;
  }

  /** Ends the span of an agent in a call, if the call has its result and no request of the agent is open. */
  private endSubagent(agent: OpenSpan, event: AnyEvent): void {
    if (agent.parent?.closing === undefined || agent.openChildren > 0) return;
    this.subagents.delete(agent);
    this.end(agent, event);
  }

  private begin(role: SpanRole, event: AnyEvent, parent: OpenSpan | undefined): OpenSpan {
    const span = this.create(role, event, parent);
    this.spans.set(event.seq, span);
    return span;
  }

  private create(role: SpanRole, event: AnyEvent, parent: OpenSpan | undefined): OpenSpan {
    const span = new OpenSpan(role, event, parent);
    this.open.add(span);
    if (parent !== undefined) {
      parent.openChildren++;
      this.complete.delete(parent);
    }
    return span;
  }

  private end(span: OpenSpan, event: AnyEvent): void {
    span.close(event);
    // The events of an agent in a call are those of other spans.
    if (span.role !== 'subagent') this.spans.set(event.seq, span);
    this.open.delete(span);
    this.ended.add(span);
    const { parent } = span;
    if (parent !== undefined && --parent.openChildren === 0 && this.ended.has(parent)) this.complete.add(parent);
    if (span.openChildren === 0) this.complete.add(span);
  }

  private attach(event: AnyEvent): void {
    const span = this.spanOf(event) ?? this.begin('agent', event, undefined);
    if (span.opening !== event) span.add(event);
    this.root ??= span;
  }

  /** Returns the span that an event belongs to. */
  private spanOf(event: AnyEvent): OpenSpan | undefined {
    return this.spans.get(event.parent ?? 0) ?? this.root;
  }

  /** Returns the ended spans. Guards decide after a result, so a span is released at the next model call. */
  private release(): readonly OtlpSpan[] {
    const seqOf = ({ closing, opening }: OpenSpan): number => (closing ?? opening).seq;
    const complete = [...this.complete].sort((a, b) => seqOf(a) - seqOf(b));
    this.complete.clear();
    for (const span of complete) {
      this.ended.delete(span);
      if (span.role === 'subagent') continue;
      this.spans.delete(span.opening.seq);
      if (span.closing !== undefined) this.spans.delete(span.closing.seq);
    }
    return complete.map((span) => this.build(span));
  }

  private build(span: OpenSpan): OtlpSpan {
    const { traceId, facts } = this;
    const { run } = facts;
    const idOf = ({ role, opening, parent }: OpenSpan): string =>
      role === 'subagent' && parent !== undefined
        ? subagentSpanIdOf(run, parent.opening.seq, opening.agent)
        : spanIdOf(run, opening.seq);
    const { parent, opening } = span;
    // The parent of an event whose span was sent before.
    const sentBefore = opening.parent === undefined ? undefined : spanIdOf(run, opening.parent);
    const parentSpanId = parent === undefined ? sentBefore : idOf(parent);
    return span.build(
      facts,
      defined({
        traceId,
        spanId: idOf(span),
        parentSpanId,
      }),
    );
  }

  private logOf(loop: number): MessageLog {
    const log = this.logs.get(loop) ?? new MessageLog();
    this.logs.set(loop, log);
    return log;
  }
}

function descriptionsOf(definitions: readonly JsonObject[]): ReadonlyMap<string, string> {
  return new Map(
    definitions.flatMap(({ name, description }) =>
      typeof name === 'string' && typeof description === 'string' ? [[name, description] as const] : [],
    ),
  );
}

/** Returns the host and port of a model's endpoint; undefined if it has none. */
function serverOf(model: string, baseUrl: Json | undefined): RunFacts['server'] {
  const endpoint = endpointOf(model, typeof baseUrl === 'string' ? baseUrl : undefined);
  if (typeof endpoint !== 'object') return undefined;
  const { hostname, port, protocol } = new URL(endpoint.baseUrl);
  return { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

/** Stands for the loop of the run itself, whose conversation continues with every prompt. */
const MAIN = 0;

/** Returns the `seq` of the call in which a model call's loop runs. */
function loopOf(model: OpenSpan | undefined): number {
  const agent = model?.parent;
  const caller = agent?.role === 'subagent' ? agent.parent : agent;
  return caller?.role === 'tool' ? caller.opening.seq : MAIN;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
