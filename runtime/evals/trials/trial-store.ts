import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOutputFolder } from '../../confined/output-folder.ts';
import { textOfFile } from '../../confined/read-file.ts';
import { appendToFile, replaceFile } from '../../confined/write-file.ts';
import { acquireLock } from '../../disk/lock.ts';
import { messageOf } from '../../errors.ts';
import { isRunId } from '../../journal/run-id.ts';
import type { Vote } from '../judging/prose-judge.ts';
import type { CostEntry } from './cost-ledger.ts';
import { StartedRuns } from './started-runs.ts';

/** A completed trial. Its journal is the run's. */
export interface TrialRecord {
  readonly id: string;
  readonly run: string;
}

/** The parts of an eval's folder. */
export function storePaths(folder: string) {
  return {
    runs: join(folder, 'runs'),
    trials: join(folder, 'trials'),
    votes: join(folder, 'votes'),
    ledger: join(folder, 'costs.jsonl'),
    started: join(folder, 'started.jsonl'),
    judged: join(folder, 'judged.jsonl'),
  };
}

/** Returns the completed trial with this id in a folder; undefined if there is none, or if its file is damaged. */
export function findTrial(folder: string, id: string): TrialRecord | undefined {
  try {
    const read: unknown = JSON.parse(textOfFile(join(storePaths(folder).trials, `${id}.json`)));
    if (typeof read !== 'object' || read === null || !('run' in read) || !('id' in read)) return undefined;
    return read.id === id && typeof read.run === 'string' && isRunId(read.run) ? { id, run: read.run } : undefined;
  } catch {
    return undefined;
  }
}

export type OpenedStore =
  | { readonly kind: 'opened'; readonly store: TrialStore }
  | { readonly kind: 'failed'; readonly message: string };

/** The folder of an eval: completed trials, the journals of their runs, and the money that was spent. */
export class TrialStore {
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  /** Absolute path. */
  readonly folder: string;
  private readonly trials: string;
  private readonly votes: string;
  /** Absolute path of the file of costs. */
  readonly ledger: string;
  /** Absolute path of a temporary file for the verdicts on all trials, which `close` removes. */
  readonly judged: string;
  /** The runs of trials, completed or not. */
  readonly started: StartedRuns;
  private readonly release: () => void;

  private constructor(folder: string, release: () => void) {
    this.folder = folder;
    const paths = storePaths(folder);
    ({ runs: this.runs, trials: this.trials, votes: this.votes, ledger: this.ledger, judged: this.judged } = paths);
    this.started = new StartedRuns(paths.started);
    this.release = release;
  }

  /** Opens the folder of an eval for this process alone. */
  static open(folder: string): OpenedStore {
    try {
      makeOutputFolder(folder);
      for (const name of ['runs', 'trials', 'votes']) makeOutputFolder(folder, name);
    } catch (error) {
      return { kind: 'failed', message: `Choose another folder with --out: ${messageOf(error)}` };
    }
    const lock = acquireLock(join(folder, 'lock'));
    if (lock.kind === 'held')
      return {
        kind: 'failed',
        message: `Choose another folder with --out, or wait: process ${lock.pid} uses ${folder}.`,
      };
    if (lock.kind === 'failed') return { kind: 'failed', message: `Choose another folder with --out: ${lock.message}` };
    return { kind: 'opened', store: new TrialStore(folder, lock.release) };
  }

  /** Returns the completed trial with this id; undefined if there is none, or if its file is damaged. */
  find(id: string): TrialRecord | undefined {
    return findTrial(this.folder, id);
  }

  /** Stores a completed trial, completely or not at all. Returns an error message. */
  add(record: TrialRecord): string | undefined {
    const file = this.fileOf(record.id);
    try {
      replaceFile(file, [`${JSON.stringify(record)}\n`]);
      return undefined;
    } catch (error) {
      return `Make room or choose another folder with --out: ${messageOf(error)}`;
    }
  }

  /** Records money that was spent. Returns an error message. */
  addCost(entry: CostEntry): string | undefined {
    try {
      appendToFile(this.ledger, `${JSON.stringify(entry)}\n`);
      return undefined;
    } catch (error) {
      return `Make room or choose another folder with --out: ${messageOf(error)}`;
    }
  }

  /** Returns a stored vote of a judge; undefined if there is none. */
  findVote(id: string): Vote | undefined {
    try {
      const read = JSON.parse(textOfFile(join(this.votes, `${id}.json`))) as Vote;
      return read.passed === null || typeof read.passed === 'boolean' ? read : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores a vote. A failure only repeats the vote later. */
  addVote(id: string, vote: Vote): void {
    try {
      replaceFile(join(this.votes, `${id}.json`), [`${JSON.stringify(vote)}\n`]);
    } catch {
      // Nothing depends on it.
    }
  }

  close(): void {
    rmSync(this.judged, { force: true });
    this.release();
  }

  private fileOf(id: string): string {
    return join(this.trials, `${id}.json`);
  }
}
