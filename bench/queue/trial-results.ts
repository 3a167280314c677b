import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the faults of a result that must contain each of its planned trials exactly once. */
export function faultsOf(folder: string, planned: number): readonly string[] {
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as {
    readonly complete: boolean;
    readonly trials: readonly { readonly id: string; readonly run: string; readonly verdict: string }[];
  };
  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as { readonly trials: readonly string[] };
  const ids = new Set(results.trials.map(({ id }) => id));
  const runs = new Set(results.trials.map(({ run }) => run));
  const unjudged = results.trials.filter(({ verdict }) => verdict === 'not_judged').length;
  const checks: readonly (readonly [boolean, string])[] = [
    [results.complete, 'the result is not complete'],
    [plan.trials.length === planned, `${plan.trials.length} planned trials instead of ${planned}`],
    [results.trials.length === planned, `${results.trials.length} results instead of ${planned}`],
    [ids.size === planned && plan.trials.every((id) => ids.has(id)), `${ids.size} different trials`],
    [runs.size === planned, `${runs.size} different runs`],
    [unjudged === 0, `${unjudged} trials are not judged`],
    [readdirSync(join(folder, 'trials')).length === planned, 'records of trials are missing'],
  ];
  return checks.flatMap(([isMet, fault]) => (isMet ? [] : [fault]));
}
