import { groupBy } from '../group.ts';
import type { CallView, Decision, Intervention, ToolHook } from '../loop/hooks.ts';
import { failure, type ResultOutcome } from '../loop/tools.ts';
import { askedFor } from '../toolset/arguments.ts';
import type { CauseFinder } from './cause.ts';

/** What the guards of load_skill_resource and run_skill_script differ in. */
export interface NotFoundRule {
  readonly rule: string;
  readonly tool: string;
  readonly kind: 'resource' | 'script';
  /** The code of a miss; its fatal form has `_FATAL` after it. */
  readonly code: string;
  /** The miss of one and the same path that is fatal; absent where paths are not told apart. */
  readonly samePath?: number;
  /** The miss of whatever path that is fatal. */
  readonly anyPath: number;
  /** Misses of one model step count as one: the model has seen none of their failures yet. */
  readonly stepwise: boolean;
  /** After a fatal answer the next miss ends the invocation; otherwise fatal is advice. */
  readonly enforced: boolean;
  readonly countKey: string;
  /** Where the failed paths are kept, `skill:path` to the number of misses. */
  readonly pathsKey?: string;
  /** The first sentence of the fatal answer. */
  readonly missing: (path: string, skill: string) => string;
}

interface Miss {
  readonly key: string;
  readonly step: number;
  /** `seq` of its result; 0 until it stands in the journal. */
  seq: number;
}

/** Evidence names at most this many results, the latest. */
const MAX_EVIDENCE = 100;

/**
 * Turns repeated misses of one tool into a fatal answer and, where that is not heeded, into the end of the invocation.
 * Neither answer ever says which paths exist: that would undo progressive disclosure.
 */
export function notFoundGuard(rule: NotFoundRule, causes: CauseFinder): ToolHook {
  const misses: Miss[] = [];
  let fatalStep: number | undefined;

  /** A toolset may put a prefix before the names of its tools. */
  const isMine = (tool: string): boolean => tool === rule.tool || tool.endsWith(`_${rule.tool}`);
  const keyOf = (call: CallView): { key: string; skill: string; path: string } => {
    const { skill, path } = askedFor(call.args, rule.kind);
    return { key: `${skill}:${path}`, skill, path };
  };
  /** A fatal answer binds from the next step on: calls beside it were made before it was seen. */
  const bound = (call: CallView): boolean => rule.enforced && fatalStep !== undefined && fatalStep < call.step;
  const count = (of: readonly Miss[]): number =>
    rule.stepwise ? new Set(of.map((miss) => miss.step)).size : of.length;

  function judge(call: CallView, outcome: ResultOutcome): Intervention {
    const { key, skill, path } = keyOf(call);
    const stop = bound(call);
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
      if (!isMine(call.tool) || !bound(call)) return undefined;
      const { key } = keyOf(call);
      // A path that failed before is not looked up again; any other may still be a hit, which is answered as usual.
      if (!misses.some((miss) => miss.key === key)) return undefined;
      return judge(call, failure(rule.code, ''));
    },
    after(call, outcome) {
      if (!isMine(call.tool)) return undefined;
      if (outcome.errorCode === rule.code || outcome.errorCode === `${rule.code}_FATAL`) return judge(call, outcome);
      if (outcome.errorCode === undefined) {
        const { skill, path } = keyOf(call);
        causes.heard(skill, path);
      }
      return undefined;
    },
  };
}

function fatalOutcome(rule: NotFoundRule, path: string, skill: string, number: number): ResultOutcome {
  const message = `${rule.missing(path, skill)} This is failure #${number} in this invocation, and it will not change. Do not retry this path or any other: report the error to the user and stop.`;
  return failure(`${rule.code}_FATAL`, message);
}

function countsByPath(misses: readonly Miss[], count: (of: readonly Miss[]) => number): Record<string, number> {
  const byPath = groupBy(misses, (miss) => miss.key);
  return Object.fromEntries([...byPath].map(([key, of]) => [key, count(of)]));
}
