import type { ToolHook } from '../loop/interfaces/hooks.ts';
import type { GuardThresholds } from '../protocol/guards.ts';
import type { CauseFinder } from './cause.ts';
import type { Guard, MissEffect } from './guard.ts';
import { RUNTIME, startOf } from './ladders.ts';
import { notFoundGuard } from './not-found-guard.ts';

/** Ends a run that keeps requesting resources that do not exist. */
export const resource: Guard = {
  rules: ['resource_not_found'],
  kind: 'miss',
  order: 10,
  thresholds: {
    resourceSamePath: {
      default: startOf(RUNTIME, 'fatal'),
      description: 'Number of misses of the same resource at which a miss is fatal.',
    },
    resourceAnyPath: { default: 3, description: 'Number of misses of any resources at which a miss is fatal.' },
  },
  open: ({ invocation, causes, thresholds, effect }) => resourceGuard(invocation, causes, thresholds, effect),
};

/** Thresholds at which a miss is fatal. */
export type MissThresholds = Pick<GuardThresholds, 'resourceSamePath' | 'resourceAnyPath' | 'script'>;

/**
 * Guards against missing resources; in a client, searches for them count as well. By default the second miss of the
 * same path is fatal, and the third of any paths; the next miss after that ends the invocation. With `adk` it counts as
 * ADK does: the second miss of any path is fatal, parallel misses count separately, and a fatal result is only advice.
 */
export function resourceGuard(
  invocation: string,
  causes: CauseFinder,
  thresholds: MissThresholds | 'adk',
  effect: MissEffect = 'enforced',
): ToolHook {
  const counts =
    thresholds === 'adk'
      ? { anyPath: 2, stepwise: false, effect: 'advice' as const }
      : {
          samePath: thresholds.resourceSamePath,
          anyPath: thresholds.resourceAnyPath,
          stepwise: true,
          effect,
          pathsKey: `temp:_adk_skill_resource_failed_paths_${invocation}`,
        };
  return notFoundGuard(
    {
      rule: 'resource_not_found',
      kinds: ['resource', 'search'],
      code: 'RESOURCE_NOT_FOUND',
      countKey: `temp:_adk_skill_resource_not_found_count_${invocation}`,
      missing: (path, skill) => `Resource '${path}' not found in skill '${skill}'.`,
      ...counts,
    },
    causes,
  );
}
