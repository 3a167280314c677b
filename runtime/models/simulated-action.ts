import type { Habits } from './simulated-habits.ts';
import type { SimulatedMode } from './simulated-modes.ts';

/** The next step of a simulated model. */
export type Action =
  | { readonly kind: 'call'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'answer'; readonly text: string };

/** The behavior of a simulated model. */
export interface Persona {
  readonly mode: SimulatedMode;
  readonly habits: Habits;
}
