/** Writes made-up sessions of any size: files that are read line by line, and single JSON documents. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { withBlobs } from '../../runtime/journal/event-blobs.ts';
import { RequestStore } from '../../runtime/journal/request-store.ts';
import type { AnyEvent } from '../../runtime/otlp/event-fields.ts';
import { SpanBuilder } from '../../runtime/otlp/span-builder.ts';
import { tracesData } from '../../runtime/otlp/trace-lines.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { CODEX } from './codex-layout.ts';
import { joined, type Layout } from './layout.ts';
import { OwnRun, RUN } from './own-run.ts';
import type { Turn } from './turn.ts';
import { VSCODE_LAYOUTS } from './vscode-layouts.ts';

const nanos = (ms: number): string => `${ms}000000`;
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const count = (key: string, value: number) => ({ key, value: { intValue: String(value) } });

function spansOf({ number, prompt, file, result, time }: Turn): readonly object[] {
  const operation = 'gen_ai.operation.name';
  const args = JSON.stringify({ file_path: file });
  const base = { traceId: 't1', parentSpanId: 'a1', name: 'span' };
  const call = { type: 'tool_call', id: `c${number}`, name: 'Read', arguments: { file_path: file } };
  const input = prompt === undefined ? [] : [{ role: 'user', parts: [{ type: 'text', content: prompt }] }];
  const model = [
    ...[text(operation, 'chat'), text('gen_ai.request.model', 'm'), text('gen_ai.conversation.id', 'large')],
    ...[count('gen_ai.usage.input_tokens', 10), count('gen_ai.usage.output_tokens', 5)],
    text('gen_ai.input.messages', JSON.stringify(input)),
    text('gen_ai.output.messages', JSON.stringify([{ role: 'assistant', parts: [call] }])),
  ];
  const tool = [
    ...[text(operation, 'execute_tool'), text('gen_ai.tool.name', 'Read'), text('gen_ai.tool.call.id', `c${number}`)],
    ...[text('gen_ai.tool.call.arguments', args), text('gen_ai.tool.call.result', result)],
  ];
  const span = (id: string, start: number, end: number, attributes: readonly object[]) => ({
    ...base,
    spanId: id,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(end),
    attributes,
  });
  return [span(`m${number}`, time, time + 400, model), span(`t${number}`, time + 400, time + 900, tool)];
}

const TRACE_START = '{"resourceSpans":[{"resource":{"attributes":[]},"scopeSpans":[{"spans":[';
const TRACE_END = ']}]}]}';

const [OWN_TRACE_START = ''] = JSON.stringify(tracesData([])).split(']}]}]}');
const tracesOf = (spans: readonly object[]): string => `${OWN_TRACE_START}${joined(spans)}${TRACE_END}`;

/** The content of each request of our run in addition to its conversation. */
const REQUEST = { system: 'You brew tea.', tools: [{ name: 'Read', description: 'Reads.', inputSchema: {} }] };

