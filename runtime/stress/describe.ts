/** Sentences about the result of a stress test, shared by all formats. */
import { own } from '../../skill/index.ts';
import type { RequestedPath, StressCause, StressedSkill, StressRun } from '../protocol/stress.ts';
import { DOUBTFUL_NOTE } from '../protocol/stress-notes.ts';
import { formatCount, formatNumber } from '../text/count.ts';

/** Returns the result of a skill's runs in one sentence. */
export function verdict(skill: StressedSkill): string {
  const { runs, wasteful, wastedCalls, llmCalls, wastedTokens } = skill;
  if (runs === 0) return 'No run was completed.';
  if (wastedCalls === 0) return `Nothing was wasted in ${formatCount(runs, 'simulated run')}.`;
  const share = Math.round((100 * wastedCalls) / Math.max(1, llmCalls));
  return `${formatNumber(wasteful)} of ${formatCount(runs, 'simulated run')} wasted ${formatCount(wastedCalls, 'call')}: ${share} % of all their model calls, about ${formatCount(wastedTokens, 'token')} (estimated).`;
}

/** Returns the number of runs in which guards intervened, and the calls saved compared with replays without guards. */
export function formatGuardSavings({
  runs: all,
  intervened,
  ended,
  unguarded,
  maxLlmCalls,
}: StressedSkill): string | undefined {
  if (intervened === 0) return undefined;
  const by = `Guards intervened in ${formatNumber(intervened)} of ${formatCount(all, 'run')} and ended ${formatNumber(ended.guard ?? 0)} of them.`;
  if (unguarded === undefined) return by;
  const { runs, wastedCalls, guarded, endless } = unguarded;
  const replayed =
    runs === intervened
      ? 'the same runs'
      : `${formatNumber(runs)} of these ${formatCount(intervened, 'run')}, replayed,`;
  const end =
    endless === 0
      ? ''
      : ` ${formatNumber(endless)} of them reached the limit of ${formatCount(maxLlmCalls, 'model call')}; further runs of such a model are not replayed.`;
  return `${by} Without guards ${replayed} wasted ${formatCount(wastedCalls, 'call')} instead of ${formatNumber(guarded)}.${end}`;
}

/** Formats `61 runs, 143 calls (50 for a path that had failed before), a guard ended 12 runs`. */
export function formatCost({ runs, calls, retries, stops, kind }: StressCause): string {
  const again = retries === 0 ? '' : ` (${formatNumber(retries)} for a path that had failed before)`;
  const end = stops === 0 ? '' : `; a guard ended ${formatCount(stops, 'run')} here`;
  const wasted = kind === 'missing' ? `${formatCount(calls, 'call')} wasted` : `${formatCount(calls, 'call')} refused`;
  return `${wasted} in ${formatCount(runs, 'run')}${again}${end}`;
}

/** Lists the first `most` paths with their number of calls. */
export function formatPaths(paths: readonly RequestedPath[], limit: number): string {
  const more = paths.length - limit;
  const shown = paths.slice(0, limit).map(({ path, calls }) => `${path} ×${formatNumber(calls)}`);
  return shown.join(', ') + (more > 0 ? `, ${more} more` : '');
}

export function formatEnds({ ended }: StressedSkill): string {
  const names = { final: 'with an answer', guard: 'by a guard', max_llm_calls: 'at the limit of model calls' } as const;
  const parts = Object.entries(ended).map(([reason, runs]) => `${formatNumber(runs)} ${own(names, reason) ?? reason}`);
  return parts.join(', ');
}

/** Formats `simulated/weak:7, "Write the notes": 8 model calls, 5 of them wasted`. */
export function formatRun({ model, prompt, llmCalls, wastedCalls }: StressRun): string {
  return `${model}, “${prompt}”: ${formatCount(llmCalls, 'model call')}, ${formatNumber(wastedCalls)} of them wasted`;
}

/** The note that every report includes. */
export const SIMULATED_NOTE =
  'Simulated: no language model was used. Seeded simulated models read the skill as weak models do and guess paths from its prose. The counts do not tell how often a real model does so.';

/** The note about doubtful words in a report. */
export const DOUBTFUL_REPORT_NOTE = `${DOUBTFUL_NOTE} The linter ignores them, and they do not affect the exit code.`;
