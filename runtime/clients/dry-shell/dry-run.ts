import type { ConfinedFiles } from '../../confined/confined-files.ts';
import { messageOf } from '../../errors.ts';
import { DryFiles } from './dry-files.ts';
import { Evaluation } from './evaluate.ts';
import { NotSimulated } from './not-simulated.ts';

/** The result of an emulated shell, which runs nothing and evaluates commands against the files of a copy. */
export type DryRun =
  | {
      readonly kind: 'answered';
      /** Standard output and standard error, in order. */
      readonly output: string;
      readonly exitCode: number;
      /** The directory in which the command ended. */
      readonly cwd: string;
    }
  /** The command cannot be parsed, or its output cannot be predicted; `reason` completes "Not simulated:". */
  | { readonly kind: 'not-simulated'; readonly reason: string };

/** The copy whose files a command is evaluated against, and its directories. */
export interface DryRunOptions {
  /** The files of the copy, the only ones that are accessed. */
  readonly files: ConfinedFiles;
  readonly home: string;
  readonly cwd: string;
}

/**
 * Evaluates a command line against the files of a copy, as bash and the usual programs would. Runs nothing.
 */
export function dryRun(command: string, { files, home, cwd }: DryRunOptions): DryRun {
  try {
    const evaluation = new Evaluation(command, cwd, new DryFiles(files, home));
    const output = evaluation.run();
    return { kind: 'answered', output: output.text(), exitCode: output.code, cwd: evaluation.cwd };
  } catch (error) {
    if (error instanceof NotSimulated) return { kind: 'not-simulated', reason: error.message };
    return { kind: 'not-simulated', reason: messageOf(error) };
  }
}
