import type { RequestedPath, StressCause, StressedSkill, StressRun } from '../protocol/stress.ts';

/** `12,345`; `toLocaleString` takes 140 ms the first time. */
export function figure(number: number): string {
  // eslint-disable-next-line regexp/no-super-linear-move -- the digits of a number
  return String(number).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}

/** `1 run`, `2 runs`. */
export function count(number: number, noun: string): string {
  return `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** What the runs of a skill came to, a sentence. */
export function verdict(skill: StressedSkill): string {
  const { runs, wasteful, wastedCalls, llmCalls, wastedTokens } = skill;
  if (runs === 0) return 'No run was done.';
  if (wastedCalls === 0) return `Nothing was wasted in ${count(runs, 'simulated run')}.`;
  const share = Math.round((100 * wastedCalls) / Math.max(1, llmCalls));
  return `${figure(wasteful)} of ${count(runs, 'simulated run')} wasted ${count(wastedCalls, 'call')}: ${share} % of all their model calls, about ${count(wastedTokens, 'token')} (estimated).`;
}

/** In how many runs guards intervened, and how much that saved where it was played without. */
export function savedByGuards({
  runs: all,
  intervened,
  ended,
  unguarded,
  maxLlmCalls,
}: StressedSkill): string | undefined {
  if (intervened === 0) return undefined;
  const by = `Guards intervened in ${figure(intervened)} of ${count(all, 'run')} and ended ${figure(ended.guard ?? 0)} of them.`;
  if (unguarded === undefined) return by;
  const { runs, wastedCalls, guarded, endless } = unguarded;
  const replayed =
    runs === intervened ? 'the same runs' : `${figure(runs)} of these ${figure(intervened)} runs, replayed,`;
  const end =
    endless === 0
      ? ''
      : ` ${figure(endless)} of them ran on to the limit of ${figure(maxLlmCalls)} model calls; a model that does so is replayed no further.`;
  return `${by} Without guards ${replayed} wasted ${count(wastedCalls, 'call')} instead of ${figure(guarded)}.${end}`;
}

/** `61 runs, 143 calls (50 for a path that had failed before), a guard ended 12 runs`. */
export function costOf({ runs, calls, retries, stops, kind }: StressCause): string {
  const again = retries === 0 ? '' : ` (${figure(retries)} for a path that had failed before)`;
  const end = stops === 0 ? '' : `; a guard ended ${count(stops, 'run')} here`;
  const wasted = kind === 'missing' ? `${count(calls, 'call')} wasted` : `${count(calls, 'call')} refused`;
  return `${wasted} in ${count(runs, 'run')}${again}${end}`;
}

/** Paths with how often they were asked for; `most` of them. */
export function askedFor(asked: readonly RequestedPath[], most: number): string {
  const more = asked.length - most;
  const shown = asked.slice(0, most).map(({ path, calls }) => `${path} ×${figure(calls)}`);
  return shown.join(', ') + (more > 0 ? `, ${more} more` : '');
}

export function endedAs({ ended }: StressedSkill): string {
  const names = { final: 'with an answer', guard: 'by a guard', max_llm_calls: 'at the limit of model calls' } as const;
  const parts = Object.entries(ended).map(
    ([reason, runs]) => `${figure(runs)} ${reason in names ? names[reason as keyof typeof names] : reason}`,
  );
  return parts.join(', ');
}

/** `simulated/weak:7, "Write the notes": 8 model calls, 5 of them wasted`. */
export function runOf({ model, prompt, llmCalls, wastedCalls }: StressRun): string {
  return `${model}, “${prompt}”: ${count(llmCalls, 'model call')}, ${figure(wastedCalls)} of them wasted`;
}

/** What every report says of itself. */
export const SIMULATED_NOTE =
  'Simulated: no language model was asked. Seeded simulated models, which read a skill as weak models do and guess paths from its prose, were run on it. The counts do not tell how often a real model does so.';

/** What is said of doubtful words. */
export const DOUBTFUL_NOTE =
  'Only a very weak reader takes these words for a file: the linter is silent about them, and they do not count for the exit code.';