/** The formats, by their ids; `NAME-lines` is the same format as `NAME`. */
export const LAYOUTS = {
  'claude-code': {
    separator: '\n',
    turn({ number, prompt, file, result, time }) {
      const record = (offset: number, type: string, message: object): object => ({
        parentUuid: null,
        isSidechain: false,
        sessionId: 'large',
        cwd: '/home/ada',
        type,
        message,
        timestamp: new Date(time + offset).toISOString(),
        uuid: `00000000-0000-4000-8000-${number}-${offset}`,
      });
      const call = { type: 'tool_use', id: `toolu_${number}`, name: 'Read', input: { file_path: file } };
      const usage = { input_tokens: 10, output_tokens: 5 };
      const answer = { type: 'tool_result', tool_use_id: `toolu_${number}`, content: result };
      return [
        ...(prompt === undefined ? [] : [record(0, 'user', { role: 'user', content: prompt })]),
        record(1, 'assistant', { id: `m${number}`, role: 'assistant', model: 'm', content: [call], usage }),
        record(2, 'user', { role: 'user', content: [answer] }),
      ]
        .map((one) => JSON.stringify(one))
        .join('\n');
    },
  },
  codex: CODEX,
  /** A rollout as Codex keeps older ones; with this size when decompressed. */
  'codex-zst': { ...CODEX, isPacked: true },
  'otlp-lines': { separator: '\n', turn: (turn) => `${TRACE_START}${joined(spansOf(turn))}${TRACE_END}` },
  otlp: { start: TRACE_START, separator: ',', turn: (turn) => joined(spansOf(turn)), end: TRACE_END },
  adk: {
    start: '{"id":"large","app_name":"tea","user_id":"ada","state":{},"events":[',
    separator: ',',
    turn({ number, prompt, file, result, time }) {
      const event = (offset: number, author: string, role: string, parts: readonly object[], more: object = {}) => ({
        id: `e${number}-${offset}`,
        author,
        timestamp: (time + offset) / 1000,
        actions: {},
        content: { role, parts },
        ...more,
      });
      const usage = { usage_metadata: { prompt_token_count: 10, candidates_token_count: 5 } };
      const call = { id: `c${number}`, name: 'read_file', args: { file_path: file } };
      const response = { id: `c${number}`, name: 'read_file', response: { content: result } };
      return joined([
        ...(prompt === undefined ? [] : [event(0, 'user', 'user', [{ text: prompt }])]),
        event(1, 'main', 'model', [{ function_call: call }], usage),
        event(2, 'main', 'user', [{ function_response: response }]),
      ]);
    },
    end: ']}',
  },
  opencode: {
    start: '{"info":{"id":"ses_1","directory":"/home/ada"},"messages":[',
    separator: ',',
    turn({ number, prompt, file, result, time }) {
      const message = (id: string, role: string, parts: readonly object[]) => ({
        info: { id, role, providerID: 'test', modelID: 'm', time: { created: time } },
        parts,
      });
      const state = { status: 'completed', input: { filePath: file }, output: result };
      const times = { time: { start: time, end: time + 500 } };
      const tool = { type: 'tool', callID: `c${number}`, tool: 'read', state: { ...state, ...times } };
      const tokens = { input: 10, output: 5, reasoning: 0, cache: { read: 0, write: 0 } };
      return joined([
        ...(prompt === undefined ? [] : [message(`u${number}`, 'user', [{ type: 'text', text: prompt }])]),
        message(`m${number}`, 'assistant', [tool, { type: 'step-finish', tokens, cost: 0 }]),
      ]);
    },
    end: ']}',
  },
  atif: {
    start:
      '{"schema_version":"ATIF-v1.7","session_id":"large","agent":{"name":"main","version":"1","model_name":"test/m"},"steps":[',
    separator: ',',
    turn({ number, prompt, file, result, time }) {
      const step = (source: string, message: string, more: object = {}) => ({
        step_id: number,
        timestamp: new Date(time).toISOString(),
        source,
        message,
        ...more,
      });
      const call = { tool_call_id: `c${number}`, function_name: 'Read', arguments: { file_path: file } };
      const observation = { results: [{ source_call_id: `c${number}`, content: result }] };
      const metrics = { prompt_tokens: 10, completion_tokens: 5 };
      return joined([
        ...(prompt === undefined ? [] : [step('user', prompt)]),
        step('agent', 'I look.', { metrics, tool_calls: [call], observation }),
      ]);
    },
    end: ']}',
  },
  skillwright: {
    separator: '\n',
    events(events, folder) {
      const request = new RequestStore(folder, (value) => value).store(REQUEST);
      return events
        .map((event) => (event.type === 'llm_request' ? { ...event, request } : event) as unknown as RunEvent)
        .map((event) => JSON.stringify(withBlobs(folder, event)))
        .join('\n');
    },
  },
  'skillwright-otlp-lines': { separator: '\n', spans: tracesOf },
  'skillwright-otlp': { start: OWN_TRACE_START, separator: ',', spans: joined, end: TRACE_END },
  ...VSCODE_LAYOUTS,
} as const satisfies Record<string, Layout>;

/** A format that can be written. */
export type LayoutName = keyof typeof LAYOUTS;

/**
 * Writes a session of at least `size` bytes: prompts with 20 calls each. Results have 6 kB, and every 50th 400 kB. Returns the
 * number of calls.
 */
export function writeSession(path: string, name: LayoutName, size: number): number {
  const { start = '', turn, spans, events, separator, end = '' }: Layout = LAYOUTS[name];
  const own = new OwnRun();
  const builder = new SpanBuilder({ run: RUN });
  const fd = openSync(path, 'w');
  try {
    let written = writeSync(fd, start);
    let number = 0;
    let isFirst = true;
    const write = (content: string): void => {
      written += writeSync(fd, isFirst ? content : `${separator}${content}`);
      isFirst = false;
    };
    const writeSpans = (complete: readonly object[]): void => {
      if (spans !== undefined && complete.length > 0) write(spans(complete));
    };
    const writeOwn = (some: readonly AnyEvent[]): void => {
      if (events !== undefined) write(events(some, dirname(path)));
      else writeSpans(some.flatMap((event) => builder.add(event)));
    };
    while (written < size) {
      number++;
      const result = `Line ${number} of a result about tea.\n`.repeat(number % 50 === 0 ? 13_000 : 200);
      const prompt = number % 20 === 1 ? `Brew pot ${number}.` : undefined;
      const time = Date.UTC(2026, 0, 5) + number * 1000;
      const one = { number, prompt, file: `/home/ada/${number}.md`, result, time };
      if (turn === undefined) writeOwn(own.add(one));
      else write(turn(one));
    }
    if (turn === undefined) {
      writeOwn(own.end());
      writeSpans(builder.finish());
    }
    writeSync(fd, end);
    return number;
  } finally {
    closeSync(fd);
  }
}
