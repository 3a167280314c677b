import type { ToolHook } from '../loop/hooks.ts';
import type { CauseFinder } from './cause.ts';
import type { Guard } from './guard.ts';
import { notFoundGuard } from './not-found.ts';
import type { MissThresholds } from './resource-guard.ts';

export const script: Guard = {
  rules: ['script_not_found'],
  kind: 'miss',
  order: 20,
  thresholds: { script: { default: 2, description: 'The miss of whatever script that is fatal.' } },
  open: ({ invocation, causes, at }) => scriptGuard(invocation, causes, at),
};

/**
 * Missing scripts: the second miss is fatal, whatever its path, because models guess another script each time; the next
 * one after that ends the invocation. Counted apart from resources. With `adk`, fatal is advice and parallel misses
 * count one by one.
 */
export function scriptGuard(invocation: string, causes: CauseFinder, at: MissThresholds | 'adk'): ToolHook {
  return notFoundGuard(
    {
      rule: 'script_not_found',
      tool: 'run_skill_script',
      kind: 'script',
      code: 'SCRIPT_NOT_FOUND',
      anyPath: at === 'adk' ? 2 : at.script,
      stepwise: at !== 'adk',
      enforced: at !== 'adk',
      countKey: `temp:_adk_skill_script_not_found_count_${invocation}`,
      missing: (path, skill) => `Script '${path}' not found in skill '${skill}'.`,
    },
    causes,
  );
}
