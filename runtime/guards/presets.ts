import type { ToolHook } from '../loop/hooks.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import type { CauseFinder } from './cause.ts';
import { changesOf } from './changes.ts';
import { errorStreakGuard } from './error-streak.ts';
import { noProgressGuard } from './no-progress.ts';
import { repeatGuard } from './repeats.ts';
import { resourceGuard } from './resource-guard.ts';
import { scriptGuard } from './script-guard.ts';
import { exemption, THRESHOLDS } from './settings.ts';

/**
 * The guards of one invocation. `off` shows the unguarded loop, for demonstration; `max_llm_calls` holds even then. `adk`
 * counts as upstream does, whatever is set, and has no loop detector.
 */
export function guardsOf(
  preset: GuardPreset,
  invocation: string,
  causes: CauseFinder,
  settings: GuardSettings = {},
): readonly ToolHook[] {
  if (preset === 'off') return [];
  const at = { ...THRESHOLDS, ...settings.thresholds };
  const counts = preset === 'adk' ? 'adk' : at;
  const notFound = [resourceGuard(invocation, causes, counts), scriptGuard(invocation, causes, counts)];
  if (preset === 'adk' || settings.loops === false) return notFound;
  const exempt = exemption(settings);
  const changes = changesOf();
  const progress = noProgressGuard(at.noProgress, exempt, changes);
  return [
    ...notFound,
    changes,
    // Before the other that denies: a denial of a single call would let a model that only fails go on.
    progress,
    repeatGuard({ deny: at.repeatedCall, denials: at.denials }, exempt, changes, progress.letGoOn),
    errorStreakGuard({ hint: at.errorHint, stop: at.errorStop }, exempt, changes),
  ];
}
