/**
 * Folds the events of a run into rows, one event at a time. Accepts any journal: missing ends, unknown types, malformed
 * fields, repeated events. Never throws, and the result does not depend on how events were batched.
 */
import type { RunEvent, ToldSkill } from '../../../runtime/protocol/events.ts';
import { GUARD_PRESETS } from '../../../runtime/protocol/guard-presets.ts';
import { instructedText } from '../../../runtime/text/lost-text.ts';
import { defined } from '../../../runtime/text/objects.ts';
import { clientNames, folderName } from './client-calls.ts';
import { nameOfClient } from './client-name.ts';
import { addAwaitedStop, foldDebugPause } from './debug-stop.ts';
import { foldCompaction } from './fold-compaction.ts';
import { foldGuard } from './fold-guard.ts';
import { foldRequest, foldResponse } from './fold-model.ts';
import { foldAnswer, foldPause, foldResumed } from './fold-pause.ts';
import { foldSkillLoaded, markLost } from './fold-session.ts';
import { foldToolsChanged } from './fold-tool-changes.ts';
import { foldCall, foldResult, foldScript, foldToolStarted, INTERRUPTED } from './fold-tools.ts';
import { offerSkills } from './lanes.ts';
import { blobOf, isObject, type Loose, number, oneLine, strings, text, usage } from './read.ts';
import { addEventTo, addSpan, closeSpan, markChanged, spanOfEvent, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';
import type { Interruption, RunReason } from './types.ts';

/** Adds one event of the journal to the trace. Unreadable events are counted in `trace.unreadCount`. */
export function addEvent(trace: Trace, event: unknown): void {
  if (!isObject(event) || text(event, 'type') === '') {
    trace.unreadCount++;
    return;
  }
  const seq = number(event, 'seq') ?? trace.lastSeq + 1;
  if (trace.bySeq.get(seq) !== undefined) return;
  const step = stepOf(trace, event, seq);
  const span = apply(trace, step) ?? step.parent ?? trace.root;
  trace.lastSeq = Math.max(trace.lastSeq, seq);
  if (span === undefined) return;
  trace.bySeq.set(seq, span.id);
  if (span.events.at(-1) !== seq) addEventTo(span, seq);
  addAwaitedStop(trace, seq);
}

/** Adds several events. */
export function addEvents(trace: Trace, events: readonly unknown[]): void {
  for (const event of events) addEvent(trace, event);
}

function stepOf(trace: Trace, event: Loose, seq: number): TraceStep {
  const parsed = Date.parse(text(event, 'time'));
  if (Number.isFinite(parsed)) trace.epoch ??= parsed;
  const at = Number.isFinite(parsed) ? Math.max(0, parsed - (trace.epoch ?? parsed)) : trace.lastTime;
  trace.lastTime = Math.max(trace.lastTime, at);
  const parent = spanOfEvent(trace, number(event, 'parent') ?? -1);
  return defined({
    event,
    seq,
    at,
    agent: oneLine(text(event, 'agent'), 80),
    parent,
  });
}

/** Types of events within a run, except its start. */
const EVENT_TYPES: ReadonlySet<string> = new Set<RunEvent['type']>([
  'run_resumed',
  'llm_request',
  'llm_response',
  'tool_call',
  'tool_started',
  'tool_result',
  'guard',
  'tools_changed',
  'state',
  'script',
  'note',
  'message_edited',
  'debug_pause',
  'workspace_changes',
  'pause',
  'answer',
  'run_finished',
]);

function apply(trace: Trace, step: TraceStep): TraceSpan | undefined {
  const type = text(step.event, 'type');
  if (type === 'run_started') return foldStarted(trace, step);
  // A journal without its start still shows the remaining events. Unknown events alone do not make a run.
  if (trace.root === undefined && !EVENT_TYPES.has(type)) {
    trace.unreadCount++;
    return undefined;
  }
  trace.root ??= addSpan(trace, undefined, step.seq, rootFields(step));
  switch (type) {
    case 'run_resumed':
      return foldResumed(trace, step);
    case 'llm_request':
      return foldRequest(trace, step);
    case 'llm_response':
      return foldResponse(trace, step);
    case 'tool_call':
      return foldCall(trace, step);
    case 'tool_started':
      return foldToolStarted(trace, step);
    case 'tool_result':
      return foldResult(trace, step);
    case 'script':
      return foldScript(trace, step);
    case 'tools_changed':
      return foldToolsChanged(trace, step);
    case 'guard':
      return foldGuard(trace, step);
    case 'pause':
      return foldPause(trace, step);
    case 'answer':
      return foldAnswer(trace, step);
    case 'note':
      return foldNote(trace, step);
    case 'message_edited':
      return foldMessageEdited(trace, step);
    case 'debug_pause':
      return foldDebugPause(trace, step);
    case 'workspace_changes':
      return foldChanges(trace, step);
    case 'run_finished':
      return foldFinished(trace, step);
    case 'skill_loaded':
      return trace.imported === undefined ? undefined : foldSkillLoaded(trace, step);
    default:
      // `state` and types of later versions are stored with their parent span.
      return undefined;
  }
}

function rootFields(step: TraceStep) {
  return {
    agent: step.agent,
    kind: 'agent' as const,
    icon: 'agent' as const,
    verb: 'invoke_agent',
    name: step.agent || 'agent',
    start: step.at,
  };
}

function foldStarted(trace: Trace, step: TraceStep): TraceSpan {
  const { event } = step;
  if (trace.root === undefined || trace.prompt === '') {
    trace.run = text(event, 'run');
    trace.longPrompt = blobOf(event.prompt);
    trace.prompt = isObject(event.prompt) ? 'A long prompt' : oneLine(text(event, 'prompt'), 400);
    trace.model = oneLine(text(event, 'model'), 120);
    trace.baseUrl = text(event, 'baseUrl') || undefined;
    if (isObject(event.forked)) trace.isFork = true;
    trace.guards = GUARD_PRESETS.find((preset) => preset === event.guards) ?? 'default';
    const client = oneLine(text(event, 'client'), 80);
    if (client !== '') {
      trace.client = client;
      trace.clientNames = clientNames(client);
    }
    if (isObject(event.imported)) {
      trace.imported = importedFrom(event.imported);
      const folder = text(event.imported, 'directory');
      if (folder !== '') trace.folder = folder;
      trace.clientNames = clientNames(text(event.imported, 'client'), trace.folder);
    }
    trace.simulated = event.simulated === true || trace.model.startsWith('simulated/');
  }
  trace.maxLlmCalls = Math.max(0, number(event, 'maxLlmCalls') ?? 0);
  countPrompt(trace);
  for (const row of trace.lostRows) {
    row.label = 'until the next prompt';
    markChanged(trace, row);
  }
  trace.lostRows = [];
  delete trace.finished;
  delete trace.changedFiles;
  delete trace.interrupted;
  offerSkills(trace, event.skills);
  offerSkills(trace, event.calledSkills);
  for (const { name, root } of trace.lanes.values()) trace.clientNames?.skills.set(folderName(root), name);
  // The prompts of a session, and further ones of a run, differ by their text only.
  const isNamed = trace.imported !== undefined || trace.prompts > 1;
  const prompt = isNamed ? oneLine(text(event, 'prompt'), 200) : '';
  const fields = rootFields(step);
  const shown = prompt === '' ? fields : { ...fields, verb: `prompt ${trace.prompts}`, name: prompt };
  trace.root = addSpan(trace, undefined, step.seq, shown);
  trace.textIndex.add(trace.root.id, event.prompt);
  return trace.root;
}

/** Starts the figures of another prompt: its model calls are numbered from 1, and its `run_finished` has its own total. */
function countPrompt(trace: Trace): void {
  const { tokensIn, tokensOut, costUsd, llmCalls, earlierPrompts: before, imported } = trace;
  trace.prompts++;
  if (trace.prompts === 1 && imported === undefined) return;
  const calls = imported === undefined ? { llmCalls: (before?.llmCalls ?? 0) + llmCalls } : {};
  trace.earlierPrompts = { tokensIn, tokensOut, costUsd, ...calls };
  if (imported !== undefined) return;
  trace.llmCalls = 0;
  // A guard that stopped an earlier prompt says nothing about this one.
  delete trace.guardRow;
}

/** Returns the origin of an imported session: the name of the client, or of the format, and the file. */
function importedFrom(imported: Record<string, unknown>): NonNullable<Trace['imported']> {
  const client = oneLine(text(imported, 'client'), 80);
  const name = client === '' ? oneLine(text(imported, 'format'), 80) : nameOfClient(client);
  const untimed = imported.untimed === true ? true : undefined;
  return defined({ client: name, file: text(imported, 'file'), id: client || undefined, untimed });
}

const INTERRUPTIONS: ReadonlySet<string> = new Set<Interruption>(['window', 'signal']);

function foldNote(trace: Trace, step: TraceStep): TraceSpan {
  const cause = text(step.event, 'interrupted');
  if (INTERRUPTIONS.has(cause)) {
    trace.interrupted = { by: cause as Interruption, at: step.at };
    cutOffOpenSpans(trace, step.at);
  }
  const { lost } = step.event;
  if (isObject(lost)) markLost(trace, lost);
  const icon = isObject(lost) ? 'page-missed' : 'info';
  const note = addNote(trace, step, { icon, name: oneLine(text(step.event, 'message')) || 'note' });
  foldCompaction(trace, step, note);
  return note;
}

function foldMessageEdited(trace: Trace, step: TraceStep): TraceSpan {
  return addNote(trace, step, {
    icon: 'info',
    name: `edited message: ${oneLine(text(step.event, 'text')) || 'a long text'}`,
  });
}

function foldChanges(trace: Trace, step: TraceStep): TraceSpan {
  const { changes, incomplete } = step.event;
  if (incomplete === true)
    return addNote(trace, step, {
      icon: 'page',
      name: 'unknown changes: the copy of the workspace was too large to compare',
    });
  const count = (Array.isArray(changes) ? changes.length : 0) + Math.max(0, number(step.event, 'more') ?? 0);
  trace.changedFiles = count;
  const files = count === 1 ? 'file' : 'files';
  return addNote(trace, step, { icon: 'page', name: `${count} ${files} changed in the copy of the workspace` });
}

/** Adds a row that is no step of the agent. */
function addNote(
  trace: Trace,
  step: TraceStep,
  note: Pick<TraceSpan, 'icon' | 'name'> & Partial<Pick<TraceSpan, 'verb' | 'start'>>,
): TraceSpan {
  return addSpan(trace, step.parent ?? trace.root, step.seq, {
    agent: step.agent,
    kind: 'note',
    verb: '',
    start: step.at,
    end: step.at,
    ...note,
  });
}

/** Closes everything that was open, except rows that wait for the user: those can be answered later. */
function cutOffOpenSpans(trace: Trace, at: number): void {
  for (const span of [...trace.openSpans]) {
    if (span.status !== 'open') continue;
    if (span.kind !== 'agent') span.label = INTERRUPTED;
    closeSpan(trace, span, at, 'cut');
  }
}

/** Maximum number of skills with rows about files that were never read. */
const MAX_LOST = 100;

const REASONS: ReadonlySet<string> = new Set(['final', 'guard', 'max_llm_calls', 'model_error', 'paused', 'cancelled']);

function foldFinished(trace: Trace, step: TraceStep): TraceSpan | undefined {
  const { event, at } = step;
  const value = text(event, 'reason');
  // An unknown reason of a later version still ends the run.
  const reason = (REASONS.has(value) ? value : 'cancelled') as RunReason;
  const error = oneLine(text(event, 'error'), 400);
  const needsKey = isObject(event.needsKey) ? { needsKey: true } : {};
  trace.finished = defined({ reason, at, error: error || undefined, ...needsKey });
  trace.llmCalls = Math.max(trace.llmCalls, number(event, 'llmCalls') ?? 0);
  const total = usage(event);
  const { tokensIn = 0, tokensOut = 0, costUsd = 0 } = trace.earlierPrompts ?? {};
  if (total.inputTokens !== undefined) trace.tokensIn = tokensIn + total.inputTokens;
  if (total.outputTokens !== undefined) trace.tokensOut = tokensOut + total.outputTokens;
  if (total.estimated) trace.tokensEstimated = true;
  if (total.costUsd !== undefined) trace.costUsd = costUsd + total.costUsd;
  if (total.costSource === 'estimated') trace.costEstimated = true;
  if (reason === 'paused') return trace.root;
  foldInstructed(trace, step);
  trace.pending.clear();
  for (const span of [...trace.openSpans])
    closeSpan(trace, span, at, span.kind === 'agent' ? rootStatus(reason) : 'cut');
  const answer = isObject(event.text) ? '…' : oneLine(text(event, 'text'));
  if (answer === '') return trace.root;
  return addSpan(trace, trace.lastModel ?? trace.root, step.seq, {
    agent: step.agent,
    kind: 'answer',
    icon: 'answer',
    verb: '',
    name: 'Answer',
    detail: `“${answer}”`,
    start: at,
    end: at,
  });
}

/** Adds a row for each skill with files that it told the model to read, and that the run never read. */
function foldInstructed(trace: Trace, step: TraceStep): void {
  const { instructed } = step.event;
  const lost = (Array.isArray(instructed) ? instructed.filter(isObject) : []).slice(0, MAX_LOST).map(toldSkill);
  trace.lostRows = lost
    .filter(({ unread }) => unread.length > 0)
    .map((told) => {
      markLost(trace, { ...told });
      return addNote(trace, step, { icon: 'page-missed', name: oneLine(instructedText(told)) });
    });
}

/** Reads the files that a skill tells the model to read. */
function toldSkill(told: Loose): ToldSkill {
  const unread = Array.isArray(told.unread) ? told.unread.filter(isObject) : [];
  return {
    skill: text(told, 'skill'),
    read: strings(told, 'read'),
    unread: unread.map((one) => defined({ path: text(one, 'path'), missedAt: number(one, 'missedAt') })),
  };
}

function rootStatus(reason: RunReason): 'ok' | 'error' | 'cut' {
  if (reason === 'cancelled') return 'cut';
  return reason === 'model_error' ? 'error' : 'ok';
}
