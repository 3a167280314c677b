import type { CallView, Intervention, ToolHook } from '../loop/hooks.ts';
import type { ResultOutcome } from '../loop/tools.ts';
import { withAdvice } from './advice.ts';
import type { Changes } from './changes.ts';
import type { Guard } from './guard.ts';

export const errorStreak: Guard = {
  rules: ['error_streak'],
  kind: 'loop',
  order: 50,
  thresholds: {
    errorHint: {
      default: 3,
      description: 'Results of one tool with one error code from which on the model is told that it is of no use.',
    },
    errorStop: {
      default: 5,
      description: 'Results of one tool with one error code that end the run.',
    },
  },
  open: ({ at, exempt, changes }) => errorStreakGuard({ hint: at.errorHint, stop: at.errorStop }, exempt, changes),
};

export interface StreakLimits {
  /** This many of the same error: the result says that it is of no use to go on. */
  readonly hint: number;
  /** This many: the invocation ends. */
  readonly stop: number;
}

/** Codes with a guard of their own. */
const GUARDED = /^(?:RESOURCE|SCRIPT)_NOT_FOUND(?:_FATAL)?$/;
/** Codes that are the person's doing, and say nothing of the model. */
const PERSONS = /^(?:CANCELLED|REJECTED|NOT_RUN)$/;

export function byPerson(code: string | undefined): boolean {
  return code !== undefined && PERSONS.test(code);
}

/** Tools that do not exist are one tool here, whatever they are called: a model invents another name each time. */
const UNKNOWN_TOOLS = '';

interface Failure {
  readonly step: number;
  seq: number;
}

/** Evidence names at most this many results, the latest. */
const MAX_EVIDENCE = 100;

/**
 * One tool that fails with one error code again and again, whatever its arguments: the third result carries
 * `retryable: false` and a hint, the fifth ends the invocation. A success of that tool begins anew, and so does a change
 * (`changes.ts`); another error does not, or two errors in turn would go on for ever. Failures of one step count as one.
 */
export function errorStreakGuard(limits: StreakLimits, exempt: (tool: string) => boolean, changes: Changes): ToolHook {
  /** By tool, then by code. */
  const streaks = new Map<string, Map<string, Failure[]>>();

  /** The failures of one tool with one code since something changed. */
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
    if (GUARDED.test(code) || byPerson(code)) return undefined;
    const tool = code === 'TOOL_NOT_FOUND' ? UNKNOWN_TOOLS : call.tool;
    const streak = streakOf(tool, code, changes.since(call.step));
    const failed: Failure = { step: call.step, seq: 0 };
    streak.push(failed);
    const count = new Set(streak.map((one) => one.step)).size;
    const verdict = count >= limits.stop ? 'stop' : count >= limits.hint ? 'warn' : undefined;
    const decide: Intervention['decide'] = (seq) => {
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
