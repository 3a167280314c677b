import { messageOf } from '../../errors.ts';
import { DryFiles } from './dry-files.ts';
import { Evaluation } from './evaluate.ts';
import { NotSimulated } from './not-simulated.ts';

/** The answer of a shell that looks commands up and runs nothing. */
export type DryRun =
  | {
      readonly kind: 'answered';
      /** Standard output and standard error, in order. */
      readonly output: string;
      readonly exitCode: number;
      /** The directory in which the command ended. */
      readonly cwd: string;
    }
  /** The command cannot be parsed, or its answer is unknown; `reason` completes "Not simulated:". */
  | { readonly kind: 'not-simulated'; readonly reason: string };

/** The copy over which a command is looked up. */
export interface DryPlace {
  /** Absolute, with links followed. Nothing outside is looked at. */
  readonly root: string;
  readonly home: string;
  readonly cwd: string;
}

/** Parses a command line and answers it from the files of a copy, as bash and the usual programs would. Runs nothing. */
export function dryRun(command: string, { root, home, cwd }: DryPlace): DryRun {
  try {
    const evaluation = new Evaluation(command, cwd, new DryFiles(root, home));
    const output = evaluation.run();
    return { kind: 'answered', output: output.text(), exitCode: output.code, cwd: evaluation.cwd };
  } catch (error) {
    if (error instanceof NotSimulated) return { kind: 'not-simulated', reason: error.message };
    return { kind: 'not-simulated', reason: messageOf(error) };
  }
}
