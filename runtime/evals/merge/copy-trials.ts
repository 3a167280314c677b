import { cpSync, existsSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { textOfFile } from '../../confined/read-file.ts';
import { replaceFile } from '../../confined/write-file.ts';
import { removeFolderNow } from '../../disk/remove-folder.ts';
import { messageOf } from '../../errors.ts';
import { JOURNAL_FILE } from '../../journal/writer.ts';
import { costLines } from '../trials/ledger-lines.ts';
import { hashOfFile } from '../trials/trial-proofs.ts';
import { findVote, storePaths, type TrialStore } from '../trials/trial-store.ts';
import type { MergedTrial } from './merge-evals.ts';

/**
 * Copies the journals and records of merged trials into a store, with the votes and costs of their folders, so that runs can be
 * opened and the eval can be continued there. Copying twice changes nothing. Returns an error message.
 * @param out path of the store's folder
 */
export function copyTrials(
  trials: ReadonlyMap<string, MergedTrial>,
  folders: readonly string[],
  store: TrialStore,
  out: string,
): string | undefined {
  const to = storePaths(out);
  try {
    for (const [id, { source, run, isComplete }] of trials) {
      copyRun(join(storePaths(source.folder).runs, run), join(to.runs, run));
      if (isComplete && store.find(id) === undefined) {
        const problem = store.add({ id, run });
        if (problem !== undefined) return problem;
      }
    }
    for (const folder of folders) copyVotes(storePaths(folder).votes, store);
    mergeLedgers([...folders.map((folder) => storePaths(folder).ledger), to.ledger], to.ledger);
    return undefined;
  } catch (error) {
    return `Complete the folders, make room, or choose another folder with --out: ${messageOf(error)}`;
  }
}

/**
 * Copies the folder of a run completely or not at all, and replaces one with another journal, which would take part in the merged
 * results unseen. Links are left out, because the folder may come from anywhere.
 */
function copyRun(from: string, to: string): void {
  const [before, now] = [to, from].map((folder) => hashOfFile(join(folder, JOURNAL_FILE)));
  if (existsSync(to) && before === now) return;
  const part = `${to}.new`;
  removeFolderNow(part);
  cpSync(from, part, { recursive: true, filter: isFileOrFolder });
  removeFolderNow(to);
  renameSync(part, to);
}

/** Copies the votes of a folder, which the user trusts by naming it. */
function copyVotes(from: string, store: TrialStore): void {
  if (!existsSync(from)) return;
  for (const name of readdirSync(from)) {
    const [, id = ''] = /^([0-9a-f]{32})\.json$/.exec(name) ?? [];
    if (id === '' || store.findVote(id) !== undefined) continue;
    const found = findVote(from, id);
    if (found === undefined) continue;
    const { proof: _, ...vote } = found;
    store.addVote(id, vote);
  }
}

function isFileOrFolder(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isFile() || stat.isDirectory();
}

/** Unites ledgers line by line. One that exists and cannot be read must not allow more spending, so that this throws: a line names a run, or a vote on a trial, so that equal ones are the same payment. */
function mergeLedgers(from: readonly string[], to: string): void {
  const lines = new Set(costLines(from.flatMap((file) => textOfFile(file).split('\n'))));
  if (lines.size === 0) return;
  replaceFile(to, [`${[...lines].join('\n')}\n`]);
}
