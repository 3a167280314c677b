/** Tool calls, their results, the scripts they ran and the tools they added. */

import { defined } from '../../../runtime/text/objects.ts';
import { estimateTokens } from '../../../skill/index.ts';
import { likeOf, nameClientCall, withoutCopy } from './client-calls.ts';
import { errorLine } from './error-line.ts';
import { countLines, fileEdits } from './file-edits.ts';
import { markSessionResult, recordMisses } from './fold-session.ts';
import { countWaiting, markCall } from './lanes.ts';
import { nameByCall } from './model-name.ts';
import { nameCall, skillToolName } from './names.ts';
import { cause, isObject, json, type Loose, number, oneLine, text } from './read.ts';
import { setCause } from './set-cause.ts';
import { cutPath, inFolder } from './short-path.ts';
import {
  addEventTo,
  addSpan,
  closeSpan,
  innerRun,
  markChanged,
  type SourceTarget,
  type Trace,
  type TraceSpan,
} from './span.ts';
import type { TraceStep } from './step.ts';
import { countEnded, countStarted } from './totals.ts';
import type { SpanStatus } from './types.ts';

/** Label of a row that was open when its run was interrupted. */
export const INTERRUPTED = 'interrupted';

/** Opens a row for a call, under the model call that requested it. */
export function foldCall(trace: Trace, step: TraceStep): TraceSpan {
  const tool = text(step.event, 'tool');
  const args = json(step.event, 'args');
  const clientCall = trace.clientNames && nameClientCall(tool, args, trace.clientNames);
  const { path, ...named } = clientCall ?? nameCall(tool, args, trace.folder);
  const source = sourceOf(trace, clientCall?.like ?? skillToolName(tool, args), named.skill, path);
  const parent = step.parent ?? trace.lastModel ?? trace.root;
  const addedBy = trace.skillByTool.get(tool);
  const span = addSpan(
    trace,
    parent,
    step.seq,
    defined({
      ...named,
      tool: tool === '' ? undefined : oneLine(tool, 80),
      agent: step.agent,
      start: step.at,
      turn: parent?.turn,
      addedBy,
      change: countLines(fileEdits(tool, args)),
      // It is unknown whether approval is needed, but it is not running yet.
      heldUntil: named.kind === 'script' ? null : undefined,
      source,
    }),
  );
  trace.calls.set(text(step.event, 'id'), span);
  trace.textIndex.add(span.id, step.event.args);
  countStarted(trace, span);
  if (parent?.kind === 'model') nameByCall(trace, parent, requestedName(trace, step, span));
  return span;
}

/** Returns the name of a call as the model requested it, also if the user changed it in the debugger. */
function requestedName(trace: Trace, { event }: TraceStep, span: TraceSpan): Pick<TraceSpan, 'verb' | 'name'> {
  if (event.requested === undefined) return span;
  const tool = text(event, 'tool');
  const args = json(event, 'requested');
  const { verb, name } =
    (trace.clientNames && nameClientCall(tool, args, trace.clientNames)) ?? nameCall(tool, args, trace.folder);
  return defined({ verb, name });
}

/** Records the actual start of a tool, which may follow a question or other calls of the same step. */
export function foldToolStarted(trace: Trace, step: TraceStep): TraceSpan | undefined {
  const span = trace.calls.get(text(step.event, 'id'));
  if (span === undefined) return step.parent;
  span.running = true;
  if (span.heldUntil !== undefined) span.heldUntil = step.at;
  // The call was queued until now, unless it was waiting for the user.
  if (span.waits === undefined && span.end === undefined) span.start = Math.max(span.start, step.at);
  const parent = trace.spans[span.parent];
  if (parent?.kind === 'model') updateParallel(trace, parent);
  markChanged(trace, span);
  return span;
}

/** Updates the number of concurrent calls of a model call. */
function updateParallel(trace: Trace, model: TraceSpan): void {
  let running = 0;
  for (const call of model.openChildren ?? []) running += call.running ? 1 : 0;
  if (running < 2 || running <= (model.parallel ?? 1)) return;
  model.parallel = running;
  markChanged(trace, model);
}

