import type { CallView, Decision, Intervention, ToolHook } from '../loop/interfaces/hooks.ts';
import type { ResultOutcome } from '../loop/interfaces/tools.ts';
import { withAdvice } from './advice.ts';
import type { ChangeTracker } from './changes.ts';
import type { Guard } from './guard.ts';
import { ordinaryFailures } from './miss.ts';

/** Ends a run in which one tool keeps failing with the same error code. */
export const errorStreak: Guard = {
  rules: ['error_streak'],
  kind: 'loop',
  order: 50,
  thresholds: {
    errorHint: {
      default: 3,
      description:
        'Number of results of one tool with the same error code at which the model is advised to stop calling it.',
    },
    errorStop: {
      default: 5,
      description: 'Number of results of one tool with the same error code at which the run ends.',
    },
  },
  open: ({ thresholds, exempt, changes, client }) =>
    errorStreakGuard(
      { hint: thresholds.errorHint, stop: thresholds.errorStop },
      exempt,
      changes,
      ordinaryFailures(client),
    ),
};

/** Thresholds of the guard. */
export interface StreakLimits {
  /** Number of equal errors at which the result advises against calling the tool again. */
  readonly hint: number;
  /** Number of equal errors at which the invocation ends. */
  readonly stop: number;
}

/** Codes that another guard handles. */
const GUARDED = /^(?:RESOURCE|SCRIPT)_NOT_FOUND(?:_FATAL)?$/;
/** Codes that result from a decision of the user, and say nothing about the model. */
const USER_DECISIONS = /^(?:CANCELLED|REJECTED|NOT_RUN)$/;

/** True if this error code results from a decision of the user. */
export function isUserDecision(code: string | undefined): boolean {
  return code !== undefined && USER_DECISIONS.test(code);
}

/** All tools that do not exist are counted as one tool, because a model may invent another name each time. */
const UNKNOWN_TOOLS = '';

interface Failure {
  readonly step: number;
  seq: number;
}

/** Maximum number of results in the evidence; the latest are listed. */
const MAX_EVIDENCE = 100;

/**
 * Guards against a tool that fails with the same error code again and again, whatever its arguments: the third result
 * carries `retryable: false` and a hint, the fifth ends the invocation. A success of the tool resets the count, and so does
 * a change (`changes.ts`). Another error does not, because two alternating errors would otherwise never end. Failures of
 * the same step count as one.
 * @param isOrdinary true for failures that say nothing about the model
 */
export function errorStreakGuard(
  limits: StreakLimits,
  exempt: (tool: string) => boolean,
  changes: ChangeTracker,
  isOrdinary: (outcome: ResultOutcome) => boolean = () => false,
): ToolHook {
  /** The failures by tool, then by code. */
  const streaks = new Map<string, Map<string, Failure[]>>();

  /** Returns the failures of one tool with one code since something changed. */
  function streakOf(tool: string, code: string, since: number): Failure[] {
    const byCode = streaks.get(tool) ?? new Map<string, Failure[]>();
    streaks.set(tool, byCode);
    const streak = (byCode.get(code) ?? []).filter((one) => one.step > since);
    byCode.set(code, streak);
    return streak;
  }

  function after(call: CallView, outcome: ResultOutcome): Intervention | undefined {
    const code = outcome.errorCode;
    if (exempt(call.tool)) return undefined;
    if (code === undefined) {
      streaks.delete(call.tool);
      streaks.delete(UNKNOWN_TOOLS);
      return undefined;
    }
    if (GUARDED.test(code) || isUserDecision(code) || isOrdinary(outcome)) return undefined;
    const tool = code === 'TOOL_NOT_FOUND' ? UNKNOWN_TOOLS : call.tool;
    const streak = streakOf(tool, code, changes.lastBefore(call.step));
    const failed: Failure = { step: call.step, seq: 0 };
    streak.push(failed);
    const count = new Set(streak.map((one) => one.step)).size;
    const verdict = count >= limits.stop ? 'stop' : count >= limits.hint ? 'warn' : undefined;
    const decide = (seq: number): readonly Decision[] => {
      failed.seq = seq;
      if (verdict === undefined) return [];
      const threshold = verdict === 'stop' ? limits.stop : limits.hint;
      const signature = `${call.tool} ${code}`;
      const evidence = streak.flatMap((one) => (one.seq === 0 ? [] : [one.seq])).slice(-MAX_EVIDENCE);
      return [{ rule: 'error_streak', verdict, count, threshold, signature, evidence }];
    };
    return { outcome: verdict === undefined ? outcome : withAdvice(outcome, call.tool), decide };
  }

  return { name: 'error_streak', after };
}
