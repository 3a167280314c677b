import type { Host } from '../loop/host.ts';
import type { ScriptExecutor } from '../scripts/executor.ts';

/**
 * Stands where scripts would run: a stress test looks a script up, and never runs it. Whether it is there is all that
 * words of a skill can be wrong about.
 */
export const DRY_SCRIPTS: ScriptExecutor = {
  trusted: true,
  plan: async (path) => ({
    kind: 'plan',
    command: [path],
    needs: [],
    environment: {},
    sandbox: 'none',
    timeoutSeconds: 0,
  }),
  run: async () => ({
    kind: 'ran',
    sandbox: 'none',
    exitCode: 0,
    stdout: 'Stress test: the script is there, and was not run.',
    stderr: '',
    timedOut: false,
    durationMs: 0,
    notes: ['A stress test runs no script: it was only looked up.'],
  }),
};

/** Nobody is asked, as nothing runs. */
export const NOBODY_ASKED: Host = {
  isInteractive: false,
  preapproves: (kind) => kind === 'confirmation',
  answer: async () => 'unanswered',
};
