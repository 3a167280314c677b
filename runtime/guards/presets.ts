import type { ToolHook } from '../loop/hooks.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { CauseFinder } from './cause.ts';
import { errorStreakGuard } from './error-streak.ts';
import { repeatGuard } from './repeats.ts';
import { resourceGuard } from './resource-guard.ts';
import { scriptGuard } from './script-guard.ts';

/** The guards of one invocation. `off` shows the unguarded loop, for demonstration; `max_llm_calls` holds even then. */
export function guardsOf(preset: GuardPreset, invocation: string, causes: CauseFinder): readonly ToolHook[] {
  if (preset === 'off') return [];
  const adk = preset === 'adk';
  const notFound = [resourceGuard(invocation, causes, adk), scriptGuard(invocation, causes, adk)];
  return adk ? notFound : [...notFound, repeatGuard(), errorStreakGuard()];
}
