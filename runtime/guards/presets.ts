import type { ToolHook } from '../loop/hooks.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import type { CauseFinder } from './cause.ts';
import { changesOf } from './changes.ts';
import { continueSignal } from './guard.ts';
import { exemption, THRESHOLDS } from './settings.ts';
import { GUARDS } from './table.ts';

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
  const changes = changesOf();
  const context = { invocation, causes, at, exempt: exemption(settings), changes, continued: continueSignal() };
  const adk = preset === 'adk';
  const misses = GUARDS.flatMap((guard) =>
    guard.kind === 'miss' ? [guard.open({ ...context, at: adk ? 'adk' : at })] : [],
  );
  if (adk || settings.loops === false) return misses;
  return [...misses, changes, ...GUARDS.flatMap((guard) => (guard.kind === 'loop' ? [guard.open(context)] : []))];
}