function sourceOf(trace: Trace, tool: string, skill = '', path = ''): SourceTarget | undefined {
  const root = trace.lanes.get(skill)?.root ?? '';
  if (root === '') return undefined;
  if (tool === 'load_skill' || tool.startsWith('skills__')) return { file: `${root}/SKILL.md` };
  const parts = path.replace(/^(\.\/)+/, '').split(/[/\\]/);
  const inside =
    path !== '' && parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes(':'));
  if (!inside) return undefined;
  if (tool === 'load_skill_resource') return { file: `${root}/${parts.join('/')}` };
  if (tool !== 'run_skill_script') return undefined;
  return { file: `${root}/${parts[0] === 'scripts' ? '' : 'scripts/'}${parts.join('/')}` };
}

/** Closes the row of its call; a result without a known call gets a row of its own. */
export function foldResult(trace: Trace, step: TraceStep): TraceSpan {
  const { event } = step;
  const id = text(event, 'id');
  const duration = Math.max(0, number(event, 'durationMs') ?? 0);
  const span = trace.calls.get(id) ?? foldCall(trace, { ...step, at: Math.max(0, step.at - duration) });
  // The end of a session says which calls have no result. That is not when they ended: the prompt before cut them off.
  const at = event.hasNoResult === true && span.status === 'cut' && span.end !== undefined ? span.end : step.at;
  applySkillFile(trace, span, event);
  const tool = toolNameOf(span, text(event, 'tool'));
  const code = oneLine(text(event, 'error_code'), 80);
  const result = json(event, 'result');
  if (code !== '') span.code = code;
  const status = isObject(event.miss) ? 'miss' : statusOf(code, event.denied === true, result);
  if (status === 'miss') span.icon = span.icon === 'page' ? 'page-missed' : span.icon;
  if (status === 'miss' || status === 'error') span.source = undefined;
  if (status !== 'ok' && span.change !== undefined) span.change = undefined;
  if (status === 'error') {
    span.icon = 'error';
    span.detail = inFolder(errorLine(result), trace.folder);
  }
  // In an imported session: the words in the skill as it is now. A run has them in the guard's decision.
  const provokedBy = status === 'miss' && isObject(event.cause) ? cause(event.cause, 'current') : undefined;
  if (provokedBy !== undefined) setCause(trace, span, provokedBy);
  // It was denied or cancelled before it ran. Without a question, that took no time worth showing.
  if (span.heldUntil === null) span.heldUntil = span.waits === undefined ? undefined : at;
  if (status === 'ok' && tool === 'list_skills') {
    const listed = countListed(result) ?? trace.lanes.size;
    span.label = listed === 1 ? '1 skill' : `${listed} skills`;
  }
  if (status === 'ok' && (tool === 'load_skill' || tool === 'load_skill_resource')) {
    span.tokensAdded = tokensOf(result) + tokensOf(json(event, 'message'));
  }
  // A call cut off by an interruption gets its result when the run is resumed.
  const wasEnded = span.end !== undefined && span.status !== 'cut';
  if (span.label === INTERRUPTED) delete span.label;
  trace.textIndex.add(span.id, result);
  if (event.skipSummarization === true)
    span.label = `ends ${innerRun(trace, span, '')?.name ?? 'the run'}: no model call follows`;
  if (event.longRunning === true) span.label = 'continues elsewhere';
  closeUnanswered(trace, span, at);
  endWait(span, at);
  closeSpan(trace, span, at, status);
  if (!wasEnded) countEnded(trace, span);
  for (const open of [...(span.openChildren ?? [])]) closeSpan(trace, open, at, 'ok');
  if (tool === 'load_skill') trace.lastLoad = span;
  // A further place of the same file is the same miss.
  const isAgain = isObject(event.miss) && event.miss.again === true;
  if (trace.imported === undefined) {
    markCall(trace, span, tool, isAgain);
    recordMisses(trace, span, event);
  } else markSessionResult(trace, span, event);
  moveFatalToGuard(trace, span);
  return span;
}

/**
 * Applies the file of a skill that a client's tool read, ran or missed. The arguments need not show it: a command can leave
 * its directory, and the path of a script that is missing in the workspace does not name the skill.
 */
function applySkillFile(trace: Trace, span: TraceSpan, { miss, read }: Loose): void {
  const file = isObject(miss) ? miss : read;
  if (trace.clientNames === undefined || !isObject(file)) return;
  const skill = oneLine(text(file, 'skill'), 80);
  const path = text(file, 'path');
  span.skill ??= skill;
  span.like ??= likeOf(trace.clientNames, span, path);
  // The end of an absolute path, which is what matters, would be cut off.
  if (trace.imported !== undefined && span.icon === 'page') span.name = cutPath(oneLine(`${skill}/${path}`));
  if (file === read) span.source ??= sourceOf(trace, span.like, skill, path);
}

