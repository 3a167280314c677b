import { resolve } from 'node:path';
import { findLink, linkMessage } from '../disk/linked-folder.ts';
import { jsonLine } from '../journal/json-line.ts';
import { formatCount } from '../text/count.ts';
import { DEFAULT_RUNS } from './default-runs.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import { findRuns, readRunEntry } from './list-runs.ts';
import type { Output } from './output.ts';
import { prettyRunEntry } from './pretty-run-list.ts';

export interface RunsOptions {
  /** Absent for the default. */
  readonly runs?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

/** Lists saved runs, and returns the exit code. */
export async function runs({ runs: chosen, limit, json }: RunsOptions, output: Output): Promise<number> {
  const folder = chosen ?? DEFAULT_RUNS;
  const link = findLink(resolve(folder));
  if (link !== undefined) {
    output.error(linkMessage(link));
    return INVALID_USAGE;
  }
  const journals = findRuns(resolve(folder));
  if (journals === undefined && chosen !== undefined) {
    output.error(`Pass a folder of runs: ${folder} is not a folder, or cannot be read.`);
    return INVALID_USAGE;
  }
  let isClosed = false;
  output.onClosed(() => {
    isClosed = true;
  });
  for (const journal of (journals ?? []).slice(0, limit)) {
    const entry = readRunEntry(journal);
    output.line(json === true ? jsonLine(entry) : prettyRunEntry(entry));
    await output.flushed();
    if (isClosed) return 0;
  }
  if (json !== true) output.line(summaryOf(journals?.length ?? 0, limit, folder));
  return 0;
}

function summaryOf(found: number, limit: number | undefined, folder: string): string {
  if (found === 0)
    return `No runs in ${folder}. Start one with skillwright run PROMPT --skills DIR, or pass another folder with --runs.`;
  const total = formatCount(found, 'run');
  return limit === undefined || found <= limit ? total : `${limit} of ${total}`;
}
