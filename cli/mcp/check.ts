/** Checks for tools, with the findings of earlier ones as long as nothing that they depend on has changed. */
import type { CachedFindings, FindingsCache } from '../../server/check/findings-cache.ts';
import { type CheckResult, type CheckSkills, runCheck } from '../../server/check/run.ts';
import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import type { HeldRoots } from './confined-file-system.ts';
import type { Root } from './roots.ts';

/** Maximum time without a turn of the event loop between two skills, in milliseconds, so that a check can be cancelled. */
const TURN = 25;
/** Maximum number of sets of folders whose findings are kept. */
const MAX_KEPT = 16;

/** A call that takes time. */
export interface Progress {
  readonly signal: AbortSignal;
  /** Called after each part of the work. */
  report(done: number, total: number): void;
}

/** Returns a cache of findings in memory. */
export function memoryCache(): FindingsCache {
  const kept = new Map<string, Map<string, CachedFindings>>();
  return {
    // The settings are always the same.
    open(folders) {
      const key = JSON.stringify(folders);
      const entries = kept.get(key) ?? new Map<string, CachedFindings>();
      kept.delete(key);
      kept.set(key, entries);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return {
        isEmpty: entries.size === 0,
        get: (root) => entries.get(root),
        put: (root, stored) => entries.set(root, stored),
        close(roots) {
          for (const root of entries.keys()) if (!roots.has(root)) entries.delete(root);
        },
      };
    },
  };
}

/**
 * Checks the skills at or below a path, as `skillwright check` does. Ends early, with some of the findings, if it is cancelled.
 * @param path absolute, below the root
 */
export function checkPath(
  path: string,
  root: Root,
  { fs }: HeldRoots,
  cache: FindingsCache,
  progress: Progress,
): Promise<CheckResult> {
  return runCheck({
    paths: [path],
    cwd: root.real,
    fs,
    settings: DEFAULT_SETTINGS,
    cache,
    checkSkills: inTurns(progress),
    onRuleError: (code, document, error) =>
      process.stderr.write(`skillwright: rule ${code} failed on ${document}: ${String(error)}\n`),
  });
}

/** Returns a function that checks skill after skill and gives turns to the event loop. */
function inTurns({ signal, report }: Progress): CheckSkills {
  return async ({ survey: { folders, targets }, roots, ...job }) => {
    const { createChecker } = await import('../../server/check/skills.ts');
    const check = createChecker({ folders, targets, ...job });
    const found: Awaited<ReturnType<CheckSkills>>[number][] = [];
    let last = performance.now();
    for (const [index, root] of roots.entries()) {
      if (performance.now() - last > TURN) {
        report(index, roots.length);
        await new Promise((resolve) => setImmediate(resolve));
        last = performance.now();
      }
      if (signal.aborted) break;
      found.push(...[check(root)].filter((one) => one !== undefined));
    }
    return found;
  };
}
