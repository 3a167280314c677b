import { groupBy } from '../group-by.ts';
import type { CallView, Decision, Intervention, ToolHook } from '../loop/hooks.ts';
import { failure, type ResultOutcome } from '../loop/tools.ts';
import { requestedFile } from '../toolset/arguments.ts';
import type { CauseFinder } from './cause.ts';

/** The differences between the guards of load_skill_resource and run_skill_script. */
export interface NotFoundRule {
  readonly rule: string;
  readonly tool: string;
  readonly kind: 'resource' | 'script';
  /** The code of a miss. Its fatal form has the suffix `_FATAL`. */
  readonly code: string;
  /** Number of misses of the same path at which a miss is fatal; absent if paths are not distinguished. */
  readonly samePath?: number;
  /** Number of misses of any paths at which a miss is fatal. */
  readonly anyPath: number;
  /** Misses of the same model step count as one, because the model has not seen any of their results yet. */
  readonly stepwise: boolean;
  /** After a fatal result the next miss ends the invocation. Otherwise a fatal result is only advice. */
  readonly enforced: boolean;
  /** The state key of the number of misses. */
  readonly countKey: string;
  /** The state key of the failed paths, which maps `skill:path` to the number of misses. */
  readonly pathsKey?: string;
  /** Returns the first sentence of the fatal result. */
  readonly missing: (path: string, skill: string) => string;
}

interface Miss {
  readonly key: string;
  readonly step: number;
  /** `seq` of its result; 0 until the result is in the journal. */
  seq: number;
}

/** Maximum number of results in the evidence; the latest are listed. */
const MAX_EVIDENCE = 100;

/**
 * Turns repeated misses of one tool into a fatal result and, if the model ignores it, into the end of the invocation.
 * No result ever lists the paths that exist, because that would defeat progressive disclosure.
 */
export function notFoundGuard(rule: NotFoundRule, causes: CauseFinder): ToolHook {
  const misses: Miss[] = [];
  let fatalStep: number | undefined;

  /** A toolset may prefix the names of its tools. */
  const isGuarded = (tool: string): boolean => tool === rule.tool || tool.endsWith(`_${rule.tool}`);
  const keyOf = (call: CallView): { key: string; skill: string; path: string } => {
    const { skill, path } = requestedFile(call.args, rule.kind);
    return { key: `${skill}:${path}`, skill, path };
  };
  /** A fatal result takes effect in the next step: parallel calls were made before the model saw it. */
  const isAfterFatal = (call: CallView): boolean => rule.enforced && fatalStep !== undefined && fatalStep < call.step;
  const count = (counted: readonly Miss[]): number =>
    rule.stepwise ? new Set(counted.map((miss) => miss.step)).size : counted.length;

  function handleMiss(call: CallView, outcome: ResultOutcome): Intervention {
    const { key, skill, path } = keyOf(call);
    const stop = isAfterFatal(call);
    const miss: Miss = { key, step: call.step, seq: 0 };
    misses.push(miss);
    const total = count(misses);
    const same = misses.filter((one) => one.key === key);
    const samePath = count(same);
    call.state.set(rule.countKey, total);
    if (rule.pathsKey !== undefined) call.state.set(rule.pathsKey, countsByPath(misses, count));
    const bySame = rule.samePath !== undefined && samePath >= rule.samePath;
    const fatal = stop || bySame || total >= rule.anyPath;
    if (fatal) fatalStep = Math.min(fatalStep ?? call.step, call.step);
    const byPath = bySame && total < rule.anyPath;
    const threshold = byPath || !fatal ? (rule.samePath ?? rule.anyPath) : rule.anyPath;
    const decide = (resultSeq: number): readonly Decision[] => {
      miss.seq = resultSeq;
      const evidence = (byPath || !fatal ? same : misses).map((one) => one.seq).filter((seq) => seq > 0);
      const cause = causes.find(skill, path);
      return [
        {
          rule: rule.rule,
          verdict: stop ? 'stop' : fatal ? 'fatal' : 'warn',
          count: byPath || !fatal ? samePath : total,
          threshold,
          signature: `${rule.tool} ${key}`,
          evidence: evidence.slice(-MAX_EVIDENCE),
          ...(cause === undefined ? {} : { cause }),
        },
      ];
    };
    return { outcome: fatal ? fatalOutcome(rule, path, skill, total) : { ...outcome, errorCode: rule.code }, decide };
  }

  return {
    name: rule.rule,
    before(call) {
      if (!isGuarded(call.tool) || !isAfterFatal(call)) return undefined;
      const { key } = keyOf(call);
      // A path that failed before is not looked up again. Any other path may exist, and is handled as usual.
      if (!misses.some((miss) => miss.key === key)) return undefined;
      return handleMiss(call, failure(rule.code, ''));
    },
    after(call, outcome) {
      if (!isGuarded(call.tool)) return undefined;
      if (outcome.errorCode === rule.code || outcome.errorCode === `${rule.code}_FATAL`)
        return handleMiss(call, outcome);
      if (outcome.errorCode === undefined) {
        const { skill, path } = keyOf(call);
        causes.recordRead(skill, path);
      }
      return undefined;
    },
  };
}

function fatalOutcome(rule: NotFoundRule, path: string, skill: string, number: number): ResultOutcome {
  const message = `${rule.missing(path, skill)} This is failure #${number} in this invocation, and it will not change. Do not retry this path or any other: report the error to the user and stop.`;
  return failure(`${rule.code}_FATAL`, message);
}

function countsByPath(misses: readonly Miss[], count: (counted: readonly Miss[]) => number): Record<string, number> {
  const byPath = groupBy(misses, (miss) => miss.key);
  return Object.fromEntries([...byPath].map(([key, counted]) => [key, count(counted)]));
}
