import type { RunEvent } from '../protocol/events.ts';

type Kind = 'text' | 'texts' | 'number' | 'payload' | 'calls' | 'changes' | 'any';

/** Fields that the runtime reads when it resumes or replays a run, with their types. */
const FIELDS: Readonly<Partial<Record<RunEvent['type'], Readonly<Record<string, Kind>>>>> = {
  llm_request: { call: 'number', tools: 'texts' },
  llm_response: { text: 'payload', toolCalls: 'calls', finish: 'text' },
  tool_call: { id: 'text', tool: 'text', args: 'any' },
  tool_started: { id: 'text', tool: 'text' },
  tool_result: { id: 'text', tool: 'text', result: 'any' },
  pause: { id: 'text', kind: 'text', hint: 'payload' },
  answer: { id: 'text', answer: 'text' },
  message_edited: { message: 'number', text: 'payload' },
  debug_pause: { at: 'text', durationMs: 'number' },
  workspace_changes: { changes: 'changes' },
  guard: { rule: 'text', verdict: 'text' },
  run_finished: { reason: 'text' },
};

/**
 * Validates the fields of an event from an untrusted journal. Returns a description of the first one that is missing or has
 * the wrong type, or undefined. Events of unknown types are valid.
 */
export function shapeProblem(event: {
  readonly type: string;
  readonly parent?: unknown;
  readonly agent?: unknown;
}): string | undefined {
  if (event.parent !== undefined && typeof event.parent !== 'number') return `${event.type}: parent is not a number`;
  if (event.agent !== undefined && typeof event.agent !== 'string') return `${event.type}: agent is not a string`;
  const fields = Object.hasOwn(FIELDS, event.type) ? FIELDS[event.type as RunEvent['type']] : undefined;
  for (const [name, kind] of Object.entries(fields ?? {})) {
    const value: unknown = Reflect.get(event, name);
    if (value === undefined) return `${event.type} without ${name}`;
    if (!hasKind(value, kind)) return `${event.type}: ${name} has the wrong type`;
  }
  return undefined;
}

function hasKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'payload':
      return typeof value === 'string' || isObject(value);
    case 'changes':
      return Array.isArray(value) && value.every(isChange);
    case 'calls':
      return (
        Array.isArray(value) &&
        value.every((one) => isObject(one) && hasKind(one.id, 'text') && hasKind(one.tool, 'text'))
      );
  }
}

function isChange(value: unknown): boolean {
  if (!isObject(value) || !hasKind(value.path, 'text') || !hasKind(value.kind, 'text')) return false;
  return [value.before, value.after].every((text) => text === undefined || hasKind(text, 'payload'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
