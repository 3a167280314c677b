/** The mutable state of a fold: spans by id, with indexes. Owned by one trace. */
import type { Cause, GuardPreset } from '../../../runtime/protocol/events.ts';
import { defined } from '../../../runtime/text/objects.ts';
import { BySeq } from './by-seq.ts';
import type { ClientNames } from './client-calls.ts';
import type { Loose } from './read.ts';
import { TextIndex } from './text-index.ts';
import type {
  CompactionInfo,
  GuardInfo,
  IconName,
  Interruption,
  LaneMark,
  LineCounts,
  PauseKind,
  RunReason,
  SpanKind,
  SpanStatus,
  Totals,
} from './types.ts';

/** A file to open. Lines and columns are 1-based. */
export interface SourceTarget {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** A row under construction. Times are milliseconds since the start of the run. */
export interface TraceSpan {
  readonly id: number;
  readonly parent: number;
  readonly seq: number;
  /** The `seq` of every event that belongs to it, in order. Added by `addEventTo`. */
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
  /** The start time of a script; null until it has started. */
  heldUntil?: number | null | undefined;
  code?: string;
  label?: string;
  tokensIn?: number;
  tokensOut?: number;
  tokensAdded?: number;
  costUsd?: number;
  turn?: number;
  addedTools?: number;
  addedBy?: string;
  parallel?: number;
  totals?: { -readonly [key in keyof Totals]: Totals[key] };
  guard?: GuardInfo;
  cause?: Cause | undefined;
  compaction?: CompactionInfo;
  change?: LineCounts | undefined;
  pause?: string;
  pauseKind?: PauseKind;
  /** Set to undefined instead of deleted: an object with a deleted property takes several times the memory. */
  source?: SourceTarget | undefined;
  /** Tools offered to this model call but not to the previous one. */
  newTools?: readonly string[];
  removedTools?: readonly string[];
  /** Counts of a model call's tool calls. */
  tally?: Tally;
  /** Open child spans. */
  openChildren?: Set<TraceSpan> | undefined;
  /** True if the tool of a call is known to have started. */
  running?: boolean;
  /** The called tool and its skill; also set on spans below the call. */
  tool?: string;
  skill?: string;
  /** ADK's tool for the same purpose, of a call in a client's run. */
  like?: string;
}

/** Counts of a model call's tool calls: requested, started, ended and failed. */
interface Tally {
  requested: number;
  started: number;
  ended: number;
  failed: number;
  isWasted: boolean;
}

export interface LaneState {
  readonly name: string;
  readonly root: string;
  readonly marks: LaneMark[];
  loadedAt?: number;
  reads: number;
  misses: number;
  scripts: number;
  /** The files that the skill tells the model to read, and those of them that it never read. */
  told?: { readonly all: number; readonly unread: number };
  waiting: number;
  /** Number of compactions that lost its text. */
  lost: number;
  /** The row that loaded it last; undefined after a compaction that lost its text. */
  loadedBy?: number | undefined;
  asTool?: 'ran' | 'failed';
}

/** The misses of a call of a session, as long as no later call creates the files. */
interface MissedResult {
  readonly span: TraceSpan;
  /** Each with its skill, path and kind. */
  readonly misses: Loose[];
}

/** The calls of a model so far, as text: the first ones, their number, and the verb of the last one of them. */
export interface NamedCalls {
  text: string;
  count: number;
  verb: string;
}

/** A stop in the debugger that has not ended. */
interface DebugStopState {
  readonly why: string;
  /** The row of the call that the run stopped at. */
  readonly call: TraceSpan | undefined;
  /** `seq` of its event, as long as that has not been read. */
  readonly awaited: number | undefined;
  /** In milliseconds since the start of the run. */
  readonly since: number;
}

export interface Trace {
  readonly spans: TraceSpan[];
  /** Ids of spans that changed since `takeChangedRows`. */
  readonly dirty: Set<number>;
  /** Ids of spans by the `seq` of their events. */
  readonly bySeq: BySeq;
  /** The latest call with each id; ids can be reused in a later turn. */
  readonly calls: Map<string, TraceSpan>;
  readonly pauses: Map<string, TraceSpan>;
  /** Ids of pauses without an answer. */
  readonly pending: Set<string>;
  /** Text of arguments and results, for searching. */
  readonly textIndex: TextIndex;
  /** True if the lanes changed since they were last sent. */
  lanesChanged: boolean;
  readonly lanes: Map<string, LaneState>;
  /** Agent spans by the parent's id and the agent's name. */
  readonly agents: Map<string, TraceSpan>;
  /** Tools added by skills: the skill by tool name. */
  readonly skillByTool: Map<string, string>;
  readonly openSpans: Set<TraceSpan>;
  /** The latest model call of each turn. */
  readonly turns: Map<number, TraceSpan>;
  /** The calls of model calls that said nothing, by the id of the model call, as long as more can follow. */
  readonly callNames: Map<number, NamedCalls>;
  /** Number of lanes at the last `list_skills`. */
  listedLanes: number;
  /** The guard tripped by a call, by the call's id. */
  readonly guardByCall: Map<number, TraceSpan>;
  /** The findings of later calls of a session about misses, by the `seq` of their results. */
  readonly laterMisses: Map<number, readonly Loose[]>;
  /** The misses of a session that count, by the `seq` of their results. */
  readonly missedResults: Map<number, MissedResult>;
  /** The rows about files that were never read, below the last prompt. */
  lostRows: readonly TraceSpan[];
  /** The latest compaction, and the number of model calls before it. */
  lastCompaction?: { readonly span: TraceSpan; readonly llmCalls: number };
  /** The compactions that lost the texts of skills which have not been loaded again, by skill. */
  readonly lostSkills: Map<string, TraceSpan>;
  /** Guards that stopped an agent's run, by agent name, until its closing round starts. */
  readonly stopsByAgent: Map<string, TraceSpan[]>;
  root?: TraceSpan;
  lastModel?: TraceSpan;
  /** Tools offered to the last model call of each agent. */
  readonly lastTools: Map<string, ReadonlySet<string>>;
  lastLoad?: TraceSpan;
  lastSeq: number;
  /** Epoch milliseconds of the first event. */
  epoch?: number;
  lastTime: number;
  run: string;
  /** The first prompt, and the number of prompts so far. */
  prompt: string;
  prompts: number;
  /** The file next to the journal that contains the prompt, until its first line was read. */
  longPrompt?: string | undefined;
  model: string;
  /** The address of the model, if it is not its provider's own. */
  baseUrl?: string | undefined;
  guards: GuardPreset;
  simulated: boolean;
  /** Number of files that the run changed in the copy of its workspace. */
  changedFiles?: number;
  /** The client that the run simulates. */
  client?: string;
  /** True if the run was forked from another one. */
  isFork?: boolean;
  /** Number of runs that were forked from this one. */
  forks: number;
  /** The totals before the current prompt, if it is not the first. */
  earlierPrompts?: {
    /** Absent in an imported session, whose model calls are numbered throughout. */
    readonly llmCalls?: number;
    readonly tokensIn: number | undefined;
    readonly tokensOut: number | undefined;
    readonly costUsd: number | undefined;
  };
  /** The origin of an imported session: the name of its client or format, and its file. */
  imported?: {
    readonly client: string;
    readonly file: string;
    /** Id of its client. */
    readonly id?: string;
    /** True if it has no times. */
    readonly untimed?: true;
  };
  /** The first working directory of an imported session. */
  folder?: string;
  /** Names for the calls of that client; undefined if it is unknown. */
  clientNames?: ClientNames | undefined;
  maxLlmCalls: number;
  llmCalls: number;
  tokensIn?: number;
  tokensOut?: number;
  tokensEstimated: boolean;
  costUsd?: number;
  costEstimated?: boolean;
  /** The model's context window in tokens. */
  contextWindow?: number;
  guardRow?: number;
  /** The position that the user has paused the run at. */
  pausedAt?: string | undefined;
  /** The stop in the debugger that has not ended, and the row of the call that the run stopped at. */
  debugStop?: DebugStopState | undefined;
  finished?: { reason: RunReason; at: number; error?: string; needsKey?: boolean };
  /** The interruption of the last process, if its last event reports one. */
  interrupted?: { by: Interruption; at: number };
  /** Number of unreadable lines or events. */
  unreadCount: number;
}

/** Creates an empty trace. */
export function createTrace(): Trace {
  return {
    spans: [],
    dirty: new Set(),
    bySeq: new BySeq(),
    calls: new Map(),
    pauses: new Map(),
    pending: new Set(),
    textIndex: new TextIndex(),
    lanesChanged: true,
    lanes: new Map(),
    agents: new Map(),
    skillByTool: new Map(),
    lastTools: new Map(),
    openSpans: new Set(),
    turns: new Map(),
    callNames: new Map(),
    listedLanes: 0,
    guardByCall: new Map(),
    laterMisses: new Map(),
    missedResults: new Map(),
    lostRows: [],
    lostSkills: new Map(),
    stopsByAgent: new Map(),
    lastSeq: 0,
    lastTime: 0,
    run: '',
    prompt: '',
    prompts: 0,
    model: '',
    guards: 'default',
    simulated: false,
    forks: 0,
    maxLlmCalls: 0,
    llmCalls: 0,
    tokensEstimated: false,
    unreadCount: 0,
  };
}

/** Kinds of spans below a call that are about the call. */
const CALL_CHILDREN: ReadonlySet<SpanKind> = new Set(['guard', 'cause', 'approval', 'script', 'tools']);

function callFields({ tool, skill }: TraceSpan): Pick<TraceSpan, 'tool' | 'skill'> {
  return defined({ tool, skill });
}

type NewSpan = Pick<TraceSpan, 'agent' | 'kind' | 'icon' | 'verb' | 'name' | 'start'> &
  Partial<Omit<TraceSpan, 'id' | 'events' | 'depth'>>;

/** Maximum depth. A valid run is not deeper; deeper journals are flattened so that tree walks stay short. */
const MAX_DEPTH = 60;

/** Returns the span that an event belongs to. */
export function spanOfEvent(trace: Trace, seq: number): TraceSpan | undefined {
  const id = trace.bySeq.get(seq);
  return id === undefined ? undefined : trace.spans[id];
}

/** Adds a span under another one. It is open unless `fields` has an `end`. */
export function addSpan(trace: Trace, parentSpan: TraceSpan | undefined, seq: number, fields: NewSpan): TraceSpan {
  const parent =
    parentSpan !== undefined && parentSpan.depth >= MAX_DEPTH ? trace.spans[parentSpan.parent] : parentSpan;
  const span: TraceSpan = {
    status: fields.end === undefined ? 'open' : 'ok',
    ...(parent?.tool !== undefined && CALL_CHILDREN.has(fields.kind) ? callFields(parent) : undefined),
    ...fields,
    id: trace.spans.length,
    parent: parent?.id ?? -1,
    depth: parent === undefined ? 0 : parent.depth + 1,
    seq,
    events: [seq],
  };
  trace.spans.push(span);
  trace.dirty.add(span.id);
  if (span.end === undefined) markOpen(trace, span);
  return span;
}

/** Marks a span as open. */
export function markOpen(trace: Trace, span: TraceSpan): void {
  trace.openSpans.add(span);
  const parent = trace.spans[span.parent];
  if (parent === undefined) return;
  parent.openChildren ??= new Set();
  parent.openChildren.add(span);
}

/**
 * Returns the agent row of the inner run that contains `span`, or that `span` as a call started; undefined in the outer
 * run.
 * @param agent the agent of the event
 */
export function innerRun(trace: Trace, span: TraceSpan | undefined, agent: string): TraceSpan | undefined {
  const own = span === undefined ? undefined : trace.agents.get(`${span.id} ${agent}`);
  let found = own ?? span;
  while (found !== undefined && found.kind !== 'agent') found = trace.spans[found.parent];
  return found === undefined || found.parent < 0 ? undefined : found;
}

/** Most spans have no more events than this. */
const EXACT_SIZE = 4;

/** Adds an event to a span. Short lists are copied to their exact size: a growing array reserves space for 16 more. */
export function addEventTo(span: TraceSpan, seq: number): void {
  if (span.events.length < EXACT_SIZE) span.events = [...span.events, seq];
  else span.events.push(seq);
}

/** Marks a span as changed. */
export function markChanged(trace: Trace, span: TraceSpan): void {
  trace.dirty.add(span.id);
}

/** Closes a span, not before its start. */
export function closeSpan(trace: Trace, span: TraceSpan, at: number, status: SpanStatus): void {
  span.end = Math.max(span.start, at);
  span.status = status;
  trace.openSpans.delete(span);
  const parent = trace.spans[span.parent];
  parent?.openChildren?.delete(span);
  // An empty set takes as much memory as a row, and most rows have ended.
  if (parent?.openChildren?.size === 0) parent.openChildren = undefined;
  markChanged(trace, span);
}
