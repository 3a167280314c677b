import type * as vscode from 'vscode';
import type { ExportParams } from '../runtime/protocol/export.ts';
import type { StartRunParams } from '../runtime/protocol/rpc.ts';
import { registerCommands } from './activation/commands.ts';
import { commandContexts } from './activation/contexts.ts';
import { registerFeatures } from './activation/features.ts';
import { createParts } from './activation/parts.ts';
import { writeExport } from './commands/export-run.ts';
import { startRun } from './commands/run-agent.ts';
import { log, server } from './language/startup.ts';
import type { LibraryRun, RunLibrary } from './runs/library.ts';
import type { RunManager } from './runs/manager.ts';
import { openSession } from './sessions/open-session.ts';
import { removeRuns } from './views/delete-runs.ts';

/** Delay after activation before expired runs are removed, in milliseconds. */
const RETENTION_DELAY_MS = 10_000;

/** The API used by the in-editor tests. Nothing else is exported to other extensions. */
export interface SkillwrightApi {
  readonly runs: RunManager;
  readonly library: RunLibrary;
  /** Deletes runs without a confirmation, because VS Code shows no modal dialogs in tests. */
  remove(runs: readonly LibraryRun[]): Promise<void>;
  /** Shows the timeline of the run with this journal. */
  show(journal: string): void;
  /** Shows the session of another agent. Resolves with its journal when all of it is read; undefined if it was not. */
  openSession(file: string): Promise<string | undefined>;
  /** Writes an export without a dialog, as after the last step of "Export Run…". */
  export(params: ExportParams): Promise<void>;
  /** Starts a run and shows it, as "Run Agent" does after its last step. */
  start(params: StartRunParams): Promise<void>;
}

/** Activates the extension. The language server starts in the background, and runtime processes only on demand. */
export function activate(context: vscode.ExtensionContext): SkillwrightApi {
  const parts = createParts(context);
  const contexts = commandContexts(parts);
  const { runs, library, panels, sessions, comparedTexts, comparisons, runContext } = parts;
  context.subscriptions.push(
    log,
    server,
    panels,
    comparedTexts,
    comparisons,
    sessions.held,
    runs,
    parts.startupProgress,
    library,
    parts.misses,
    sessions.misses,
    sessions.following,
    sessions.readings,
    parts.modelChanges,
    parts.changedTexts,
    parts.pausedRuns,
    parts.valueEditors,
    ...registerFeatures(parts, contexts),
    ...registerCommands(parts, contexts),
  );
  // Removing expired runs is not urgent, so it must not slow down startup.
  const retention = setTimeout(() => void library.applyRetention(), RETENTION_DELAY_MS);
  context.subscriptions.push({ dispose: () => clearTimeout(retention) });
  return {
    runs,
    library,
    show: runContext.show,
    export: (params) => writeExport(contexts.exporting, params),
    openSession: async (file) => (await openSession(sessions.readings, { file }))?.journal,
    start: async (params) => void (await startRun(runContext, params)),
    remove: (removed) => removeRuns(contexts.runsView, removed),
  };
}
