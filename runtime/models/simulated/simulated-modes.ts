/**
 * The reaction of a simulated model to a miss. `weak` retries the path once and then tries its next guess. `heeding`
 * follows the rules and the fatal reply. The stubborn modes never stop: they request one path, new paths, one script, or
 * new scripts forever.
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
