import { dirname } from 'node:path';
import { compareRuns } from '../compare/compare-runs.ts';
import type { RunToCompare } from '../compare/compared-side.ts';
import { comparisonFor } from '../compare/comparison.ts';
import { areSkillTextsDifferent, skillTextsOf } from '../compare/run-before-edit.ts';
import { readJournal } from '../journal/reader.ts';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';
import type { CompareParams, CompareResult, RunBeforeEditParams } from '../protocol/compare.ts';

type Run = Extract<RunToCompare, { readonly kind: 'run' }>;

/** Compares two journals for the extension. */
export function compareFromEditor(params: CompareParams): CompareResult {
  const a = readRun(params.a);
  const b = readRun(params.b);
  if (typeof a === 'string') return { kind: 'failed', message: a };
  if (typeof b === 'string') return { kind: 'failed', message: b };
  const sources = [
    { journal: params.a, events: a.events },
    { journal: params.b, events: b.events },
  ] as const;
  return { kind: 'compared', comparison: comparisonFor(compareRuns(a, b), ...sources) };
}

/** Finds the first of the earlier runs that received another text of a skill. Runs that cannot be read are skipped. */
export async function findRunBeforeEdit(
  { journal, earlier }: RunBeforeEditParams,
  signal: AbortSignal,
): Promise<string | null> {
  const run = readRun(journal);
  if (typeof run === 'string') return null;
  const texts = skillTextsOf(run);
  for (const candidate of earlier) {
    // Lets a cancellation arrive.
    await yieldToEventLoop();
    if (signal.aborted) return null;
    const before = readRun(candidate);
    if (typeof before !== 'string' && areSkillTextsDifferent(skillTextsOf(before), texts)) return candidate;
  }
  return null;
}

/** Returns the run of a journal, or an error message. */
function readRun(journal: string): Run | string {
  const { events, unread } = readJournal(journal);
  if (unread?.kind === 'failed' && unread.isTooLarge === true)
    return `Compare with \`skillwright diff\` in a terminal: this journal is too large for VS Code (at most 512 MB): ${journal}`;
  if (unread !== undefined)
    return unread.kind === 'failed' ? unread.message : `Choose another run: this one no longer exists: ${journal}`;
  const started = events.find((event) => event.type === 'run_started');
  if (started?.type !== 'run_started') return `Choose the journal of a run: this file contains none: ${journal}`;
  return { kind: 'run', run: String(started.run), folder: dirname(journal), events };
}
