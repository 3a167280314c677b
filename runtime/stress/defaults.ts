/** The default models and seeds of a stress test, for modules that need nothing else of it. */

/** Default models: one that gives up by itself, one that stops when instructed, and one that never stops. */
export const STRESS_MODELS = ['simulated/weak', 'simulated/heeding', 'simulated/stubborn'] as const;
/** The model that misses as real ones of a client do: its runs are a part of a report of their own. */
export const OBSERVED_MODEL = 'simulated/observed';
/** Default models of a stress test in clients. */
export const STRESS_MODELS_IN_CLIENTS = [...STRESS_MODELS, OBSERVED_MODEL] as const;
export const STRESS_SEEDS = 10;
/** Seeds per client if several are compared, so that the test takes about as long as with one client. */
export const STRESS_SEEDS_PER_CLIENT = 3;

/** The value of `--client` for every client. */
export const ALL_CLIENTS = 'all';
