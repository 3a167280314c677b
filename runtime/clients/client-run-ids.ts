import { SIMULATED_CLIENTS } from '../protocol/simulated-clients.ts';

/** The ids that `--client` takes. `adk` is the default: the runtime's own tools. */
export const CLIENT_RUN_IDS: readonly string[] = ['adk', ...SIMULATED_CLIENTS.map(({ id }) => id)];
