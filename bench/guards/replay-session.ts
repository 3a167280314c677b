/** Replays the calls of a real session through the default guards, and lists their decisions. */

import { clientRun } from '../../runtime/clients/client-run.ts';
import { onlyReads } from '../../runtime/clients/reading-commands.ts';
import { createGuards } from '../../runtime/guards/presets.ts';
import type { CallView, Decision, ToolHook } from '../../runtime/loop/interfaces/hooks.ts';
import { SessionState } from '../../runtime/loop/interfaces/state.ts';
import type { ResultOutcome } from '../../runtime/loop/interfaces/tools.ts';
import type { JsonObject } from '../../runtime/protocol/events.ts';
import { recordsIn } from './session-records.ts';

export interface Replayed {
  readonly calls: number;
  readonly failures: number;
  /** Decisions that would have changed the session, with the 1-based number of the call. */
  readonly trips: readonly { readonly call: number; readonly decision: Decision }[];
}

/** Read-only tools of the clients whose sessions are replayed. */
const READ_ONLY = /^(?:Read|Glob|Grep|LS|TodoWrite|WebFetch|WebSearch|BashOutput|Task|Skill|read|ls|grep|find|wait)$/;

/**
 * Replays a session. The real session continued after each decision, so a denied call counts as if it had run. The
 * skill's files are unknown here, so no failure counts as a miss.
 */
export async function replaySession(client: string, text: string): Promise<Replayed> {
  const records = recordsIn(client, text);
  const results = new Map(records.flatMap((one) => (one.kind === 'result' ? [[one.id, one] as const] : [])));
  const trips: Replayed['trips'][number][] = [];
  let hooks: readonly ToolHook[] = [];
  let state = new SessionState();
  let step = { name: '', number: 0 };
  let calls = 0;
  let failures = 0;
  for (const record of records) {
    if (record.kind === 'prompt' || hooks.length === 0) {
      hooks = guardsOf(client);
      state = new SessionState();
    }
    if (record.kind !== 'call') continue;
    const result = results.get(record.id);
    // The session was interrupted: guards do not observe calls without a result.
    if (result === undefined) continue;
    calls++;
    if (record.step === undefined || record.step !== step.name)
      step = { name: record.step ?? '', number: step.number + 1 };
    const view: CallView = {
      id: record.id,
      tool: record.tool,
      args: record.args as JsonObject,
      step: step.number,
      state,
      ask: async () => 'unanswered',
    };
    const outcome = outcomeOf(client, view, result.text, result.failed);
    if (outcome.errorCode !== undefined) failures++;
    for (const decision of await decisionsOf(hooks, view, outcome, calls))
      if (changesTheRun(decision)) trips.push({ call: calls, decision });
  }
  return { calls, failures, trips };
}

function guardsOf(client: string): readonly ToolHook[] {
  const causes = { recordRead: () => undefined, find: () => undefined };
  return createGuards('default', 'session', causes, {}, clientRun(client)?.behavior);
}

async function decisionsOf(hooks: readonly ToolHook[], view: CallView, outcome: ResultOutcome, seq: number) {
  const decisions: Decision[] = [];
  for (const hook of hooks) decisions.push(...((await hook.before?.(view))?.decide(seq) ?? []));
  let final = outcome;
  for (const hook of hooks) {
    const intervention = hook.after?.(view, final);
    if (intervention === undefined) continue;
    decisions.push(...intervention.decide(seq));
    final = intervention.outcome;
  }
  for (const hook of hooks) hook.observe?.(view, final, seq);
  return decisions;
}

function outcomeOf(client: string, { tool, args }: CallView, text: string, failed: boolean): ResultOutcome {
  if (failed) return { kind: 'result', value: text, errorCode: errorCodeOf(client, tool, text) };
  const command = args.command ?? args.cmd;
  const reads = typeof command === 'string' ? onlyReads(command) : READ_ONLY.test(tool);
  return { kind: 'result', value: text, changes: !reads };
}

function errorCodeOf(client: string, tool: string, text: string): string {
  if (/doesn't want to (?:proceed|take)|^\[Request interrupted/.test(text)) return 'REJECTED';
  const shell = clientRun(client)?.behavior.shell.tool;
  if (tool === shell || /^(?:exec|shell)/.test(tool)) return 'COMMAND_FAILED';
  return /not exist|no such file|ENOENT/i.test(text) ? 'FILE_NOT_FOUND' : 'TOOL_ERROR';
}

/** A warning about errors adds advice to a result; one about a miss only records it. */
function changesTheRun({ rule, verdict }: Decision): boolean {
  return verdict !== 'warn' || rule === 'error_streak';
}
