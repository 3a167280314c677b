import { defined } from '../../skill/index.ts';
import { groupBy } from '../group-by.ts';
import type { CallView, Decision, Intervention, ToolHook } from '../loop/interfaces/hooks.ts';
import { failure, type ResultOutcome } from '../loop/interfaces/tools.ts';
import type { Cause, FileMiss } from '../protocol/events.ts';
import { INVALID_PATH } from '../toolset/resource-path.ts';
import type { CauseFinder } from './cause.ts';
import { countSteps } from './ladders.ts';
import { type Miss, missOf, readOf, requestOf, searchKey } from './miss.ts';
import { withText } from './with-text.ts';

/** The differences between the guards of resources and scripts. */
export interface NotFoundRule {
  readonly rule: string;
  /** The misses that it counts. */
  readonly kinds: readonly FileMiss['kind'][];
  /** The code of a miss in ADK. The fatal form of any miss has the suffix `_FATAL`. */
  readonly code: string;
  /** Number of misses of the same path at which a miss is fatal; absent if paths are not distinguished. */
  readonly samePath?: number;
  /** Number of misses of any paths at which a miss is fatal. */
  readonly anyPath: number;
  /** Misses of the same model step count as one, because the model has not seen any of their results yet. */
  readonly stepwise: boolean;
  /**
   * `enforced`: after a fatal result the next miss ends the invocation. `advice`: a fatal result is only advice. `observed`:
   * no result changes, and the decisions only record the misses and their causes.
   */
  readonly effect: 'enforced' | 'advice' | 'observed';
  /** The state key of the number of misses. */
  readonly countKey: string;
  /** The state key of the failed paths, which maps `skill:path` to the number of misses. */
  readonly pathsKey?: string;
  /** Returns the first sentence of the fatal result. */
  readonly missing: (path: string, skill: string) => string;
}

interface CountedMiss {
  readonly key: string;
  readonly step: number;
  /** `seq` of its result; 0 until the result is in the journal. */
  seq: number;
}

/** Maximum number of results in the evidence; the latest are listed. */
const MAX_EVIDENCE = 100;

/**
 * Turns repeated misses of files of one kind into a fatal result and, if the model ignores it, into the end of the
 * invocation. No result ever lists the paths that exist, because that would defeat progressive disclosure.
 */
export function notFoundGuard(rule: NotFoundRule, causes: CauseFinder): ToolHook {
  let misses: readonly CountedMiss[] = [];
  let fatalStep: number | undefined;

  /** A fatal result takes effect in the next step: parallel calls were made before the model saw it. */
  const isAfterFatal = (call: CallView): boolean =>
    rule.effect === 'enforced' && fatalStep !== undefined && fatalStep < call.step;
  const count = (counted: readonly CountedMiss[]): number => (rule.stepwise ? countSteps(counted) : counted.length);

  /** In a client the words may name an existing file by its path, for which there is nothing else to suggest. */
  function causeOf({ skill, path, inClient }: Miss): Cause | undefined {
    const cause = causes.find(skill, path);
    return inClient && cause?.suggestions.includes(path) === true ? { ...cause, suggestions: [] } : cause;
  }

  function handleMiss(call: CallView, outcome: ResultOutcome, found: Miss): Intervention {
    const { key, signature } = found;
    const stop = isAfterFatal(call);
    const miss: CountedMiss = { key, step: call.step, seq: 0 };
    misses = [...misses, miss];
    const total = count(misses);
    const same = misses.filter((one) => one.key === key);
    const samePath = count(same);
    call.state.set(rule.countKey, total);
    if (rule.pathsKey !== undefined) call.state.set(rule.pathsKey, countsByPath(misses, count));
    const bySame = rule.samePath !== undefined && samePath >= rule.samePath;
    const fatal = rule.effect !== 'observed' && (stop || bySame || total >= rule.anyPath);
    if (fatal) fatalStep = Math.min(fatalStep ?? call.step, call.step);
    const byPath = bySame && total < rule.anyPath;
    const threshold = byPath || !fatal ? (rule.samePath ?? rule.anyPath) : rule.anyPath;
    const decide = (resultSeq: number): readonly Decision[] => {
      miss.seq = resultSeq;
      const evidence = (byPath || !fatal ? same : misses).map((one) => one.seq).filter((seq) => seq > 0);
      const cause = causeOf(found);
      return [
        defined({
          rule: rule.rule,
          verdict: stop ? 'stop' : fatal ? 'fatal' : 'warn',
          count: byPath || !fatal ? samePath : total,
          threshold,
          signature,
          evidence: evidence.slice(-MAX_EVIDENCE),
          cause,
        }),
      ];
    };
    return { outcome: fatal ? fatalOutcome(rule, outcome, found, total) : softOutcome(rule, outcome, found), decide };
  }

  /** In a client a file that was missed may exist elsewhere. Once the model has found it, its misses no longer count. */
  function forget(key: string): void {
    const others = misses.filter((miss) => miss.key !== key && miss.key !== searchKey(key));
    if (others.length === misses.length) return;
    misses = others;
    fatalStep = undefined;
  }

  return {
    name: rule.rule,
    before(call) {
      if (!isAfterFatal(call)) return undefined;
      const request = requestOf(call);
      // A path that failed before is not looked up again. Any other path may exist, and is handled as usual.
      if (request === undefined || !misses.some((miss) => miss.key === request.key)) return undefined;
      return rule.kinds.includes(request.kind) ? handleMiss(call, failure(rule.code, ''), request) : undefined;
    },
    after(call, outcome) {
      // A path that ADK's tools refuse moves no counter of ADK's.
      const miss = outcome.errorCode === INVALID_PATH ? undefined : missOf(call, outcome);
      if (miss !== undefined && rule.kinds.includes(miss.kind)) return handleMiss(call, outcome, miss);
      const read = readOf(call, outcome);
      if (read === undefined) return undefined;
      causes.recordRead(read.skill, read.path);
      if (outcome.read !== undefined) forget(`${read.skill}:${read.path}`);
      return undefined;
    },
  };
}

/** A miss in a client keeps the client's own result. */
function softOutcome(rule: NotFoundRule, outcome: ResultOutcome, { inClient }: Miss): ResultOutcome {
  return inClient ? outcome : { ...outcome, errorCode: rule.code };
}

function fatalOutcome(rule: NotFoundRule, outcome: ResultOutcome, miss: Miss, number: number): ResultOutcome {
  const { inClient, path, skill } = miss;
  const errorCode = `${rule.code}_FATAL`;
  const count = `This is failure #${number} in this invocation`;
  const advice = 'Do not retry this path or any other: report the error to the user and stop.';
  if (!inClient) {
    const result = failure(errorCode, `${rule.missing(path, skill)} ${count}, and it will not change. ${advice}`);
    return defined({ ...result, miss: outcome.miss });
  }
  // The file may exist elsewhere, but the model has not found it by itself.
  return { ...outcome, errorCode, value: withText(outcome.value, `'${path}' was not found. ${count}. ${advice}`) };
}

function countsByPath(
  misses: readonly CountedMiss[],
  count: (counted: readonly CountedMiss[]) => number,
): Record<string, number> {
  const byPath = groupBy(misses, (miss) => miss.key);
  return Object.fromEntries([...byPath].map(([key, counted]) => [key, count(counted)]));
}
