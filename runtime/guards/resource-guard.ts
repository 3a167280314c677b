import type { ToolHook } from '../loop/hooks.ts';
import type { CauseFinder } from './cause.ts';
import { notFoundGuard } from './not-found.ts';

/**
 * Missing resources. By default the second miss of one path is fatal, and the third of any paths; the next one after
 * that ends the invocation. With `adk` it counts as upstream: the second miss of any path is fatal, parallel misses
 * count one by one, and fatal is advice.
 */
export function resourceGuard(invocation: string, causes: CauseFinder, adk: boolean): ToolHook {
  const counts = adk
    ? { anyPath: 2, stepwise: false, enforced: false }
    : {
        samePath: 2,
        anyPath: 3,
        stepwise: true,
        enforced: true,
        pathsKey: `temp:_adk_skill_resource_failed_paths_${invocation}`,
      };
  return notFoundGuard(
    {
      rule: 'resource_not_found',
      tool: 'load_skill_resource',
      kind: 'resource',
      code: 'RESOURCE_NOT_FOUND',
      countKey: `temp:_adk_skill_resource_not_found_count_${invocation}`,
      missing: (path, skill) => `Resource '${path}' not found in skill '${skill}'.`,
      ...counts,
    },
    causes,
  );
}
