import type { ClientBehavior } from '../../skill/index.ts';
import type { ToolHook } from '../loop/interfaces/hooks.ts';
import type { GuardThresholds } from '../protocol/guards.ts';
import type { CauseFinder } from './cause.ts';
import type { ChangeTracker } from './changes.ts';

/** A count at which a guard acts, available as a setting. */
export interface Threshold {
  readonly default: number;
  /** The smallest value allowed, by default 1. It is 2 if a first occurrence is never a repetition. */
  readonly minimum?: number;
  /** A sentence about what is counted and what happens at that count, for settings and the documentation. */
  readonly description: string;
}

/** The effect of a miss, unless it is counted as in ADK: `observed` changes nothing. */
export type MissEffect = 'enforced' | 'observed';

/** The context in which the guards of one invocation are created. */
export interface GuardContext {
  readonly invocation: string;
  /** Finds the words of a skill that led to a miss. */
  readonly causes: CauseFinder;
  /** The thresholds to use, or `adk` if misses are to be counted as ADK does. */
  readonly thresholds: GuardThresholds | 'adk';
  /** `observed` if misses are recorded with their causes and have no other effect. */
  readonly effect: MissEffect;
  /** The client that the run simulates, if any. */
  readonly client?: ClientBehavior;
  /** True if the user exempted this tool from the loop detector. */
  readonly exempt: (tool: string) => boolean;
  readonly changes: ChangeTracker;
  readonly continued: ContinueSignal;
}

/** The context of a guard of the loop detector, which has no ADK mode. */
export interface LoopGuardContext extends GuardContext {
  readonly thresholds: GuardThresholds;
}

/** Connects guards, so that a user who let one of them continue the run is not asked again by another. */
export interface ContinueSignal {
  /** Called by the guard that asked, with the step that may continue. */
  send(step: number): void;
  /** Registers a listener for such approvals. */
  listen(listener: (step: number) => void): void;
}

interface GuardDescription {
  /** The rules that its decisions refer to. Each needs a row in `docs/guards.md` and a test. */
  readonly rules: readonly string[];
  /** Guards run in ascending order, and the first that denies a call wins. */
  readonly order: number;
  /** The thresholds by the name that settings and `--guard-threshold` use. */
  readonly thresholds: Readonly<Record<string, Threshold>>;
}

/** A guard against missing files, active in every preset except `off`. */
export interface MissGuard extends GuardDescription {
  readonly kind: 'miss';
  readonly open: (context: GuardContext) => ToolHook;
}

/** A part of the loop detector, active in the preset `default` unless `loops` is `false`. */
export interface LoopGuard extends GuardDescription {
  readonly kind: 'loop';
  readonly open: (context: LoopGuardContext) => ToolHook;
}

/** A guard that does what the client of the run does by itself, active in the preset `client`. */
export interface ClientGuard extends GuardDescription {
  readonly kind: 'client';
  readonly open: (context: GuardContext & { readonly client: ClientBehavior }) => ToolHook;
}

/** A guard in the form that `npm run generate` looks for. To add one, see `runtime/README.md`. */
export type Guard = MissGuard | LoopGuard | ClientGuard;

/** Creates a signal without listeners. */
export function continueSignal(): ContinueSignal {
  const listeners: ((step: number) => void)[] = [];
  return {
    send(step) {
      for (const listener of listeners) listener(step);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
