/** A span that is being built from the events that open and close it, and from those in between. */

import { pathToFileURL } from 'node:url';
import { defined } from '../../skill/index.ts';
import type { Json } from '../protocol/events.ts';
import { type Attribute, attribute } from './attributes.ts';
import { carriedFields } from './carried-fields.ts';
import {
  ERROR_TYPE,
  EXECUTABLE_NAME,
  EXIT_CODE,
  finishReason,
  GEN_AI,
  modelNames,
  SERVER_ADDRESS,
  SERVER_PORT,
} from './conventions.ts';
import { type AnyEvent, fieldAttributes, typeName } from './event-fields.ts';
import { skillUse } from './skill-attributes.ts';
import { isoTime, nanoseconds, type OtlpSpan, SPAN_KIND, type SpanEvent, STATUS_ERROR } from './span.ts';

/**
 * The role of a span. A `subagent` runs in the call of a tool. No events open and close it: it lasts from its first request to the
 * result of the call, and all events are in the spans around it and within it.
 */
export type SpanRole = 'agent' | 'subagent' | 'model' | 'tool';

/** Facts about the run that every span has. */
export interface RunFacts {
  readonly run: string;
  /** `PROVIDER/ID`. */
  readonly model: string;
  readonly isSimulated: boolean;
  /** True for the session of another agent. */
  readonly isImported: boolean;
  /** The address of the model's endpoint; absent if it is unknown or there is none. */
  readonly server?: { readonly host: string; readonly port: number };
  /** The folder of each skill, by name. */
  readonly skillRoots: ReadonlyMap<string, string>;
}

export class OpenSpan {
  readonly role: SpanRole;
  readonly opening: AnyEvent;
  readonly parent: OpenSpan | undefined;
  closing: AnyEvent | undefined;
  /** Attributes of the conventions that do not follow from the events of the span. */
  readonly extra: Attribute[] = [];
  /** Number of spans directly within this one that have not ended. */
  openChildren = 0;
  private readonly inner: AnyEvent[] = [];
  private lastTime: string;

  constructor(role: SpanRole, opening: AnyEvent, parent: OpenSpan | undefined) {
    this.role = role;
    this.opening = opening;
    this.parent = parent;
    this.lastTime = opening.time;
  }

  /** Adds an event within the span. */
  add(event: AnyEvent): void {
    this.inner.push(event);
    this.lastTime = event.time;
  }

  /** Notes an event within the span that is in another span. */
  reach(event: AnyEvent): void {
    this.lastTime = event.time;
  }

  close(event: AnyEvent): void {
    this.closing = event;
  }

  /** Returns the span, with the ids of its trace, itself and its parent. */
  build(facts: RunFacts, ids: Pick<OtlpSpan, 'traceId' | 'spanId' | 'parentSpanId'>): OtlpSpan {
    const { opening, closing, role } = this;
    const start = nanoseconds(opening.time) ?? '0';
    const end = nanoseconds(closing?.time ?? this.lastTime) ?? start;
    const endTime = BigInt(end) < BigInt(start) ? start : end;
    const events = role === 'subagent' ? [] : [opening, ...(closing === undefined ? [] : [closing])];
    const carried = events.map(carriedFields);
    const own = events.flatMap((event, index) => {
      const omitted = new Set(carried[index]?.fields);
      if (isoTime(index === 0 ? start : endTime) === event.time) omitted.add('time');
      return fieldAttributes(event, omitted);
    });
    const described = this.describe(facts);
    return {
      ...ids,
      name: described.name,
      kind: role === 'model' && !facts.isSimulated ? SPAN_KIND.client : SPAN_KIND.internal,
      startTimeUnixNano: start,
      endTimeUnixNano: endTime,
      attributes: [
        ...described.attributes,
        ...attribute(GEN_AI.conversation, facts.run),
        ...attribute(GEN_AI.agent, opening.agent),
        ...this.extra,
        ...carried.flatMap(({ attributes }) => attributes),
        ...own,
      ],
      events: this.inner.map(spanEvent),
      status: described.status,
    };
  }

