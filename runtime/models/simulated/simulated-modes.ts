/**
 * The reaction of a simulated model to a miss. `weak` retries the path once and then tries its next guess. `heeding`
 * follows the rules and the fatal reply. `observed` has the tools of a client: it misses as rarely, and in the ways, as models
 * of this client did in real sessions, searches once, and continues. The stubborn modes never stop: they request one path, new paths, one script, or
 * new scripts forever.
 */
export const SIMULATED_MODES = [
  'weak',
  'heeding',
  'observed',
  'stubborn',
  'stubborn-variants',
  'stubborn-scripts',
  'stubborn-script-variants',
] as const;
export type SimulatedMode = (typeof SIMULATED_MODES)[number];
