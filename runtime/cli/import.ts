import { resolve } from 'node:path';
import { defined } from '../../skill/index.ts';
import { jsonLine } from '../journal/json-line.ts';
import { redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { findSessionFiles } from '../sessions/find/session-files.ts';
import { type ImportOptions, importSession } from '../sessions/import-session.ts';
import type { ImportFinished } from '../sessions/log/session-event.ts';
import { SessionSummary } from '../sessions/session-summary.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { formatCount } from '../text/count.ts';
import { readSkills, type SkillsResult } from '../toolset/read-skills.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { prettySession } from './pretty-session.ts';
import { statsOf } from './stats-of.ts';

export interface ImportCommandOptions {
  readonly format?: string;
  readonly json?: boolean;
  readonly session?: string;
  readonly skills?: readonly string[];
}

/** Reads sessions of other agents, and returns the exit code. */
export async function importFiles(
  paths: readonly string[],
  { format, json, session, skills: folders = [] }: ImportCommandOptions,
  output: Output,
): Promise<number> {
  const redactor = redactorOf(secretsOfEnvironment(process.env));
  const skills: SkillsResult =
    folders.length === 0
      ? { kind: 'found', skills: [], notes: [] }
      : readSkills(folders, { allowsCopies: true, client: null });
  if (skills.kind === 'failed') {
    output.error(skills.message);
    return INVALID_USAGE;
  }
  keepHeapSmall();
  let exit = 0;
  for (const argument of paths) {
    const files = await sessionsAt(argument);
    // Not everything in a folder is a session.
    const others: string[] = [];
    let isAnyRead = false;
    for (const { file, inFolder, ...stored } of files) {
      const summary = new SessionSummary();
      const result = await importSession(file, {
        ...defined<Partial<ImportOptions>>({ format }),
        ...stored,
        ...defined<Partial<ImportOptions>>({ session }),
        redactor,
        skills: skills.skills,
        estimatesCosts: true,
        addsDecisions: true,
        emit: (event) => (json === true ? output.line(jsonLine(event)) : summary.add(event)),
        drain: () => output.flushed(),
      });
      if (result.kind === 'imported') {
        isAnyRead = true;
        output.line(json === true ? jsonLine(result.finished) : prettySession(summary, result.finished));
        if (format !== undefined && isOtherFormat(result.finished)) {
          output.error(`Import ${file} without --format: it has no event of the format ${result.format}.`);
          exit = INVALID_USAGE;
        }
      } else if (inFolder && result.isUnreadable !== true) others.push(file);
      else {
        output.error(result.message);
        exit = INVALID_USAGE;
      }
    }
    if (others.length > 0) output.warn(`${formatCount(others.length, 'file')} of unknown format in ${argument}.`);
    if (isAnyRead || files.some(({ inFolder }) => !inFolder)) continue;
    output.error(`Specify a folder with sessions: ${argument} contains none.`);
    exit = INVALID_USAGE;
  }
  return exit;
}

/** True if nothing in a file was used, and some of it is unknown: the format that the user named is another one. */
function isOtherFormat({ used, raw, broken }: ImportFinished): boolean {
  return used === 0 && raw + broken > 0;
}

interface SessionAt {
  readonly file: string;
  /** Id of the session, if the file is a database with several. */
  readonly session?: string;
  readonly inFolder: boolean;
}

/** Returns the session that an argument names, or the files in a folder, the latest first. */
async function sessionsAt(argument: string): Promise<readonly SessionAt[]> {
  if (statsOf(argument)?.isDirectory() !== true) return [{ file: argument, inFolder: false }];
  const found = await findSessionFiles({ only: [resolve(argument)] });
  return found.map(({ path, session }) =>
    defined({
      file: path,
      inFolder: true,
      session,
    }),
  );
}
