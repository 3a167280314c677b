import type { ToolHook } from '../loop/hooks.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import type { CauseFinder } from './cause.ts';
import { trackChanges } from './changes.ts';
import { continueSignal } from './guard.ts';
import { exemption, THRESHOLDS } from './settings.ts';
import { GUARDS } from './table.ts';

/**
 * Creates the guards of one invocation. `off` disables them, for demonstration; `max_llm_calls` applies even then. `adk`
 * counts as Google's ADK does, whatever the settings are, and has no loop detector.
 */
export function createGuards(
  preset: GuardPreset,
  invocation: string,
  causes: CauseFinder,
  settings: GuardSettings = {},
): readonly ToolHook[] {
  if (preset === 'off') return [];
  const at = { ...THRESHOLDS, ...settings.thresholds };
  const changes = trackChanges();
  const context = { invocation, causes, at, exempt: exemption(settings), changes, continued: continueSignal() };
  const adk = preset === 'adk';
  const misses = GUARDS.flatMap((guard) =>
    guard.kind === 'miss' ? [guard.open({ ...context, at: adk ? 'adk' : at })] : [],
  );
  if (adk || settings.loops === false) return misses;
  return [...misses, changes, ...GUARDS.flatMap((guard) => (guard.kind === 'loop' ? [guard.open(context)] : []))];
}
