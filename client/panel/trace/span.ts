/** The state of a fold: spans by id, and what finds them again. Mutable, owned by one trace. */
import type { Cause, GuardPreset } from '../../../runtime/protocol/events.ts';
import { BySeq } from './by-seq.ts';
import type {
  GuardInfo,
  IconName,
  Interruption,
  LaneMark,
  PauseKind,
  RunReason,
  SpanKind,
  SpanStatus,
  Totals,
} from './types.ts';
import { Words } from './words.ts';

/** A file to go to. Lines and columns count from 1. */
export interface SourceTarget {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** A row while it is still being written. Times are milliseconds since the run began. */
export interface Span {
  readonly id: number;
  readonly parent: number;
  readonly seq: number;
  /** Every event that belongs to it, in order. Added to by `note`. */
  events: number[];
  readonly agent: string;
  /** 0 at the root. */
  readonly depth: number;
  kind: SpanKind;
  icon: IconName;
  status: SpanStatus;
  verb: string;
  name: string;
  detail?: string;
  start: number;
  end?: number;
  waits?: [number, number | null][];
  /** Of a script: when it began, null until it is known to have. */
  heldUntil?: number | null | undefined;
  code?: string;
  label?: string;
  tokensIn?: number;
  tokensOut?: number;
  tokensAdded?: number;
  turn?: number;
  addedTools?: number;
  addedBy?: string;
  parallel?: number;
  totals?: { -readonly [key in keyof Totals]: Totals[key] };
  guard?: GuardInfo;
  cause?: Cause;
  pause?: string;
  asks?: PauseKind;
  /** Set to nothing rather than taken away: an object that lost a field takes several times the memory. */
  source?: SourceTarget | undefined;
  /** Tools that this model call was offered and the one before it was not. */
  newTools?: readonly string[];
  goneTools?: readonly string[];
  /** Of a model call: what became of the calls that it asked for. */
  tally?: Tally;
  /** Open spans right under it. */
  openUnder?: Set<Span> | undefined;
  /** A call whose tool is known to have begun. */
  running?: boolean;
  /** The tool that was called, and the skill it is about; also on what stands under the call. */
  tool?: string;
  skill?: string;
}

/** Calls of one model call: how many it asked for, how many have begun, ended, and came to nothing. */
interface Tally {
  asked: number;
  begun: number;
  ended: number;
  failed: number;
  wasted: boolean;
}

export interface LaneState {
  readonly name: string;
  readonly root: string;
  readonly marks: LaneMark[];
  loadedAt?: number;
  reads: number;
  misses: number;
  scripts: number;
  waiting: number;
  asTool?: 'ran' | 'failed';
}

export interface Trace {
  readonly spans: Span[];
  /** Ids of spans that changed since they were last taken. */
  readonly dirty: Set<number>;
  /** Ids of spans by each of their events. */
  readonly bySeq: BySeq;
  /** The latest call of each id; ids can come again in a later turn. */
  readonly calls: Map<string, Span>;
  readonly pauses: Map<string, Span>;
  /** Pauses without an answer. */
  readonly pending: Set<string>;
  /** Words of arguments and results, for searching. */
  readonly words: Words;
  /** The lanes changed since they were last taken. */
  lanesChanged: boolean;
  readonly lanes: Map<string, LaneState>;
  /** Agent spans by parent's id and agent's name. */
  readonly agents: Map<string, Span>;
  /** Tools that skills added, by name, with the skill. */
  readonly added: Map<string, string>;
  readonly openSpans: Set<Span>;
  /** The latest model call of each turn. */
  readonly turns: Map<number, Span>;
  /** Lanes that the last `list_skills` found. */
  listed: number;
  /** The guard that a call tripped, by the call's id. */
  readonly tripped: Map<number, Span>;
  /** Guards that stopped an agent's run, by its name, for as long as no closing round is known. */
  readonly stopped: Map<string, Span[]>;
  root?: Span;
  lastModel?: Span;
  /** What each agent's last model call was offered. */
  readonly lastTools: Map<string, ReadonlySet<string>>;
  lastLoad?: Span;
  lastSeq: number;
  /** Epoch milliseconds of the first event. */
  epoch?: number;
  lastTime: number;
  run: string;
  prompt: string;
  /** The file beside the journal that the prompt stands in, until its first line was read. */
  longPrompt?: string | undefined;
  model: string;
  guards: GuardPreset;
  simulated: boolean;
  maxLlmCalls: number;
  llmCalls: number;
  tokensIn?: number;
  tokensOut?: number;
  tokensEstimated: boolean;
  costUsd?: number;
  costEstimated?: boolean;
  guardRow?: number;
  finished?: { reason: RunReason; at: number; error?: string; needsKey?: boolean };
  /** What interrupted the last process, as its last event says. */
  interrupted?: { by: Interruption; at: number };
  /** Lines or events that could not be read. */
  unread: number;
}

/** An empty trace. */
export function createTrace(): Trace {
  return {
    spans: [],
    dirty: new Set(),
    bySeq: new BySeq(),
    calls: new Map(),
    pauses: new Map(),
    pending: new Set(),
    words: new Words(),
    lanesChanged: true,
    lanes: new Map(),
    agents: new Map(),
    added: new Map(),
    lastTools: new Map(),
    openSpans: new Set(),
    turns: new Map(),
    listed: 0,
    tripped: new Map(),
    stopped: new Map(),
    lastSeq: 0,
    lastTime: 0,
    run: '',
    prompt: '',
    model: '',
    guards: 'default',
    simulated: false,
    maxLlmCalls: 0,
    llmCalls: 0,
    tokensEstimated: false,
    unread: 0,
  };
}

/** What stands under a call and is about it. */
const UNDER_CALLS: ReadonlySet<SpanKind> = new Set(['guard', 'cause', 'approval', 'script', 'tools']);

function calledAs({ tool, skill }: Span): Pick<Span, 'tool' | 'skill'> {
  return { ...(tool === undefined ? {} : { tool }), ...(skill === undefined ? {} : { skill }) };
}

type NewSpan = Pick<Span, 'agent' | 'kind' | 'icon' | 'verb' | 'name' | 'start'> &
  Partial<Omit<Span, 'id' | 'events' | 'depth'>>;

/** No run nests deeper. A journal that does is drawn flat from here, so that no walk up or down a tree is long. */
const DEEPEST = 60;

/** The span that an event belongs to. */
export function spanAt(trace: Trace, seq: number): Span | undefined {
  const id = trace.bySeq.get(seq);
  return id === undefined ? undefined : trace.spans[id];
}

/** Adds a span under another; open unless it is given an `end`. */
export function addSpan(trace: Trace, under: Span | undefined, seq: number, fields: NewSpan): Span {
  const parent = under !== undefined && under.depth >= DEEPEST ? trace.spans[under.parent] : under;
  const span: Span = {
    status: fields.end === undefined ? 'open' : 'ok',
    ...(parent?.tool !== undefined && UNDER_CALLS.has(fields.kind) ? calledAs(parent) : {}),
    ...fields,
    id: trace.spans.length,
    parent: parent?.id ?? -1,
    depth: parent === undefined ? 0 : parent.depth + 1,
    seq,
    events: [seq],
  };
  trace.spans.push(span);
  trace.dirty.add(span.id);
  if (span.end === undefined) open(trace, span);
  return span;
}

/** Notes that a span goes on. */
export function open(trace: Trace, span: Span): void {
  trace.openSpans.add(span);
  const parent = trace.spans[span.parent];
  if (parent === undefined) return;
  parent.openUnder ??= new Set();
  parent.openUnder.add(span);
}

/**
 * The agent's row of a run inside a call, where `span` lies in one, or is the call that has it; undefined in the run itself.
 * @param agent whose event it is
 */
export function innerRun(trace: Trace, span: Span | undefined, agent: string): Span | undefined {
  const own = span === undefined ? undefined : trace.agents.get(`${span.id} ${agent}`);
  let found = own ?? span;
  while (found !== undefined && found.kind !== 'agent') found = trace.spans[found.parent];
  return found === undefined || found.parent < 0 ? undefined : found;
}

/** Most spans have no more events than this. */
const FEW = 4;

/** Adds an event to a span. A few take their exact room: a list that grows takes it for sixteen more. */
export function note(span: Span, seq: number): void {
  if (span.events.length < FEW) span.events = [...span.events, seq];
  else span.events.push(seq);
}

/** Marks a span as changed. */
export function touch(trace: Trace, span: Span): void {
  trace.dirty.add(span.id);
}

/** Ends a span, never before it began. */
export function close(trace: Trace, span: Span, at: number, status: SpanStatus): void {
  span.end = Math.max(span.start, at);
  span.status = status;
  trace.openSpans.delete(span);
  const parent = trace.spans[span.parent];
  parent?.openUnder?.delete(span);
  // An empty set takes as much room as a row: most rows have ended.
  if (parent?.openUnder?.size === 0) parent.openUnder = undefined;
  touch(trace, span);
}
