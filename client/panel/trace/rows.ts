/** Converts a trace into rows and the header for the page. */

import { defined } from '../../../runtime/text/objects.ts';
import type { RowRest } from '../../timeline/columns.ts';
import { nameOfClient, versionOfClient } from './client-name.ts';
import type { Trace, TraceSpan } from './span.ts';
import type { RunHeader, RunState, SessionReading } from './types.ts';

/** Returns the fields of a row that have no column, without payloads and absolute paths. */
export function restOf(span: TraceSpan): RowRest | undefined {
  const { id, waits, heldUntil, guard, cause, compaction, change, pause, pauseKind, totals } = span;
  if ((waits ?? guard ?? cause ?? compaction ?? change ?? pause ?? totals) === undefined && heldUntil === undefined)
    return undefined;
  return defined({
    id,
    waits: waits?.map(([from, to]) => [from, to] as const),
    heldUntil,
    guard,
    cause:
      cause === undefined ? undefined : { place: locationOf(cause.file, cause.line), text: cause.text.slice(0, 200) },
    compaction,
    change,
    pause,
    pauseKind,
    totals: totals === undefined ? undefined : { ...totals },
  });
}

function locationOf(file: string, line: number): string {
  return `${file.split(/[/\\]/).at(-1) ?? file}:${line}`;
}

/** Returns the ids of the rows that changed since the last call, sorted. */
export function takeChangedRows(trace: Trace): readonly number[] {
  const ids = [...trace.dirty].sort((a, b) => a - b);
  trace.dirty.clear();
  return ids;
}

/** The process that works on the run. */
export type Owner = 'this-window' | 'another' | 'none';

/** True while a process works on a run, or a session of another agent grows, which may have ended its last prompt. */
export function isGoingOn({ imported, finished, interrupted }: Trace, owner: Owner): boolean {
  return owner !== 'none' && (imported !== undefined || (finished === undefined && interrupted === undefined));
}

/**
 * Returns title, state and totals.
 * @param owner the process that works on the run
 * @param problem a message about unreadable parts of the journal
 * @param isReading true while the journal is being read
 * @param reading how much of another agent's session is in the journal
 */
export function headerOf(
  trace: Trace,
  owner: Owner,
  problem?: string,
  isReading = false,
  reading?: SessionReading,
): RunHeader {
  const { finished, interrupted, epoch, guardRow, tokensIn, tokensOut } = trace;
  const live = isGoingOn(trace, owner);
  const ended = finished ?? interrupted;
  const waiting = [...trace.pending].map((id) => trace.pauses.get(id)).find((span) => span !== undefined);
  const call = waiting === undefined ? undefined : trace.spans[waiting.parent];
  const saved =
    guardRow === undefined || trace.maxLlmCalls <= trace.llmCalls ? undefined : trace.maxLlmCalls - trace.llmCalls;
  // The events of a session without times have that of its file.
  const isTimed = epoch !== undefined && trace.imported?.untimed !== true;
  const iso = (at: number) => (isTimed ? new Date(epoch + at).toISOString() : undefined);
  return defined({
    run: trace.run,
    title: trace.prompt || trace.imported?.client || 'Agent run',
    agent: trace.root?.agent || trace.root?.name || '',
    model: trace.model,
    guards: trace.guards,
    simulated: trace.simulated,
    client:
      trace.client === undefined
        ? undefined
        : { name: nameOfClient(trace.client), version: versionOfClient(trace.client) },
    imported:
      trace.imported === undefined
        ? undefined
        : defined({ client: trace.imported.client, file: trace.imported.file, untimed: trace.imported.untimed }),
    state: stateOf(trace, live, isReading, reading),
    reading,
    live,
    owned: live && owner === 'this-window',
    pausedAt: trace.pausedAt === undefined || !live ? undefined : trace.pausedAt,
    debugStop: live ? trace.debugStop?.why : undefined,
    duration: trace.lastTime,
    llmCalls: (trace.earlierPrompts?.llmCalls ?? 0) + trace.llmCalls,
    maxLlmCalls: trace.maxLlmCalls,
    tokensEstimated: trace.tokensEstimated,
    startedAt: iso(0),
    finishedAt: ended === undefined ? undefined : iso(ended.at),
    tokensIn,
    tokensOut,
    costUsd: trace.costUsd,
    costEstimated: trace.costEstimated || undefined,
    contextWindow: trace.contextWindow,
    saved,
    guardRow,
    ...familyOf(trace),
    changedFiles: trace.changedFiles,
    waitingRow:
      waiting === undefined ? undefined : call !== undefined && call.pause === waiting.pause ? call.id : waiting.id,
    error: finished?.error,
    interrupted: finished === undefined && interrupted !== undefined ? interrupted.by : undefined,
    needsKey: finished?.needsKey === true ? true : undefined,
    // The journal before may be gone.
    problem: problem === undefined || reading?.isStopped === false ? undefined : problem,
  });
}

/** Returns the relations of a run of ours to others, and the number of its prompts with the row of the last one. */
function familyOf({ prompts, root, imported, isFork, forks }: Trace): Partial<RunHeader> {
  if (imported !== undefined) return {};
  const family = defined<Partial<RunHeader>>({ isFork, forks: forks === 0 ? undefined : forks });
  return prompts < 2 ? family : { ...family, ...defined({ prompts, lastPromptRow: root?.id }) };
}

function stateOf(trace: Trace, live: boolean, isReading: boolean, reading: SessionReading | undefined): RunState {
  if (reading?.isStopped === false) return 'reading';
  if (reading !== undefined && trace.spans.length > 0) return 'unread';
  if (isReading && trace.finished === undefined && !live) return 'reading';
  if (trace.spans.length === 0) return live ? 'running' : 'empty';
  if (trace.pending.size > 0 && (live || trace.finished?.reason === 'paused')) return 'waiting';
  if (trace.finished !== undefined && !(live && trace.imported !== undefined)) return trace.finished.reason;
  return live ? 'running' : 'interrupted';
}
