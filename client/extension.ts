import * as vscode from 'vscode';
import type { ExportParams } from '../runtime/protocol/export.ts';
import type { StartRunParams } from '../runtime/protocol/rpc.ts';
import { OPEN_CREATED } from '../server/protocol.ts';
import { exampleSkill } from './commands/example-skill.ts';
import { type ExportContext, exportRun, writeExport } from './commands/export-run.ts';
import { findFileReferences } from './commands/find-file-references.ts';
import { forgetApprovals } from './commands/forget-approvals.ts';
import { newSkill } from './commands/new-skill.ts';
import { openCreated } from './commands/open-created.ts';
import { openRun, pickRun } from './commands/open-run.ts';
import { type RunAgentArgument, type RunAgentContext, runAgent, startRun } from './commands/run-agent.ts';
import { runControl } from './control/control.ts';
import { offerKey } from './control/offer-key.ts';
import { resumeRun, resumeSavedRun } from './control/resume.ts';
import { ChangedTexts } from './control/show-changes.ts';
import { runMemory } from './dialogs/memory.ts';
import { registerDropAndPaste } from './drop/provider.ts';
import { trackHasSkills } from './language/has-skills.ts';
import { underlineRelatedRanges } from './language/related-ranges.ts';
import { log, server } from './language/startup.ts';
import { withRedaction } from './log/log.ts';
import { registerMissFeatures } from './misses/editor-features.ts';
import { MissStore } from './misses/miss-store.ts';
import { removeApiKey, selectModel, setApiKey } from './models/commands.ts';
import { createModelServices } from './models/services.ts';
import { showModelStatus } from './models/status.ts';
import { servePages } from './pages/provider.ts';
import { TimelinePanels } from './panel/panels.ts';
import { reportProblem } from './report/report.ts';
import { type LibraryRun, RunLibrary } from './runs/library.ts';
import { RunManager } from './runs/manager.ts';
import { StartupProgress } from './runs/startup-progress.ts';
import { showRunStatus } from './runs/status.ts';
import { queryRuntime } from './runtime-process/query-runtime.ts';
import { openSession } from './sessions/open-session.ts';
import { registerSkillsView } from './skills-view/view.ts';
import { registerStress } from './stress/command.ts';
import { removeRuns } from './views/delete-runs.ts';
import { type RunsViewContext, registerRunsView } from './views/runs-view.ts';

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
  /** Writes an export without a dialog, as after the last step of "Export Run…". */
  export(params: ExportParams): Promise<void>;
  /** Starts a run and shows it, as "Run Agent" does after its last step. */
  start(params: StartRunParams): Promise<void>;
}

