/**
 * A run as a Trace Event JSON file, which ui.perfetto.dev opens. Events on one track may not overlap unless they are nested,
 * so concurrent calls get tracks of their own.
 */
import { own, setOwn } from '../../skill/index.ts';
import { jsonText } from '../journal/json-line.ts';
import { type List, pickFrom, SpilledList } from '../journal/spilled-list.ts';
import type { Attribute } from '../otlp/attributes.ts';
import { GEN_AI } from '../otlp/conventions.ts';
import type { OtlpSpan } from '../otlp/span.ts';
import { spansOf } from './otlp.ts';
import type { ExportSource } from './source.ts';

/** Maximum number of characters of an argument that a viewer shows next to the track. */
const MAX_ARGUMENT = 2_000;
const PROCESS = 1;
const KINDS = ['agent', 'model', 'tool'] as const;
type Kind = (typeof KINDS)[number];
const KIND_OF: Readonly<Record<string, Kind>> = { invoke_agent: 'agent', chat: 'model', execute_tool: 'tool' };
const TITLES: Readonly<Record<Kind, string>> = { agent: 'Agent', model: 'Model calls', tool: 'Tool calls' };

interface TraceEvent {
  readonly name: string;
  readonly ph: 'X' | 'i' | 'C' | 'M';
  readonly pid: number;
  readonly tid?: number;
  /** Microseconds. */
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly s?: 't';
  readonly args?: Readonly<Record<string, string | number | boolean>>;
}

/** A row of the viewer: spans of one agent and kind that do not overlap. */
interface Track {
  readonly id: number;
  readonly title: string;
  readonly order: number;
  end: number;
}

/** Returns a run as a Trace Event JSON document. */
export function* exportPerfetto(source: ExportSource): Generator<string> {
  const { spans, order } = sortedSpans(source);
  const tracks = new Map<string, Track[]>();
  yield `{"displayTimeUnit":"ms","otherData":${jsonText({ run: source.run, producer: 'skillwright' })},"traceEvents":[\n`;
  yield jsonText(meta('process_name', { name: `Run ${source.run}` }));
  for (const span of pickFrom(spans, order)) {
    const { track, isNew } = trackFor(span, tracks);
    if (isNew) {
      yield `,\n${jsonText({ ...meta('thread_name', { name: track.title }), tid: track.id })}`;
      yield `,\n${jsonText({ ...meta('thread_sort_index', { sort_index: track.order }), tid: track.id })}`;
    }
    for (const event of eventsOf(span, track.id)) yield `,\n${jsonText(event)}`;
  }
  yield '\n]}\n';
}

/** Returns the spans of a run, and their positions in the order of their starts. */
function sortedSpans(source: ExportSource): { readonly spans: List<OtlpSpan>; readonly order: readonly number[] } {
  const array: OtlpSpan[] = [];
  const spans = source.spill === undefined ? array : new SpilledList<OtlpSpan>(source.spill);
  const starts: bigint[] = [];
  for (const span of spansOf(source)) {
    spans.push(span);
    starts.push(BigInt(span.startTimeUnixNano));
  }
  const order = starts.map((_, index) => index).sort((a, b) => Number((starts[a] ?? 0n) - (starts[b] ?? 0n)));
  return { spans, order };
}

function meta(name: string, args: TraceEvent['args'] & object): TraceEvent {
  return { name, ph: 'M', pid: PROCESS, args };
}

/** Returns the first track of the span's agent and kind that is free. */
function trackFor(span: OtlpSpan, tracks: Map<string, Track[]>): { readonly track: Track; readonly isNew: boolean } {
  const agent = textOf(span, GEN_AI.agent) ?? '';
  const kind = kindOf(span);
  const key = `${kind} ${agent}`;
  const own = tracks.get(key) ?? [];
  tracks.set(key, own);
  const start = microseconds(span.startTimeUnixNano);
  const end = microseconds(span.endTimeUnixNano);
  const free = own.find((track) => track.end <= start);
  if (free !== undefined) {
    free.end = end;
    return { track: free, isNew: false };
  }
  const id = 1 + [...tracks.values()].reduce((count, list) => count + list.length, 0);
  const number = own.length === 0 ? '' : ` ${own.length + 1}`;
  const track = { id, title: `${TITLES[kind]}, ${agent}${number}`, order: 1000 * KINDS.indexOf(kind) + id, end };
  own.push(track);
  return { track, isNew: true };
}

function* eventsOf(span: OtlpSpan, tid: number): Generator<TraceEvent> {
  const ts = microseconds(span.startTimeUnixNano);
  const kind = kindOf(span);
  const at = { pid: PROCESS, tid, cat: kind };
  yield {
    ...at,
    name: span.name,
    ph: 'X',
    ts,
    dur: microseconds(span.endTimeUnixNano) - ts,
    args: argumentsOf(span.attributes),
  };
  for (const event of span.events)
    yield {
      ...at,
      name: event.name.replace(/^skillwright\./, ''),
      ph: 'i',
      s: 't',
      ts: microseconds(event.timeUnixNano),
      args: argumentsOf(event.attributes),
    };
  const tokens = Number(textOf(span, GEN_AI.inputTokens));
  if (kind === 'model' && Number.isFinite(tokens))
    yield { name: 'Input tokens', ph: 'C', pid: PROCESS, ts, args: { tokens } };
}

function kindOf(span: OtlpSpan): Kind {
  return own(KIND_OF, textOf(span, GEN_AI.operation) ?? '') ?? 'agent';
}

/** Returns attributes as arguments. Messages are left out: each call has those of the calls before it. */
function argumentsOf(attributes: readonly Attribute[]): NonNullable<TraceEvent['args']> {
  const args: Record<string, string | number | boolean> = {};
  for (const { key, value } of attributes) {
    if (key === GEN_AI.inputMessages || key === GEN_AI.systemInstructions || key === GEN_AI.toolDefinitions) continue;
    setOwn(args, key, plainValue(value));
  }
  return args;
}

function plainValue(value: Attribute['value']): string | number | boolean {
  if ('boolValue' in value) return value.boolValue;
  if ('intValue' in value) return Number(value.intValue);
  const text =
    'stringValue' in value
      ? value.stringValue
      : value.arrayValue.values.map(({ stringValue }) => stringValue).join(', ');
  return text.length > MAX_ARGUMENT ? `${text.slice(0, MAX_ARGUMENT)}…` : text;
}

function textOf(span: OtlpSpan, key: string): string | undefined {
  const value = span.attributes.find((attribute) => attribute.key === key)?.value;
  return value === undefined ? undefined : String(plainValue(value));
}

function microseconds(nano: string): number {
  return Number(BigInt(nano) / 1000n);
}
