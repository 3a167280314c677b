import type { Cause } from '../protocol/events.ts';
import type { RequestedPath, StressCause } from '../protocol/stress.ts';
import { fixSentences } from './fixes.ts';
import type { WastedCall } from './watch-run.ts';

/** Maximum number of distinct paths to count for the same words, as some models invent paths without end. */
const MAX_COUNTED = 1_000;
const MAX_SHOWN = 20;

/** Sums up the calls that the same words have wasted. */
export class CauseSum {
  runs = 0;
  private calls = 0;
  private retries = 0;
  private stops = 0;
  private tokens = 0;
  private bundled = 0;
  private readonly paths = new Map<string, number>();
  private readonly cause: Cause;
  private readonly kind: StressCause['kind'];
  readonly doubtful: boolean;
  private suggestions: readonly string[] = [];

  constructor(cause: Cause, kind: StressCause['kind'], doubtful: boolean) {
    this.cause = cause;
    this.doubtful = doubtful;
    this.kind = kind;
  }

  add({ path, bundled, isRetry, endedRun, tokens, cause }: WastedCall): void {
    this.calls++;
    if (isRetry) this.retries++;
    if (endedRun) this.stops++;
    this.tokens += tokens;
    if (bundled) this.bundled++;
    countPath(this.paths, path);
    // A later guess may have suggestions. A file that exists needs none.
    if (!bundled && this.suggestions.length === 0) this.suggestions = cause?.suggestions ?? [];
  }

  /** @param needsBase as for `fixSentences` */
  result(needsBase: boolean): StressCause {
    const { cause, kind, doubtful, runs, calls, retries, stops, tokens, suggestions, bundled } = this;
    const requested = mostRequested(this.paths);
    const inSkill = bundled === 0 ? {} : { bundled };
    const about = {
      ...cause,
      suggestions,
      kind,
      doubtful,
      runs,
      calls,
      retries,
      stops,
      ...inSkill,
      tokens,
      asked: requested,
    };
    return { ...about, fix: fixSentences(about, needsBase).join(' ') };
  }
}

export function countPath(counts: Map<string, number>, path: string): void {
  if (counts.size < MAX_COUNTED || counts.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
}

export function mostRequested(counts: ReadonlyMap<string, number>): readonly RequestedPath[] {
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b));
  return sorted.slice(0, MAX_SHOWN).map(([path, calls]) => ({ path, calls }));
}
