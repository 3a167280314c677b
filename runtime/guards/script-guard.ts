import type { ToolHook } from '../loop/interfaces/hooks.ts';
import type { CauseFinder } from './cause.ts';
import type { Guard, MissEffect } from './guard.ts';
import { RUNTIME, startOf } from './ladders.ts';
import { notFoundGuard } from './not-found-guard.ts';
import type { MissThresholds } from './resource-guard.ts';

/** Ends a run that keeps requesting scripts that do not exist. */
export const script: Guard = {
  rules: ['script_not_found'],
  kind: 'miss',
  order: 20,
  thresholds: {
    script: {
      default: startOf(RUNTIME, 'fatal'),
      description: 'Number of misses of any scripts at which a miss is fatal.',
    },
  },
  open: ({ invocation, causes, thresholds, effect }) => scriptGuard(invocation, causes, thresholds, effect),
};

/**
 * Guards against missing scripts. The second miss is fatal, whatever its path, because models guess another script each
 * time; the next one after that ends the invocation. Scripts are counted separately from resources. With `adk` a fatal
 * result is only advice, and parallel misses count separately.
 */
export function scriptGuard(
  invocation: string,
  causes: CauseFinder,
  thresholds: MissThresholds | 'adk',
  effect: MissEffect = 'enforced',
): ToolHook {
  return notFoundGuard(
    {
      rule: 'script_not_found',
      kinds: ['script'],
      code: 'SCRIPT_NOT_FOUND',
      anyPath: thresholds === 'adk' ? 2 : thresholds.script,
      stepwise: thresholds !== 'adk',
      effect: thresholds === 'adk' ? 'advice' : effect,
      countKey: `temp:_adk_skill_script_not_found_count_${invocation}`,
      missing: (path, skill) => `Script '${path}' not found in skill '${skill}'.`,
    },
    causes,
  );
}
