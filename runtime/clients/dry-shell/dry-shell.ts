import { LRUCache } from 'lru-cache';
import type { ShellTool } from '../../../skill/index.ts';
import type { CommandPlan } from '../../scripts/executor.ts';
import type { CommandOptions, CommandRun, CommandShell } from '../command-shell.ts';
import type { Installation } from '../installation.ts';
import { WorkingDirectory } from '../working-directory.ts';
import { type DryRun, dryRun } from './dry-run.ts';

/** Maximum number of cached results. Nothing changes in the copy, so the same command has the same result. */
const MAX_CACHED = 5_000;

const PLAN: CommandPlan = {
  kind: 'plan',
  shell: 'bash',
  needs: [],
  environment: {},
  sandbox: 'none',
  timeoutSeconds: 0,
};

/**
 * Returns a function that opens a shell for one run of a stress test. All of them answer commands from the same copy
 * and run nothing.
 *
 * @param onUnknown called with a command that is not simulated
 */
export function dryShells(
  { cd }: ShellTool,
  installation: Installation,
  onUnknown: (command: string) => void,
): () => CommandShell {
  const { files, home } = installation;
  const cache = new LRUCache<string, DryRun>({ max: MAX_CACHED });
  const answer = (command: string, cwd: string): DryRun => {
    const key = `${cwd}\0${command}`;
    const result = cache.get(key) ?? dryRun(command, { files, home, cwd });
    cache.set(key, result);
    return result;
  };
  return () => {
    const directory = new WorkingDirectory(cd, installation);
    return {
      runsNothing: true,
      plan: async () => PLAN,
      directoryFor: (workdir) => directory.directoryFor(workdir),
      run: async (_, { command, workdir }: CommandOptions): Promise<CommandRun> => {
        const result = answer(command, directory.directoryFor(workdir));
        const ran = { kind: 'ran', timedOut: false, durationMs: 0, sandbox: 'none' } as const;
        if (result.kind === 'not-simulated') {
          onUnknown(command);
          return { ...ran, output: `Not simulated: ${result.reason}. Nothing was run.`, exitCode: 0 };
        }
        const resetTo = directory.carryOver(result.cwd);
        const reset = resetTo === undefined ? {} : { resetTo };
        return { ...ran, output: result.output, exitCode: result.exitCode, ...reset };
      },
    };
  };
}
