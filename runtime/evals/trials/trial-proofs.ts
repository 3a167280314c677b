/** Proofs that tell the results of this machine from those that someone else put into the folder of an eval. */
import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { openFile } from '../../confined/read-file.ts';
import { JOURNAL_FILE } from '../../journal/writer.ts';
import { isProofOf, proofOf } from '../../user-data/proofs.ts';
import type { Vote } from '../judging/prose-judge.ts';

/** A trial and the folder of its run. */
export interface ProvenTrial {
  readonly id: string;
  readonly run: string;
  /** Absolute path of the folder of runs. */
  readonly runs: string;
}

const CHUNK = 1024 * 1024;

/** Returns the proof that this machine completed a trial, with the journal as it is; undefined if there is none. */
export function proofOfTrial(trial: ProvenTrial): string | undefined {
  const content = trialContent(trial);
  return content === undefined ? undefined : proofOf(content);
}

/** True if this machine completed a trial, and the journal of its run has not changed since. */
export function isProofOfTrial(trial: ProvenTrial, proof: unknown): boolean {
  if (proof === undefined) return false;
  const content = trialContent(trial);
  return content !== undefined && isProofOf(content, proof);
}

/** Returns the proof that this machine received a vote. */
export function proofOfVote(id: string, vote: Vote): string {
  return proofOf(voteContent(id, vote));
}

/** True if this machine received a vote. */
export function isProofOfVote(id: string, vote: Vote, proof: unknown): boolean {
  return isProofOf(voteContent(id, vote), proof);
}

function voteContent(id: string, { passed, evidence, costUsd }: Vote): string {
  return JSON.stringify(['vote', id, passed, evidence, costUsd ?? null]);
}

/** Payloads in other files are named by the hashes of their contents, so that the journal stands for them. */
function trialContent({ id, run, runs }: ProvenTrial): string | undefined {
  const journal = hashOfFile(join(runs, run, JOURNAL_FILE));
  return journal === undefined ? undefined : JSON.stringify(['trial', id, run, journal]);
}

/** Returns the SHA-256 of a file of any size in hexadecimal digits; undefined if it cannot be read. */
export function hashOfFile(path: string): string | undefined {
  const opened = openFile(path);
  if (opened.kind !== 'open') return undefined;
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, opened.stats.size + 1));
    for (let size = -1; size !== 0; hash.update(chunk.subarray(0, size))) size = readSync(opened.fd, chunk);
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    closeSync(opened.fd);
  }
}
