/** The types of what a simulated model does next. */
import type { Habits } from './simulated-habits.ts';
import type { SimulatedMode } from './simulated-modes.ts';

/** The next step of a simulated model. */
export type Action =
  | { readonly kind: 'call'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'answer'; readonly text: string };

/** The step that calls a tool. */
export type Call = Extract<Action, { kind: 'call' }>;

/** The behavior of a simulated model. */
export interface Persona {
  readonly mode: SimulatedMode;
  readonly habits: Habits;
  /** Absent for habits without a seed. */
  readonly seed: number | undefined;
}
