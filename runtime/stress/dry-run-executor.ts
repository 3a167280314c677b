import type { ScriptExecutor, ScriptPlan, ScriptRun } from '../scripts/executor.ts';

/** Replaces the execution of scripts. A stress test only looks scripts up, because only their existence depends on the text. */
export const DRY_RUN_EXECUTOR: ScriptExecutor = {
  trusted: true,
  plan: async (path): Promise<ScriptPlan> => ({
    kind: 'plan',
    command: [path],
    needs: [],
    environment: {},
    sandbox: 'none',
    timeoutSeconds: 0,
  }),
  run: async (): Promise<ScriptRun> => ({
    kind: 'ran',
    sandbox: 'none',
    exitCode: 0,
    stdout: 'Stress test: the script exists and was not run.',
    stderr: '',
    timedOut: false,
    durationMs: 0,
    notes: ['A stress test does not run scripts; it only checks that they exist.'],
  }),
};
