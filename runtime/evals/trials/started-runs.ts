import { dirname, join } from 'node:path';
import { readFileText } from '../../confined/read-file.ts';
import { appendToFile } from '../../confined/write-file.ts';
import { messageOf } from '../../errors.ts';
import { isRunId } from '../../journal/run-id.ts';
import { type RunPlace, runStore } from '../../user-data/run-store.ts';
import { isProofOfTrial } from './trial-proofs.ts';

/** The runs that have not ended, as far as this machine started them. */
const OPEN = runStore('open-trials');

interface Line {
  readonly run: string;
  readonly proof?: unknown;
}

/**
 * The runs that trials started, one line each, and one more for each completed trial. A process that is killed between the end
 * of a run and the record of its trial leaves only the first one, from which the next one completes the record instead of paying
 * for another run. The file may come from anywhere: runs that another machine started are left out.
 */
export class StartedRuns {
  private readonly file: string;
  private readonly runs: string;
  private readonly trusts: boolean;
  private lines: Map<string, Line> | undefined;
  /** Runs that this process has started and that have not ended, by their trials. */
  private readonly open = new Map<string, RunPlace>();

  /**
   * @param file absolute path, which need not exist
   * @param trusts true if runs that another machine started are returned, too
   */
  constructor(file: string, trusts = false) {
    this.file = file;
    this.runs = join(dirname(file), 'runs');
    this.trusts = trusts;
  }

  /** Records that a trial starts a run. Returns an error message. */
  add(trial: string, run: string): string | undefined {
    const place = { runs: this.runs, run };
    OPEN.removeOld();
    OPEN.write(place, JSON.stringify(trial));
    this.open.set(trial, place);
    return this.append({ trial, run });
  }

  /** Records that a trial is completed, with the proof of it. */
  complete(trial: string, run: string, proof: string): void {
    // Without it only a lost record is not completed again.
    this.append({ trial, run, proof });
    this.end(trial);
  }

  /** Records that the run of a trial, if it started one, has ended: nothing is to be completed later. */
  end(trial: string): void {
    const place = this.open.get(trial);
    if (place === undefined) return;
    this.open.delete(trial);
    OPEN.remove(place);
  }

  /** Returns the last run that earlier processes of this machine started for a trial. */
  find(trial: string): string | undefined {
    this.lines ??= this.read();
    const line = this.lines.get(trial);
    if (line === undefined) return undefined;
    const { run, proof } = line;
    const place = { runs: this.runs, run };
    const isOwn = OPEN.read(place) === JSON.stringify(trial) || isProofOfTrial({ ...place, id: trial }, proof);
    return this.trusts || isOwn ? run : undefined;
  }

  private append(line: object): string | undefined {
    try {
      appendToFile(this.file, `${JSON.stringify(line)}\n`);
      return undefined;
    } catch (error) {
      return `Make room or choose another folder with --out: ${messageOf(error)}`;
    }
  }

  private read(): Map<string, Line> {
    const lines = new Map<string, Line>();
    for (const text of readLines(this.file)) {
      const { trial, run, proof } = parseLine(text);
      if (typeof trial === 'string' && typeof run === 'string' && isRunId(run)) lines.set(trial, { run, proof });
    }
    return lines;
  }
}

function readLines(file: string): readonly string[] {
  const read = readFileText(file);
  // Without it only the window described above is open.
  return read.kind === 'text' ? read.text.split('\n') : [];
}

function parseLine(line: string): { readonly trial?: unknown; readonly run?: unknown; readonly proof?: unknown } {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // A killed process left it unfinished.
    return {};
  }
}
