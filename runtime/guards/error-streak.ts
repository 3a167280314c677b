import type { CallView, Intervention, ToolHook } from '../loop/hooks.ts';
import type { ResultOutcome } from '../loop/tools.ts';
import { hintFor } from './repeats.ts';

export interface StreakLimits {
  /** This many of the same error: the result says that it is of no use to go on. */
  readonly hint: number;
  /** This many: the invocation ends. */
  readonly stop: number;
}

export const STREAK_LIMITS: StreakLimits = { hint: 3, stop: 5 };

/** Codes with a guard of their own, and those that are the person's doing. */
const OTHERS = /^(?:(?:RESOURCE|SCRIPT)_NOT_FOUND(?:_FATAL)?|CANCELLED|REJECTED|NOT_RUN)$/;

/** Tools that do not exist are one tool here, whatever they are called: a model invents another name each time. */
const UNKNOWN_TOOLS = '';

interface Streak {
  readonly code: string;
  readonly steps: Set<number>;
  readonly seqs: number[];
}

/**
 * One tool that fails with one error code again and again, whatever its arguments: the third result carries
 * `retryable: false` and a hint, the fifth ends the invocation. A success of that tool, or another error, begins anew.
 * Failures of one step count as one.
 */
export function errorStreakGuard(
  limits: StreakLimits = STREAK_LIMITS,
  exempt: ReadonlySet<string> = new Set(),
): ToolHook {
  const streaks = new Map<string, Streak>();

  function after(call: CallView, outcome: ResultOutcome): Intervention | undefined {
    const code = outcome.errorCode;
    if (exempt.has(call.tool)) return undefined;
    if (code === undefined) {
      streaks.delete(call.tool);
      streaks.delete(UNKNOWN_TOOLS);
      return undefined;
    }
    if (OTHERS.test(code)) return undefined;
    const key = code === 'TOOL_NOT_FOUND' ? UNKNOWN_TOOLS : call.tool;
    const running = streaks.get(key);
    const streak = running?.code === code ? running : { code, steps: new Set<number>(), seqs: [] };
    streaks.set(key, streak);
    streak.steps.add(call.step);
    const count = streak.steps.size;
    const verdict = count >= limits.stop ? 'stop' : count >= limits.hint ? 'warn' : undefined;
    const decide: Intervention['decide'] = (seq) => {
      streak.seqs.push(seq);
      if (verdict === undefined) return [];
      const threshold = verdict === 'stop' ? limits.stop : limits.hint;
      const signature = `${call.tool} ${code}`;
      return [{ rule: 'error_streak', verdict, count, threshold, signature, evidence: streak.seqs.slice(-100) }];
    };
    return { outcome: verdict === undefined ? outcome : withHint(outcome, call.tool), decide };
  }

  return { name: 'error_streak', after };
}

function withHint(outcome: ResultOutcome, tool: string): ResultOutcome {
  const { value } = outcome;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return outcome;
  return { ...outcome, value: { ...value, retryable: false, hint: hintFor(tool) } };
}
