/** Made-up traces. Spans are written when they end, so that parents follow their children. */
import { at, lines, millis } from './lines.ts';

type Value = string | number | readonly string[];

const anyValue = (value: Value): object =>
  typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'number'
      ? { intValue: String(value) }
      : { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
const nanos = (second: number): string => `${millis(second)}000000`;
const span = (id: string, parent: string, [start, end]: readonly [number, number], values: Record<string, Value>) => ({
  traceId: 't1',
  spanId: id,
  parentSpanId: parent,
  name: id,
  startTimeUnixNano: nanos(start),
  endTimeUnixNano: nanos(end),
  attributes: Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) })),
});
const trace = (...spans: readonly object[]) => ({ resourceSpans: [{ resource: {}, scopeSpans: [{ spans }] }] });
const chat = (input: readonly object[], output: readonly object[], tokens: readonly [number, number]) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'test',
  'gen_ai.request.model': 'm',
  'gen_ai.conversation.id': 's1',
  'gen_ai.usage.input_tokens': tokens[0],
  'gen_ai.usage.output_tokens': tokens[1],
  'gen_ai.input.messages': JSON.stringify(input),
  'gen_ai.output.messages': JSON.stringify(output),
});
const tool = (name: string, id: string, args: object, result: string) => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  'gen_ai.tool.call.id': id,
  'gen_ai.tool.call.arguments': JSON.stringify(args),
  'gen_ai.tool.call.result': result,
});
const agent = (name: string, more: Record<string, Value> = {}) => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': name,
  ...more,
});
const user = { role: 'user', parts: [{ type: 'text', content: 'Brew.' }] };
const say = (content: string) => [{ role: 'assistant', parts: [{ type: 'text', content }] }];
const calls = (...list: readonly object[]) => [
  { role: 'assistant', parts: list.map((call) => ({ type: 'tool_call', ...call })) },
];
const load = { id: 'c1', name: 'read_file', arguments: { filePath: '/home/ada/brewer/SKILL.md' } };
const ask = { id: 'c2', name: 'task', arguments: { prompt: 'Count.' } };
const SKILL = '---\nname: brewer\ndescription: Brews.\n---\nText.';

const first = span('m1', 'a1', [1, 2], chat([user], calls(load, ask), [100, 10]));
const loaded = span('f1', 'a1', [2, 3], tool('read_file', 'c1', load.arguments, SKILL));
const inner = [
  span('m2', 'a2', [4, 5], chat([{ role: 'user', parts: [{ type: 'text', content: 'Count.' }] }], say('Two.'), [5, 1])),
  span('a2', 'f2', [4, 6], agent('counter')),
  span('f2', 'a1', [3, 7], tool('task', 'c2', ask.arguments, 'Two.')),
];
const last = span('m3', 'a1', [7, 8], chat([user, ...calls(load, ask)], say('Two cups.'), [120, 6]));
const root = (more: Record<string, Value>) => span('a1', '', [0, 9], agent('main', more));

const adkSpan = (id: number, parent: number | null, [start, end]: readonly [number, number], attributes: object) => ({
  name: String((attributes as { name?: unknown }).name ?? 'span'),
  span_id: id,
  trace_id: 7,
  start_time: millis(start) * 1e6,
  end_time: millis(end) * 1e6,
  attributes,
  parent_span_id: parent,
});
const adkCall = (contents: readonly object[], parts: readonly object[], tokens: readonly [number, number]) => ({
  name: 'call_llm',
  'gen_ai.system': 'gcp.vertex.agent',
  'gen_ai.request.model': 'm',
  'gcp.vertex.agent.session_id': 's2',
  'gcp.vertex.agent.llm_request': JSON.stringify({ model: 'm', contents }),
  'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', parts } }),
  'gen_ai.usage.input_tokens': tokens[0],
  'gen_ai.usage.output_tokens': tokens[1],
});
const adkUser = { role: 'user', parts: [{ text: 'Brew.' }] };
const adkLoad = { function_call: { id: 'k1', name: 'load_skill', args: { skill_name: 'brewer' } } };

export const TRACE_SESSIONS = {
  otlp: lines(trace(first, loaded), trace(...inner), trace(loaded), trace(last, root({}))),
  'vscode-otlp': JSON.stringify({
    ...trace(first, loaded, ...inner, last, root({ 'copilot_chat.user_request': 'Brew tea.' })),
    copilotChat: { exportedAt: at(10), exporterVersion: '1', sessionId: 'chat-1' },
  }),
  'adk-spans': JSON.stringify([
    adkSpan(3, 2, [1, 2], {
      name: 'generate_content m',
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 30,
      'gen_ai.usage.output_tokens': 3,
    }),
    adkSpan(4, 2, [2, 3], {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'load_skill',
      'gen_ai.tool.call.id': 'k1',
      'gcp.vertex.agent.tool_call_args': '{"skill_name":"brewer"}',
      'gcp.vertex.agent.tool_response': JSON.stringify({ skill_name: 'brewer', instructions: 'Text.' }),
    }),
    adkSpan(2, 1, [1, 3], adkCall([adkUser], [adkLoad], [30, 3])),
    adkSpan(5, 1, [3, 4], adkCall([adkUser, { role: 'model', parts: [adkLoad] }], [{ text: 'Done.' }], [40, 4])),
    adkSpan(1, null, [0, 5], agent('main')),
  ]),
};
