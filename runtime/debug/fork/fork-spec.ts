import { join } from 'node:path';
import { defined } from '../../../skill/index.ts';
import { copyFolder } from '../../disk/client-copy.ts';
import { newestRunHint } from '../../journal/newest-run.ts';
import { damageMessage } from '../../journal/reader.ts';
import { secretsInUrl } from '../../journal/redact.ts';
import { isRunId, newRunId } from '../../journal/run-id.ts';
import { readRunJournal } from '../../journal/run-journal.ts';
import { JOURNAL_FILE } from '../../journal/writer.ts';
import type { Json, JsonObject, RunEvent, RunStarted, ToolCall, ToolResult } from '../../protocol/events.ts';
import type { ForkEdits } from '../../protocol/fork.ts';
import { isValidStart } from '../../run/prepare-resume.ts';
import { withPayloads } from '../../run/restore.ts';
import { startedBody, startNotes } from '../../run/run-events.ts';
import type { ForkSpec, RunSpec } from '../../run/run-spec.ts';
import type { RunPlace } from '../../user-data/run-store.ts';
import { copyEvents } from './copied-events.ts';
import { editProblem } from './edits.ts';
import { createForkJournal } from './fork-journal.ts';
import { type ForkPoint, findForkPoint } from './fork-point.ts';
import { describeLostEffects } from './lost-effects.ts';

/** A run, the `seq` of the event to fork it at, and what to change there. */
export interface ForkPlace extends RunPlace {
  /** `seq` of the `llm_request` or `tool_call` at which the fork continues. */
  readonly at: number;
  readonly edits?: ForkEdits;
  /** True if the fork stops at its first step, where the user decides again: a made-up result of the call is not copied. */
  readonly reopens?: boolean;
}

/** Reads the point of a fork from the journal of the run. Returns an error message if it cannot be forked there. */
export function readForkPoint({ runs, run, at, edits = {} }: ForkPlace): ForkPoint | string {
  const events = readEvents(runs, run);
  if (typeof events === 'string') return events;
  const found = findForkPoint(events, at);
  if (typeof found === 'string') return found;
  const started = withPayloads(found.started, join(runs, run)) as RunStarted;
  if (!isValidStart(started)) return `The journal of run ${run} is damaged: ${JOURNAL_FILE}.`;
  const point: ForkPoint = { ...found, started };
  return editProblem(edits, point) ?? point;
}

/** Reads the journal of a run. Returns an error message if it cannot be forked. */
export function readEvents(runs: string, run: string): readonly RunEvent[] | string {
  if (!isRunId(run)) return `Not a run id: ${run}`;
  const path = join(runs, run, JOURNAL_FILE);
  const { events, unread, damage } = readRunJournal(runs, run);
  if (unread?.kind === 'failed') return unread.message;
  if (unread !== undefined) return `There is no run ${run} in ${runs}${newestRunHint(runs)}`;
  return damage === undefined ? events : damageMessage(path, damage);
}

/**
 * Describes the fork of a run at a point. The run it creates is that of `spec`, whose model, guards and prompt are used.
 * @param more further notes
 */
export function forkSpec(
  { runs, run: parent, at, edits = {}, reopens = false }: ForkPlace,
  point: ForkPoint,
  spec: RunSpec,
  more: readonly string[] = [],
): ForkSpec {
  const run = newRunId();
  const origin = { run: parent, at };
  const copied = new Set(
    point.events.flatMap((event) => (event.type === 'note' && event.seq > point.started.seq ? [event.message] : [])),
  );
  const starts = startNotes(spec).filter((message) => !copied.has(message));
  const notes = [...forkNotes(point, parent, edits, spec.client !== undefined), ...more, ...starts];
  const events = copyEvents(point, {
    run,
    edits: { ...debuggedEdits(point, join(runs, parent), edits, reopens), ...edits },
    notes,
    now: new Date(),
    started: { ...(startedBody(spec, run) as RunStarted), forked: origin },
    hasOtherGuards: spec.guards !== point.started.guards,
  });
  const secrets = [...spec.secrets, ...(spec.baseUrl === undefined ? [] : secretsInUrl(spec.baseUrl))];
  return {
    run,
    origin,
    copied: events.length - notes.length,
    prepared: events.length,
    create: (folder, onReady) =>
      createForkJournal(
        defined({
          folder,
          from: join(runs, parent),
          events,
          secrets,
          onReady,
          copy: spec.client === undefined ? undefined : { from: copyFolder(parent), to: copyFolder(run) },
        }),
      ),
  };
}

/**
 * Returns what a user changed at the call while debugging the run, which holds in the fork unless it changes the call itself:
 * a tool that did not run because its result was made up must not run now.
 */
function debuggedEdits(
  { target, result }: ForkPoint,
  folder: string,
  { args, result: given }: ForkEdits,
  reopens: boolean,
): ForkEdits {
  if (target.type !== 'tool_call' || args !== undefined) return {};
  const call = withPayloads(target, folder) as ToolCall;
  const answered = result === undefined ? undefined : (withPayloads(result, folder) as ToolResult);
  const isMadeUp = !reopens && given === undefined && answered?.edited === true && answered.returned === undefined;
  return defined({
    args: call.requested === undefined ? undefined : (call.args as JsonObject),
    result: isMadeUp ? (answered.result as Json) : undefined,
  });
}

/** Returns the notes that tell what a fork copied, changed and cannot bring back. */
function forkNotes(
  { target, events }: ForkPoint,
  parent: string,
  { args, result, prompt, instruction }: ForkEdits,
  isClientRun: boolean,
): readonly string[] {
  const what = target.type === 'llm_request' ? `model call ${target.call}` : `the call of '${target.tool}'`;
  const edited = Object.entries({ prompt, instruction, arguments: args, result }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const changes = edited.length === 0 ? '' : ` Edited: ${edited.join(', ')}.`;
  const lost = describeLostEffects(events, isClientRun);
  return [
    `Forked at ${what} (event ${target.seq}) of run ${parent}.${changes} The events above were copied and did not run again.`,
    ...(lost === undefined ? [] : [lost]),
  ];
}
