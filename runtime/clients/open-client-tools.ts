import { basename, join } from 'node:path';
import { defined, type Skill } from '../../skill/index.ts';
import { realJournal } from '../disk/client-copy.ts';
import { UserError } from '../errors.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { Toolset } from '../loop/interfaces/tools.ts';
import type { SavedFile } from '../protocol/events.ts';
import { SIMULATED_PARTS } from '../protocol/simulated-client.ts';
import { removeOrphanedCopies } from '../workspace-copy/orphaned-copies.ts';
import type { ClientRun } from './client-run.ts';
import { clientToolset } from './client-toolset.ts';
import { type Installation, type InstallOptions, install } from './installation.ts';

export interface OpenClientOptions {
  readonly client: ClientRun;
  readonly skills: readonly Skill[];
  /** The folder of the run; its name is the id, which names the copy. */
  readonly runFolder: string;
  readonly trusted: boolean;
  readonly signal: AbortSignal;
  /** True if the run continues in a conversation that names paths of the copy. */
  readonly continues: boolean;
  /** Files that calls of earlier processes changed in the copy of the workspace. */
  readonly savedFiles: readonly SavedFile[];
}

/** Installs the skills for a client and returns its tools. Rejects if the copy cannot be made. */
export async function openClientTools(options: OpenClientOptions): Promise<
  {
    readonly toolset: Toolset;
    readonly notes: readonly string[];
    /** The working directory: the copy of the workspace, absolute. */
    readonly directory: string;
    close(keepsCopy: boolean): Promise<string | undefined>;
  } & Pick<Installation, 'findChanges'>
> {
  const { client, skills, runFolder, trusted, signal, continues, savedFiles } = options;
  const run = basename(runFolder);
  const journal = realJournal(join(runFolder, JOURNAL_FILE));
  const { profile, behavior, install: scope, workspace, leavesOut, shared } = client;
  const copied: Pick<InstallOptions, 'workspace' | 'leavesOut'> = defined({ workspace, leavesOut });
  if (shared === undefined) await waitBriefly(removeOrphanedCopies());
  const installation =
    shared?.installation ??
    (await install({ client: profile, skills, key: run, journal, scope, signal, restore: savedFiles, ...copied }));
  if (installation.kind === 'failed') throw new UserError(installation.message);
  const toolset = clientToolset(
    defined({
      client: profile.name,
      behavior,
      installation,
      trusted,
      sessionId: run,
      commandShell: shared?.openShell(),
    }),
  );
  const isNew = continues && !installation.isReused;
  const notes = [
    ...(continues ? [] : [`Simulates ${profile.name} (${profile.version}): ${SIMULATED_PARTS}.`]),
    ...(isNew ? [copiedAgain(savedFiles, installation.lost)] : []),
  ];
  return {
    toolset,
    notes,
    directory: installation.workspace,
    findChanges: installation.findChanges,
    close: async (keepsCopy) => {
      if (shared !== undefined) return undefined;
      if (!keepsCopy) return installation.remove();
      installation.release();
      return undefined;
    },
  };
}

/** Describes what a new copy of the workspace has of the changes in an earlier one. */
function copiedAgain(saved: readonly SavedFile[], lost: readonly string[]): string {
  const files = new Set(saved.map(({ path }) => path)).size - lost.length;
  const changes =
    files === 0 ? '' : ` with ${files === 1 ? 'the file' : `the ${files} files`} that commands had changed`;
  const shown = lost.slice(0, MAX_NAMES).map((path) => (path === '.' ? 'files (too many)' : path.slice(0, 200)));
  const more = lost.length > MAX_NAMES ? ` and ${lost.length - MAX_NAMES} more` : '';
  const missing = lost.length === 0 ? '' : ` Not brought back: ${shown.join(', ')}${more}.`;
  return `The workspace was copied again${changes}.${missing}`;
}

/** Maximum number of files that are named. */
const MAX_NAMES = 5;

/** Maximum time that a run waits until old copies are removed, in milliseconds. Large ones are removed while it runs. */
const CLEANUP_MS = 200;

/** Waits for work that the run does not depend on, at most `CLEANING_MS`. Never rejects. */
async function waitBriefly(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLEANUP_MS);
  });
  await Promise.race([work.catch(() => undefined), timeout]);
  clearTimeout(timer);
}
