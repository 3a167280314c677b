import { own } from '../../skill/index.ts';
import type { RunEvent, Usage } from '../protocol/events.ts';
import { RUN_OPTION_LIST, type RunOption } from '../protocol/run-options.ts';

/** True for a value of the type that a field has. */
type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

const any: Check = () => true;
const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const flag: Check = (value) => typeof value === 'boolean';
/** A text or another value that may be stored in a file next to the journal. */
const payload: Check = (value) => typeof value === 'string' || isObject(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const record =
  (required: Checks, optional: Checks = {}): Check =>
  (value) =>
    isObject(value) && problemIn(value, required, optional) === undefined;

const texts = listOf(text);
const numbers = listOf(number);
const count: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const counts: Readonly<Partial<Record<keyof Usage, Check>>> = {
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
  reasoningTokens: count,
  costUsd: count,
};
const usage = record({}, counts);
const skill = record({ name: text, root: text });
const file = { skill: text, path: text };
const words = { text, line: number, column: number, endLine: number, endColumn: number };
const cause = record({ ...words, file: text, suggestions: texts }, { lines: text, before: text, after: text });
const fileChange = record({ path: text, kind: text }, { before: payload, after: payload });
const savedFile = record({ path: text }, { content: payload, hash: text, omitted: text });

/** The types of the options of a run. Their values are checked when a run is resumed. */
const OPTION_CHECKS: Readonly<Record<RunOption['kind'], Check>> = {
  count: number,
  amount: number,
  seconds: number,
  flag,
  choice: text,
  guardSettings: isObject,
};

interface Shape {
  readonly required: Checks;
  /** Fields that may be absent, also because an earlier version did not write them. */
  readonly optional?: Checks;
}

/** The fields of events that are read from journals. */
const SHAPES: Readonly<Partial<Record<RunEvent['type'], Shape>>> = {
  run_started: {
    required: { run: text, model: text, prompt: payload, skills: listOf(skill) },
    optional: {
      calledSkills: listOf(skill),
      ...Object.fromEntries(RUN_OPTION_LIST.map(([name, { kind }]) => [name, OPTION_CHECKS[kind]])),
      baseUrl: text,
      agentFile: text,
      folder: text,
      simulated: flag,
      client: text,
      workspace: text,
      install: text,
      instruction: payload,
      forked: record({ run: text, at: number }),
      // In the journal of an imported session.
      imported: record({ format: text, file: text }, { client: text, session: text }),
    },
  },
  llm_request: {
    required: { call: number, tools: texts },
    optional: { messages: number, request: any },
  },
  llm_response: {
    required: { text: payload, toolCalls: listOf(record({ id: text, tool: text })), finish: text, usage },
    optional: { call: number, error: text, reasoning: payload },
  },
  tool_call: { required: { id: text, tool: text, args: any } },
  tool_started: { required: { id: text, tool: text } },
  tool_result: {
    required: { id: text, tool: text, result: any },
    optional: {
      message: payload,
      error_code: text,
      durationMs: number,
      files: listOf(savedFile),
      miss: record({ ...file, kind: text }),
      read: record(file),
      later: listOf(record({ ...file, result: number, kind: text })),
    },
  },
  guard: {
    required: { rule: text, verdict: text },
    optional: { count: number, threshold: number, signature: text, evidence: numbers, cause },
  },
  tools_changed: { required: {}, optional: { added: texts, removed: texts, unresolved: texts } },
  state: { required: { delta: isObject } },
  script: { required: { id: text }, optional: { path: text, sandbox: text, durationMs: number } },
  note: { required: {}, optional: { message: text, copied: number } },
  pause: { required: { id: text, kind: text, hint: payload }, optional: { call: text, key: text } },
  answer: { required: { id: text, answer: text } },
  message_edited: { required: { message: number, text: payload } },
  debug_pause: { required: { at: text, durationMs: number } },
  workspace_changes: { required: { changes: listOf(fileChange) } },
  run_finished: {
    required: { reason: text },
    optional: {
      text: payload,
      usage,
      llmCalls: number,
      error: text,
      waiting: texts,
      instructed: listOf(record({ skill: text, read: texts, unread: listOf(record({ path: text })) })),
    },
  },
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
  const { type } = event;
  const shape = own(SHAPES, type);
  const optional = { parent: number, agent: text, ...shape?.optional };
  return problemIn(event as Readonly<Record<string, unknown>>, shape?.required ?? {}, optional, type);
}

function problemIn(
  value: Readonly<Record<string, unknown>>,
  required: Checks,
  optional: Checks,
  name = '',
): string | undefined {
  for (const field of Object.keys(required)) if (own(value, field) === undefined) return `${name} without ${field}`;
  for (const checks of [required, optional])
    for (const [field, isValid] of Object.entries(checks))
      if (own(value, field) !== undefined && !isValid(own(value, field))) return `${name}: ${field} has the wrong type`;
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
