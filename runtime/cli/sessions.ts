import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined } from '../../skill/index.ts';
import { jsonLine } from '../journal/json-line.ts';
import { redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { type ListOptions, listSessions } from '../sessions/find/list-sessions.ts';
import { reportPage } from '../sessions/report/report-page.ts';
import { ReportBuilder } from '../sessions/report/sessions-report.ts';
import { keepYoungGenerationSmall } from '../small-heap.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { prettySessionEntry } from './pretty-session-list.ts';
import { prettySessionsReport } from './pretty-sessions-report.ts';

export interface ListCommandOptions {
  readonly json?: boolean;
  readonly limit?: number;
  readonly exclude?: readonly string[];
}

export interface ReportCommandOptions extends ListCommandOptions {
  readonly html?: boolean;
}

/** Reports on the sessions of agents on this machine, and returns the exit code. */
export async function report(
  folders: readonly string[],
  options: ReportCommandOptions,
  output: Output,
): Promise<number> {
  const parsed = listOptions(folders, options);
  if (parsed.kind === 'failed') {
    output.error(parsed.message);
    return INVALID_USAGE;
  }
  keepYoungGenerationSmall();
  const builder = new ReportBuilder();
  const progress = process.stderr.isTTY === true ? new Progress() : undefined;
  const onFound = (files: number): void => progress?.start(files);
  for await (const one of listSessions({ ...parsed.options, onFound })) {
    if (one.kind === 'session') builder.add(one.entry);
    else builder.addOther();
    progress?.advance();
  }
  const result = builder.report();
  if (options.json === true) output.line(jsonLine(result));
  else output.line(options.html === true ? reportPage(result) : prettySessionsReport(result));
  await output.flushed();
  return 0;
}

/** Lists sessions of agents on this machine, and returns the exit code. */
export async function list(folders: readonly string[], options: ListCommandOptions, output: Output): Promise<number> {
  const parsed = listOptions(folders, options);
  if (parsed.kind === 'failed') {
    output.error(parsed.message);
    return INVALID_USAGE;
  }
  keepYoungGenerationSmall();
  let sessions = 0;
  let others = 0;
  const controller = new AbortController();
  output.onClosed(() => controller.abort());
  for await (const one of listSessions({ ...parsed.options, signal: controller.signal })) {
    if (one.kind === 'none') others++;
    else {
      sessions++;
      output.line(options.json === true ? jsonLine(one.entry) : prettySessionEntry(one.entry));
      await output.flushed();
    }
  }
  if (options.json !== true) output.line(summary(sessions, others, folders));
  return 0;
}

/** Shows the number of files that were read, on a line of the terminal that disappears at the end. */
class Progress {
  private files = 0;
  private done = 0;
  private last = 0;

  start(files: number): void {
    this.files = files;
  }

  advance(): void {
    this.done++;
    const now = performance.now();
    if (now - this.last < 100 && this.done < this.files) return;
    this.last = now;
    const text = `${formatNumber(this.done)} of ${formatCount(this.files, 'file')}`;
    process.stderr.write(this.done < this.files ? `\r${text}\u001b[K` : '\r\u001b[K');
  }
}

type ParsedOptions =
  | { readonly kind: 'parsed'; readonly options: ListOptions }
  | { readonly kind: 'failed'; readonly message: string };

function listOptions(folders: readonly string[], { exclude = [], limit }: ListCommandOptions): ParsedOptions {
  for (const folder of folders)
    if (!isFolder(folder)) return { kind: 'failed', message: `Specify a folder: ${folder} is not a folder.` };
  return {
    kind: 'parsed',
    options: defined({
      only: folders.length === 0 ? undefined : folders.map((folder) => resolve(folder)),
      folders: Object.fromEntries(exclude.map((folder) => [resolve(folder), false])),
      limit,
      redactor: redactorOf(secretsOfEnvironment(process.env)),
    }),
  };
}

/** True if a path is a folder; false also if it cannot be examined. */
function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function summary(sessions: number, others: number, folders: readonly string[]): string {
  const none =
    folders.length > 0 ? 'No sessions found in these folders.' : 'No sessions found. Specify a folder with sessions.';
  const found = sessions === 0 ? none : formatCount(sessions, 'session');
  return others === 0 ? found : `${found} (${formatCount(others, 'file has', 'files have')} an unknown format)`;
}
