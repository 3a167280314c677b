/** Formats of sessions that are recognized but not read, so that a message can name them. */

import { type Fields, fieldsOf, isFields, listOf, textOf } from '../text/values.ts';
import type { Sample } from './log/format.ts';

export interface DeclinedFormat {
  readonly title: string;
  readonly detect: (sample: Sample) => boolean;
}

const some =
  (test: (record: Fields) => boolean) =>
  ({ records }: Sample): boolean =>
    records.some(test);
const document =
  (test: (document: Fields) => boolean) =>
  (sample: Sample): boolean =>
    isFields(sample.document) && test(sample.document);
const list =
  (test: (entry: Fields) => boolean) =>
  (sample: Sample): boolean =>
    listOf(sample.document)
      .slice(0, 20)
      .some((entry) => isFields(entry) && test(entry));
const either =
  (test: (record: Fields) => boolean) =>
  (sample: Sample): boolean =>
    some(test)(sample) || list(test)(sample);

/** True for a span of OpenTelemetry's JavaScript SDK as a line, with times in seconds and nanoseconds, of a matching scope. */
function isSpanOf(record: Fields, scope: RegExp): boolean {
  const { type, traceId, spanId, startTime, attributes, instrumentationScope, resource } = record;
  const name = [instrumentationScope, fieldsOf(fieldsOf(resource).attributes)]
    .map((one) => textOf(fieldsOf(one).name) ?? textOf(fieldsOf(one)['service.name']) ?? '')
    .join(' ');
  const isSpan = typeof traceId === 'string' && typeof spanId === 'string' && Array.isArray(startTime);
  const isOther = type !== undefined && type !== 'span' && isFields(instrumentationScope);
  return (isSpan ? isFields(attributes) : isOther) && scope.test(name);
}

/** The most specific first. */
export const DECLINED: readonly DeclinedFormat[] = [
  { title: 'DeepSeek Harness', detect: some((record) => record.type === 'session' && 'delegationDepth' in record) },
  {
    title: 'Factory Droid',
    detect: some(
      ({ type, sessionTitle, toolCallId, toolName }) =>
        (type === 'session_start' && typeof sessionTitle === 'string') ||
        (type === 'tool_call' && typeof toolCallId === 'string' && typeof toolName === 'string'),
    ),
  },
  { title: 'Kimi', detect: some((record) => record.type === 'metadata' && 'protocol_version' in record) },
  {
    title: 'Grok',
    detect: some((record) => record.type === 'user' && 'content' in record && 'prompt_index' in record),
  },
  {
    title: 'Antigravity',
    detect: some((record) => 'step_index' in record && 'source' in record && 'status' in record),
  },
  { title: 'CrewAI', detect: some((record) => 'source_fingerprint' in record && 'fingerprint_metadata' in record) },
  { title: 'smolagents', detect: some((record) => 'model_input_messages' in record && 'code_action' in record) },
  { title: 'Aider', detect: some((record) => 'event' in record && 'properties' in record && 'user_id' in record) },
  {
    title: 'Continue',
    detect: document((one) => Array.isArray(one.history) && 'workspaceDirectory' in one && 'sessionId' in one),
  },
  { title: 'Goose', detect: some((record) => 'content_json' in record && 'message_id' in record) },
  { title: 'Pydantic AI', detect: some((record) => 'event_kind' in record || 'part_kind' in fieldsOf(record.part)) },
  { title: 'Qwen Code', detect: some((record) => 'parentUuid' in record && 'parts' in fieldsOf(record.message)) },
  {
    title: 'Claude Code (--output-format json)',
    detect: document((one) => one.type === 'result' && 'num_turns' in one && 'session_id' in one),
  },
  {
    title: 'Cursor',
    detect: some(
      (record) =>
        /^(?:user|assistant)$/.test(textOf(record.role) ?? '') && Array.isArray(fieldsOf(record.message).content),
    ),
  },
  {
    title: 'OpenHands',
    detect: either(
      ({ kind, source, action, observation, cause }) =>
        /Event$/.test(textOf(kind) ?? '') ||
        (source !== undefined && (action !== undefined || (observation !== undefined && cause !== undefined))),
    ),
  },
  { title: 'SWE-agent', detect: some((record) => 'message_type' in record && 'agent' in record && 'role' in record) },
  {
    title: 'SWE-agent',
    detect: document(
      (one) => Array.isArray(one.trajectory) || Array.isArray(one.history) || 'trajectory_format' in one,
    ),
  },
  { title: "ADK's eval sets", detect: document((one) => 'eval_cases' in one || 'eval_set_id' in one) },
  {
    title: "ADK's eval sets",
    detect: list(({ name, data }) => typeof name === 'string' && 'query' in fieldsOf(listOf(data)[0])),
  },
  {
    title: 'LangSmith',
    detect: some((record) => 'dotted_order' in record || /^(?:post|patch)$/.test(textOf(record.operation) ?? '')),
  },
  { title: "OpenAI's Agents SDK", detect: some(({ object }) => /^trace(?:\.span)?$/.test(textOf(object) ?? '')) },
  { title: "AI SDK's devtools", detect: document(({ runs, steps }) => Array.isArray(runs) && Array.isArray(steps)) },
  {
    title: "Copilot CLI's OpenTelemetry file",
    detect: either((record) => isSpanOf(record, /copilot/i)),
  },
  { title: "OpenTelemetry's file exporter for JavaScript", detect: either((record) => isSpanOf(record, /(?:)/)) },
  { title: "AI SDK's telemetry", detect: either((span) => 'spanContext' in span && 'attributes' in span) },
  { title: 'Langfuse', detect: either(({ observations }) => Array.isArray(observations)) },
  {
    title: 'Cline',
    detect: either(
      ({ ts, type, say, ask }) =>
        ts !== undefined && /^(?:say|ask)$/.test(textOf(type) ?? '') && (say !== undefined || ask !== undefined),
    ),
  },
  {
    title: "Cline's history (api_conversation_history.json)",
    detect: list(
      ({ role, content }) =>
        /^(?:user|assistant)$/.test(textOf(role) ?? '') &&
        listOf(content).some((block) =>
          /^(?:text|tool_use|tool_result|image|thinking)$/.test(textOf(fieldsOf(block).type) ?? ''),
        ),
    ),
  },
  {
    title: "Cline's list of tasks (taskHistory.json)",
    detect: list(({ id, ts, task }) => id !== undefined && typeof ts === 'number' && typeof task === 'string'),
  },
  {
    title: "Cline's description of a task (task_metadata.json)",
    detect: document((one) => Array.isArray(one.files_in_context) || Array.isArray(one.model_usage)),
  },
  {
    title: 'Cline',
    detect: document(
      (one) => (Array.isArray(one.messages) && 'updated_at' in one) || ('session_id' in one && 'messages_path' in one),
    ),
  },
];