/** Activates the extension. The language server starts in the background, and runtime processes only on demand. */
export function activate(context: vscode.ExtensionContext): SkillwrightApi {
  const module = context.asAbsolutePath('dist/runtime.cjs');
  const runs = new RunManager(module, log, {
    onEvents: (journal, events) => {
      panels.events(journal, events);
      startupProgress.events(journal, events);
      library.events(journal, events);
    },
    onEnded: (journal, { finished, problem }) => {
      panels.processExited(journal);
      startupProgress.forget(journal);
      library.ended(journal);
      if (finished?.needsKey !== undefined)
        void offerKey(runContext, journal, finished, finished.needsKey, () => control.runAgain({ run: '', journal }));
      if (problem !== undefined) void vscode.window.showErrorMessage(`A run ended early. ${problem}`);
    },
  });
  const startupProgress = new StartupProgress();
  const library = new RunLibrary(runs, context.globalStorageUri, log);
  const misses = new MissStore(library);
  const modelChanges = new vscode.EventEmitter<void>();
  const memory = runMemory(context.workspaceState, context.globalState, modelChanges);
  const secrets = withRedaction(log, context.secrets);
  const models = createModelServices({ globalState: context.globalState, secrets }, memory, module, log);
  const runContext: RunAgentContext = {
    server,
    runs,
    memory,
    models,
    storage: context.globalStorageUri,
    show: (journal, preserveFocus) => panels.show(journal, preserveFocus),
    open: () => {
      const { show, dispose } = panels.open();
      return {
        dispose,
        show(journal) {
          const panel = show(journal);
          if (panel !== undefined) void startupProgress.awaitTimeline(journal, panel.firstRows);
          return panel;
        },
      };
    },
  };
  const changedTexts = new ChangedTexts();
  const control = runControl(runContext, changedTexts);
  const panels = new TimelinePanels(context.extensionUri, {
    control,
    isLive: (journal) => runs.find(journal) !== undefined,
  });
  const exportContext: ExportContext = {
    exportRun: (params) => queryRuntime(module, log, (process) => process.exportRun(params)),
    pickRun: async () => panels.activeJournal ?? pickRun(library, 'Export Run', 'Select the run to export'),
  };
  const view: RunsViewContext = {
    library,
    state: context.workspaceState,
    show: runContext.show,
    stop: (journal) => runs.stop(journal),
    resume: (journal) => resumeRun(runContext, journal),
    exportRun: (journal) => exportRun(exportContext, journal),
    forget(journals) {
      for (const journal of journals) panels.close(journal);
    },
  };
  const command = vscode.commands.registerCommand;
  context.subscriptions.push(
    log,
    server,
    trackHasSkills(),
    underlineRelatedRanges(),
    servePages(context.extensionUri),
    panels,
    runs,
    startupProgress,
    library,
    misses,
    registerMissFeatures(misses, (journal, seqs) => panels.show(journal).select(seqs)),
    showRunStatus(runs),
    modelChanges,
    changedTexts,
    showModelStatus(memory),
    registerDropAndPaste(server),
    registerRunsView(view),
    registerSkillsView({ source: server, misses, show: runContext.show }),
    registerStress({
      server,
      runtime: context.asAbsolutePath('dist/runtime.cjs'),
      storage: context.globalStorageUri,
      workspaceStorage: context.storageUri ?? context.globalStorageUri,
      log,
      show: runContext.show,
    }),
    command('skillwright.runAgent', (argument: RunAgentArgument) => runAgent(runContext, argument)),
    command('skillwright.openRun', () => openRun(library, runContext.show)),
    command('skillwright.exportRun', () => exportRun(exportContext)),
    command('skillwright.openSession', (file?: unknown) =>
      openSession(
        { server, module, storage: context.globalStorageUri, log, show: (journal) => panels.show(journal) },
        file instanceof vscode.Uri ? file : undefined,
      ),
    ),
    command('skillwright.resumeRun', () => resumeSavedRun(runContext)),
    command('skillwright.newSkill', (folder?: unknown) =>
      newSkill(server.skills(), folder instanceof vscode.Uri ? folder : undefined),
    ),
    command('skillwright.exampleSkill', () => exampleSkill(server.skills())),
    command('skillwright.findFileReferences', (file?: vscode.Uri) => findFileReferences(server, file)),
    command(OPEN_CREATED, (uri: string) => openCreated(vscode.Uri.parse(uri, true))),
    command('skillwright.selectModel', () => selectModel(models)),
    command('skillwright.setApiKey', () => setApiKey(models)),
    command('skillwright.removeApiKey', () => removeApiKey(models)),
    command('skillwright.stopRun', () => stopRun(runs)),
    command('skillwright.forgetApprovals', () => forgetApprovals(module, log)),
    command('skillwright.showLog', () => log.show()),
    command('skillwright.reportProblem', () =>
      reportProblem({ extension: context.extension, storage: context.globalStorageUri, module, log }),
    ),
  );
  // Removing expired runs is not urgent, so it must not slow down startup.
  const retention = setTimeout(() => void library.applyRetention(), RETENTION_DELAY_MS);
  context.subscriptions.push({ dispose: () => clearTimeout(retention) });
  return {
    ...{ runs, library, show: runContext.show },
    export: (params) => writeExport(exportContext, params),
    start: (params) => startRun(runContext, params),
    remove: (removed) => removeRuns(view, removed),
  };
}

/** Implements "Skillwright: Stop Run". Stops the only live run, or the one that the user picks. */
async function stopRun(runs: RunManager): Promise<void> {
  const items = runs.live().map((run) => ({
    label: run.params.prompt,
    description: run.waiting === undefined ? 'running' : 'waiting for you',
    detail: run.params.model,
    journal: run.journal,
  }));
  const chosen =
    items.length > 1 ? await vscode.window.showQuickPick(items, { placeHolder: 'Select the run to stop' }) : items[0];
  if (chosen !== undefined) runs.stop(chosen.journal);
}
