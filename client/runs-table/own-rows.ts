/** Describes own runs as rows of the table. Independent of `vscode`. */
import type { RunReason, Usage } from '../../runtime/protocol/events.ts';
import type { SessionRow, SkillUse } from '../../runtime/protocol/session-rows.ts';
import { nameOfClient } from '../panel/trace/client-name.ts';
import { oneLine } from '../panel/trace/read.ts';
import { titleOf } from '../runs/describe.ts';
import type { LibraryRun } from '../runs/library.ts';
import type { Outcome, TableRow } from '../timeline/runs-table/row.ts';

/** Maximum number of skills of a run in a row. */
const MAX_SKILLS = 200;

/** Returns true for a run whose journal can be read for its misses: one that no process is working on. */
export function isDescribable({ activity }: LibraryRun): boolean {
  return activity === undefined;
}

/**
 * Returns the row of a run.
 * @param described the row that its journal gave; undefined if it was not read since it changed
 * @param model the name of its model
 */
export function ownRow(id: number, run: LibraryRun, described: SessionRow | undefined, model: string): TableRow {
  const { run: saved, meta } = run;
  const { started, finished } = saved;
  // The last event of a run with further prompts has the figures of the last one only.
  const usage: Usage = saved.isContinued === true ? {} : (finished?.usage ?? {});
  const calls = saved.isContinued === true ? undefined : run.calls;
  const start = timeOf(started.time);
  return {
    id,
    origin: 'run',
    title: withoutPlaceholder(titleOf(saved, meta.name)),
    client: started.client === undefined ? 'Skillwright' : `Skillwright as ${nameOfClient(started.client)}`,
    model,
    project: '',
    outcome: outcomeOf(run),
    isSimulated: started.simulated,
    calls: calls ?? described?.calls,
    toolCalls: described?.toolCalls,
    misses: described === undefined ? undefined : missesOf(described),
    tokensIn: usage.inputTokens ?? described?.tokensIn,
    tokensOut: usage.outputTokens ?? described?.tokensOut,
    costUsd: usage.costUsd ?? described?.costUsd,
    isCostEstimated:
      usage.costUsd === undefined ? described?.isCostEstimated === true : usage.costSource === 'estimated',
    start,
    end: finished === undefined ? endOf(run, described) : timeOf(finished.time),
    skills: skillsOf(run, described),
  };
}

/** Returns the number of misses of a session. */
export function missesOf({ skills }: SessionRow): number {
  return skills.flatMap(({ misses }) => misses).reduce((sum, { count }) => sum + count, 0);
}

/** Returns a time in milliseconds since 1970; undefined if it is not one. */
export function timeOf(iso: string): number | undefined {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? undefined : time;
}

function withoutPlaceholder(title: string): string {
  return title === '(no prompt)' ? '' : title;
}

function endOf({ activity }: LibraryRun, described: SessionRow | undefined): number | undefined {
  return activity === undefined && described !== undefined ? timeOf(described.end) : undefined;
}

/** The skills of a run: what its journal says, or those that it was given. */
function skillsOf({ run: { started } }: LibraryRun, described: SessionRow | undefined): readonly SkillUse[] {
  if (described !== undefined) return described.skills;
  const names = new Set(started.skills.slice(0, MAX_SKILLS).map(({ name }) => oneLine(name, 80)));
  return [...names].map((skill) => ({ skill, isOffered: true, isLoaded: false, files: [], misses: [] }));
}

/** The outcome of each reason for an end. */
export const REASON_OUTCOMES: { readonly [reason in RunReason]: Outcome } = {
  final: 'finished',
  guard: 'guard',
  max_llm_calls: 'limit',
  model_error: 'failed',
  paused: 'waiting',
  cancelled: 'cancelled',
};

function outcomeOf({ run: { finished }, activity }: LibraryRun): Outcome {
  if (activity === 'waiting') return 'waiting';
  if (activity === 'running' || activity === 'elsewhere') return 'running';
  return finished === undefined ? 'interrupted' : REASON_OUTCOMES[finished.reason];
}
