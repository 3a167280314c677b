import type { ClientBehavior } from '../../skill/index.ts';
import type { ToolHook } from '../loop/interfaces/hooks.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import type { CauseFinder } from './cause.ts';
import { trackChanges } from './changes.ts';
import { continueSignal } from './guard.ts';
import { exemption, THRESHOLDS } from './settings.ts';
import { GUARDS } from './table.ts';
import { withoutExtras } from './without-extras.ts';

/**
 * Creates the guards of one invocation. `off` disables them, for demonstration; `max_llm_calls` applies even then.
 * `adk` counts as Google's ADK does, whatever the settings are, and has no loop detector. `client` has the limits of
 * the client that the run simulates; misses are then recorded with their causes and have no effect.
 */
export function createGuards(
  preset: GuardPreset,
  invocation: string,
  causes: CauseFinder,
  settings: GuardSettings = {},
  client?: ClientBehavior,
): readonly ToolHook[] {
  if (preset === 'off') return [];
  const hooks = select(preset, invocation, causes, settings, client);
  return client === undefined ? hooks : withoutExtras(hooks, client);
}

function select(
  preset: GuardPreset,
  invocation: string,
  causes: CauseFinder,
  settings: GuardSettings,
  client: ClientBehavior | undefined,
): readonly ToolHook[] {
  const thresholds = { ...THRESHOLDS, ...settings.thresholds };
  const changes = trackChanges();
  const effect = preset === 'client' ? ('observed' as const) : ('enforced' as const);
  const clientField = client === undefined ? {} : { client };
  const exempt = exemption(settings);
  const context = {
    invocation,
    causes,
    thresholds,
    effect,
    exempt,
    changes,
    continued: continueSignal(),
    ...clientField,
  };
  const adk = preset === 'adk';
  const misses = GUARDS.flatMap((guard) =>
    guard.kind === 'miss' ? [guard.open({ ...context, thresholds: adk ? 'adk' : thresholds })] : [],
  );
  if (preset === 'client' && client !== undefined)
    return [
      ...misses,
      ...GUARDS.flatMap((guard) => (guard.kind === 'client' ? [guard.open({ ...context, client })] : [])),
    ];
  if (preset !== 'default' || settings.loops === false) return misses;
  return [...misses, changes, ...GUARDS.flatMap((guard) => (guard.kind === 'loop' ? [guard.open(context)] : []))];
}
