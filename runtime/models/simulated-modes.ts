/**
 * How a simulated model takes a miss: `weak` tries the path once more and then its next guess; `heeding` does what the
 * rules and the fatal answer say; the stubborn ones never stop: with one path, with ever new ones, with one script, or
 * with ever new scripts.
 */
export const SIMULATED_MODES = [
  'weak',
  'heeding',
  'stubborn',
  'stubborn-variants',
  'stubborn-scripts',
  'stubborn-script-variants',
] as const;
export type SimulatedMode = (typeof SIMULATED_MODES)[number];