/** Returns the known name of a call's tool: prefixes of skill tools are omitted in their rows. */
function toolNameOf(span: TraceSpan, tool: string): string {
  if (span.like !== undefined) return span.like;
  return span.kind === 'tool' || tool.startsWith('skills__') ? tool : span.verb || span.name;
}

/** Returns the number of skills in a list. A called agent has skills that the run does not have. */
function countListed(result: unknown): number | undefined {
  return typeof result === 'string' ? result.match(/<name>/g)?.length : undefined;
}

/** Closes a pause if the result came without an answer, e.g. because the next prompt continued the paused run. */
function closeUnanswered(trace: Trace, call: TraceSpan, at: number): void {
  const wait = call.pause === undefined ? undefined : trace.pauses.get(call.pause);
  if (wait === undefined || !trace.pending.delete(call.pause ?? '')) return;
  wait.name = 'Approval';
  wait.detail = 'not answered';
  endWait(wait, at);
  closeSpan(trace, wait, at, 'cut');
  countWaiting(trace, call, -1);
}

function statusOf(code: string, denied: boolean, result: unknown): SpanStatus {
  // A guard's denial of a path that missed before is another miss.
  if (/^(?:(?:RESOURCE|SCRIPT)_NOT_FOUND|INVALID_RESOURCE_PATH)/.test(code)) return 'miss';
  // The run was stopped; the call did not fail.
  if (code === 'CANCELLED') return 'cut';
  if (denied) return 'denied';
  if (code !== '') return 'error';
  return isObject(result) && (result.status === 'error' || result.error !== undefined) ? 'error' : 'ok';
}

/**
 * Estimates the tokens that a result adds to each later request. Of a blob only the bytes are known, about 4 per token.
 */
function tokensOf(result: unknown): number {
  if (typeof result === 'string') return estimateTokens(result);
  if (!isObject(result)) return 0;
  if (typeof result.blob === 'string') return Math.ceil((number(result, 'size') ?? 0) / 4);
  return Object.values(result).reduce<number>(
    (sum, one) => sum + (typeof one === 'string' ? estimateTokens(one) : 0),
    0,
  );
}

/** Moves the `_FATAL` suffix from the call's code to the guard's row: the call only missed. */
export function moveFatalToGuard(trace: Trace, call: TraceSpan): void {
  const guard = trace.guardByCall.get(call.id);
  if (guard === undefined || !call.code?.endsWith('_FATAL')) return;
  guard.code = call.code;
  call.code = call.code.slice(0, -'_FATAL'.length);
  markChanged(trace, guard);
  markChanged(trace, call);
}

/** Ends an open wait. */
export function endWait(span: TraceSpan, at: number): void {
  const last = span.waits?.at(-1);
  if (last !== undefined && last[1] === null) last[1] = Math.max(last[0], at);
  delete span.pause;
}

/** Adds a row for the process of a script: it ends with the event and started `durationMs` earlier. */
export function foldScript(trace: Trace, step: TraceStep): TraceSpan {
  const { event, at } = step;
  const call = trace.calls.get(text(event, 'id')) ?? step.parent;
  const began = Math.max(call?.start ?? 0, at - Math.max(0, number(event, 'durationMs') ?? 0));
  if (call !== undefined) addEventTo(call, step.seq);
  const exit = event.exitCode;
  if (call?.heldUntil === null) call.heldUntil = began;
  const sandbox = text(event, 'sandbox') || 'none';
  const span = addSpan(
    trace,
    call ?? trace.root,
    step.seq,
    defined({
      agent: step.agent,
      kind: 'script',
      icon: exit === 0 ? 'play' : 'error',
      verb: '',
      name:
        oneLine(trace.clientNames === undefined ? text(event, 'path') : withoutCopy(text(event, 'path'))) || 'script',
      detail: sandbox === 'none' ? 'no sandbox' : `sandbox: ${sandbox}`,
      start: began,
      end: at,
      status: exit === 0 ? 'ok' : 'error',
      label: typeof exit === 'number' ? `exit ${exit}` : 'stopped by a limit or a signal',
      source: call?.source,
      turn: call?.turn,
    }),
  );
  return span;
}