  private describe(facts: RunFacts): { name: string; attributes: Attribute[]; status: OtlpSpan['status'] } {
    const { role, opening, closing } = this;
    const agentName = `invoke_agent ${opening.agent}`;
    if (role === 'subagent')
      return { name: agentName, attributes: attribute(GEN_AI.operation, 'invoke_agent'), status: {} };
    const error = errorOf(role, closing);
    const status: OtlpSpan['status'] =
      error === undefined ? {} : defined({ code: STATUS_ERROR, message: error.message });
    const errors = attribute(ERROR_TYPE, error?.type);
    if (role === 'tool') {
      const { name, attributes } = this.describeTool(facts);
      return { name, attributes: [...attributes, ...errors], status };
    }
    // A call of a session can be made with another model than its prompt.
    const { provider, id } = modelNames((role === 'model' ? text(closing?.model) : undefined) ?? facts.model);
    // An agent in the same process has no provider and no server of its own.
    if (role === 'agent') {
      const attributes = [
        ...attribute(GEN_AI.operation, 'invoke_agent'),
        ...attribute(GEN_AI.requestModel, id),
        ...attribute(GEN_AI.reasoningLevel, text(opening.reasoning)),
        ...errors,
      ];
      return { name: agentName, attributes, status };
    }
    const finish = text(closing?.finish);
    const { server } = facts;
    return {
      name: `chat ${id}`,
      attributes: [
        ...attribute(GEN_AI.operation, 'chat'),
        ...attribute(GEN_AI.provider, provider),
        ...attribute(GEN_AI.requestModel, id),
        // All models of a run stream. Sessions do not say it.
        ...attribute(GEN_AI.stream, facts.isImported ? undefined : true),
        ...attribute(SERVER_ADDRESS, server?.host),
        ...attribute(SERVER_PORT, server?.port),
        ...(finish === undefined ? [] : attribute(GEN_AI.finishReasons, [finishReason(finish)])),
        ...errors,
      ],
      status,
    };
  }

  private describeTool({ skillRoots }: RunFacts): { name: string; attributes: Attribute[] } {
    const { opening, closing, inner } = this;
    const tool = text(opening.tool) ?? 'unknown';
    const use = skillUse(opening, closing);
    const root = use === undefined ? undefined : skillRoots.get(use.skill);
    const script = inner.find(({ type }) => type === 'script');
    // A skill without the resource that was requested is not a part of the name.
    const names = use?.resource === '' ? [] : [use?.skill, use?.resource];
    return {
      name: ['execute_tool', tool, ...names].filter((name) => name !== undefined).join(' '),
      attributes: [
        ...attribute(GEN_AI.operation, 'execute_tool'),
        ...attribute(GEN_AI.toolName, tool),
        ...attribute(GEN_AI.toolType, 'function'),
        ...attribute(GEN_AI.toolCallId, text(opening.id)),
        ...attribute(GEN_AI.skillName, use?.skill),
        ...attribute(GEN_AI.skillResource, use?.resource === '' ? undefined : use?.resource),
        ...attribute(GEN_AI.skillDescription, use?.description),
        ...attribute(GEN_AI.skillSource, root === undefined ? undefined : pathToFileURL(root).href),
        ...attribute(EXECUTABLE_NAME, text(script?.path)?.split('/').at(-1)),
        ...attribute(EXIT_CODE, typeof script?.exitCode === 'number' ? script.exitCode : undefined),
      ],
    };
  }
}

function spanEvent(event: AnyEvent): SpanEvent {
  const time = nanoseconds(event.time) ?? '0';
  const omitted = new Set(isoTime(time) === event.time ? ['time'] : []);
  return {
    timeUnixNano: time,
    name: `skillwright.${typeName(event.type)}`,
    attributes: fieldAttributes(event, omitted),
  };
}

function errorOf(
  role: SpanRole,
  closing: AnyEvent | undefined,
): { readonly type: string; readonly message: string | undefined } | undefined {
  const message = text(closing?.error);
  const errorWith = (type: string) => ({ type, message });
  if (role === 'tool') {
    const code = text(closing?.error_code);
    return code === undefined ? undefined : errorWith(code);
  }
  if (role === 'model') return text(closing?.finish) === 'error' ? errorWith('model_error') : undefined;
  const reason = text(closing?.reason);
  return reason === 'model_error' || reason === 'guard' || reason === 'max_llm_calls' ? errorWith(reason) : undefined;
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
