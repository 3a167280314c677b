import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../skill/index.ts';
import { makeIgnoredFolder, makeOutputFolder } from '../../confined/output-folder.ts';
import { textOfFile } from '../../confined/read-file.ts';
import { appendToFile, replaceFile } from '../../confined/write-file.ts';
import { acquireLock } from '../../disk/lock.ts';
import { messageOf } from '../../errors.ts';
import { isRunId } from '../../journal/run-id.ts';
import { TurnBudget } from '../../turn-budget.ts';
import type { Vote } from '../judging/prose-judge.ts';
import type { CostEntry } from './cost-ledger.ts';
import { StartedRuns } from './started-runs.ts';
import { isProofOfTrial, isProofOfVote, proofOfTrial, proofOfVote } from './trial-proofs.ts';

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

/** A record with the proof of the machine that completed the trial, if it has one. */
interface StoredRecord extends TrialRecord {
  readonly proof?: unknown;
}

/**
 * Returns the completed trial with this id in a folder, from any machine; undefined if there is none, or if its file is
 * damaged.
 */
export function findTrial(folder: string, id: string): StoredRecord | undefined {
  try {
    const read: unknown = JSON.parse(textOfFile(join(storePaths(folder).trials, `${id}.json`)));
    if (typeof read !== 'object' || read === null || !('run' in read) || !('id' in read)) return undefined;
    if (read.id !== id || typeof read.run !== 'string' || !isRunId(read.run)) return undefined;
    return defined({ id, run: read.run, proof: 'proof' in read ? read.proof : undefined });
  } catch {
    return undefined;
  }
}

/** Returns the vote with this id in a folder of votes, from any machine; undefined if there is none, or if it is damaged. */
export function findVote(votes: string, id: string): (Vote & { readonly proof?: unknown }) | undefined {
  try {
    const read = JSON.parse(textOfFile(join(votes, `${id}.json`))) as Vote & { readonly proof?: unknown };
    return read.passed === null || typeof read.passed === 'boolean' ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Number of trials that are looked up without giving a turn to the event loop: each reads a record and a journal. */
const TRIALS_PER_TURN = 20;

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
  /** Number of stored votes that were not used, because another machine received them. */
  foreignVotes = 0;
  private readonly trusts: boolean;
  private readonly release: () => void;
  /** The trials that were looked up, with the records of the completed ones. */
  private readonly known = new Map<string, TrialRecord | undefined>();

  private constructor(folder: string, trusts: boolean, release: () => void) {
    this.folder = folder;
    this.trusts = trusts;
    const paths = storePaths(folder);
    ({ runs: this.runs, trials: this.trials, votes: this.votes, ledger: this.ledger, judged: this.judged } = paths);
    this.started = new StartedRuns(paths.started, trusts);
    this.release = release;
  }

  /**
   * Opens the folder of an eval for this process alone.
   * @param trusts true to use trials and votes from any machine; by default only those of this machine, because the folder
   * may come with a workspace
   */
  static open(folder: string, trusts = false): OpenedStore {
    try {
      makeIgnoredFolder(folder);
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
    return { kind: 'opened', store: new TrialStore(folder, trusts, lock.release) };
  }

  /**
   * Looks up trials, so that `find` reads no file for them.
   * @returns the number of trials that are completed, but not by this machine, or whose journals have changed since
   */
  async look(ids: readonly string[]): Promise<number> {
    const names = namesIn(this.trials);
    const budget = new TurnBudget(TRIALS_PER_TURN);
    let foreign = 0;
    for (const id of ids) {
      const record = names.has(`${id}.json`) ? findTrial(this.folder, id) : undefined;
      const own = record === undefined ? undefined : this.ownOrTrusted(record);
      this.known.set(id, own);
      if (record === undefined) continue;
      if (own === undefined) foreign++;
      budget.spend(1);
      if (budget.isSpent) await budget.nextTurn();
    }
    return foreign;
  }

  /**
   * Returns the completed trial with this id; undefined if there is none, if its file is damaged, or if it is not to be used
   * because another machine completed it or its journal has changed since.
   */
  find(id: string): TrialRecord | undefined {
    if (this.known.has(id)) return this.known.get(id);
    const record = findTrial(this.folder, id);
    return record === undefined ? undefined : this.ownOrTrusted(record);
  }

  /** Stores a completed trial as one of this machine, completely or not at all. Returns an error message. */
  add({ id, run }: TrialRecord): string | undefined {
    const file = this.fileOf(id);
    const proof = proofOfTrial({ id, run, runs: this.runs });
    try {
      replaceFile(file, [`${JSON.stringify(defined({ id, run, proof }))}\n`]);
    } catch (error) {
      return `Make room or choose another folder with --out: ${messageOf(error)}`;
    }
    this.known.set(id, { id, run });
    if (proof !== undefined) this.started.complete(id, run, proof);
    return undefined;
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

  /** Returns a stored vote of a judge; undefined if there is none, or if another machine received it. */
  findVote(id: string): Vote | undefined {
    const read = findVote(this.votes, id);
    if (read === undefined) return undefined;
    const { proof, ...vote } = read;
    if (this.trusts || isProofOfVote(id, vote, proof)) return vote;
    this.foreignVotes++;
    return undefined;
  }

  /** Stores a vote as one that this machine received. A failure only repeats the vote later. */
  addVote(id: string, vote: Vote): void {
    try {
      const proof = proofOfVote(id, vote);
      replaceFile(join(this.votes, `${id}.json`), [`${JSON.stringify({ ...vote, proof })}\n`]);
    } catch {
      // Nothing depends on it.
    }
  }

  close(): void {
    rmSync(this.judged, { force: true });
    this.release();
  }

  private ownOrTrusted({ id, run, proof }: StoredRecord): TrialRecord | undefined {
    return this.trusts || isProofOfTrial({ id, run, runs: this.runs }, proof) ? { id, run } : undefined;
  }

  private fileOf(id: string): string {
    return join(this.trials, `${id}.json`);
  }
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch {
    // Then nothing is completed.
    return new Set();
  }
}
