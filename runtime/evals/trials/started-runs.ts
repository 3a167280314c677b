import { readFileText } from '../../confined/read-file.ts';
import { appendToFile } from '../../confined/write-file.ts';
import { messageOf } from '../../errors.ts';
import { isRunId } from '../../journal/run-id.ts';

/**
 * The runs that trials started, one line each. A process that is killed between the end of a run and the record of its trial
 * leaves only this line, from which the next one completes the record instead of paying for another run.
 */
export class StartedRuns {
  private readonly file: string;
  private runs: Map<string, string> | undefined;

  /** @param file absolute path, which need not exist */
  constructor(file: string) {
    this.file = file;
  }

  /** Records that a trial starts a run. Returns an error message. */
  add(trial: string, run: string): string | undefined {
    try {
      appendToFile(this.file, `${JSON.stringify({ trial, run })}\n`);
      return undefined;
    } catch (error) {
      return `Make room or choose another folder with --out: ${messageOf(error)}`;
    }
  }

  /** Returns the last run that earlier processes started for a trial. */
  find(trial: string): string | undefined {
    this.runs ??= this.read();
    return this.runs.get(trial);
  }

  private read(): Map<string, string> {
    const runs = new Map<string, string>();
    for (const line of readLines(this.file)) {
      const { trial, run } = parseLine(line);
      if (typeof trial === 'string' && typeof run === 'string' && isRunId(run)) runs.set(trial, run);
    }
    return runs;
  }
}

function readLines(file: string): readonly string[] {
  const read = readFileText(file);
  // Without it only the window described above is open.
  return read.kind === 'text' ? read.text.split('\n') : [];
}

function parseLine(line: string): { readonly trial?: unknown; readonly run?: unknown } {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // A killed process left it unfinished.
    return {};
  }
}
