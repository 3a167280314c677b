import type { ToolHook } from '../loop/hooks.ts';
import type { GuardThresholds } from '../protocol/guards.ts';
import type { CauseFinder } from './cause.ts';
import type { Changes } from './changes.ts';

/** A count that a guard acts at, as settings offer it. */
export interface Threshold {
  readonly default: number;
  /** The smallest value allowed; 1 unless given. 2 where a first occurrence is never a repetition. */
  readonly minimum?: number;
  /** What is counted and what happens at that count: one sentence, for settings and the documentation. */
  readonly description: string;
}

/** What a guard of one invocation is made from. */
export interface GuardContext {
  readonly invocation: string;
  /** Finds the words of a skill that provoked a miss. */
  readonly causes: CauseFinder;
  /** The thresholds in force, or `adk` where misses count as upstream counts them. */
  readonly at: GuardThresholds | 'adk';
  /** Whether the user exempted this tool from the loop detector. */
  readonly exempt: (tool: string) => boolean;
  readonly changes: Changes;
  readonly continued: ContinueSignal;
}

/** The same for a guard of the loop detector, which no run counts as upstream. */
export interface LoopGuardContext extends GuardContext {
  readonly at: GuardThresholds;
}

/** Connects guards, so that a person who told one of them to let the run continue is not asked again by another. */
export interface ContinueSignal {
  /** To be called by the guard that asked, with the step that may continue. */
  send(step: number): void;
  listen(listener: (step: number) => void): void;
}

interface Described {
  /** The rules that its decisions name. Each needs a row in `docs/guards.md` and a test. */
  readonly rules: readonly string[];
  /** Guards run in this order, and the first that denies a call wins. */
  readonly order: number;
  /** By the name that settings and `--guard-threshold` use. */
  readonly thresholds: Readonly<Record<string, Threshold>>;
}

/** A guard of missing files, on in every preset but `off`. */
export interface MissGuard extends Described {
  readonly kind: 'miss';
  readonly open: (context: GuardContext) => ToolHook;
}

/** A part of the loop detector: on in the preset `default`, unless `loops` is `false`. */
export interface LoopGuard extends Described {
  readonly kind: 'loop';
  readonly open: (context: LoopGuardContext) => ToolHook;
}

/** A guard, as `npm run generate` finds it. To add one, see `runtime/README.md`. */
export type Guard = MissGuard | LoopGuard;

export function continueSignal(): ContinueSignal {
  const listeners: ((step: number) => void)[] = [];
  return {
    send(step) {
      for (const listener of listeners) listener(step);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
