import * as vscode from 'vscode';
import type { ExportParams } from '../runtime/protocol/export.ts';
import type { StartRunParams } from '../runtime/protocol/rpc.ts';
import type { SessionMiss, SessionSource } from '../runtime/protocol/sessions.ts';
import { OPEN_CREATED } from '../server/protocol.ts';
import { exampleSkill } from './commands/example-skill.ts';
import { type ExportContext, exportRun, writeExport } from './commands/export-run.ts';
import { findFileReferences } from './commands/find-file-references.ts';
import { forgetApprovals } from './commands/forget-approvals.ts';
import { type MakeCaseContext, makeCase } from './commands/make-case.ts';
import { newSkill } from './commands/new-skill.ts';
import { openCreated } from './commands/open-created.ts';
import { openRun, pickRun } from './commands/open-run.ts';
import { type RunAgentArgument, type RunAgentContext, runAgent, startRun } from './commands/run-agent.ts';
import {
  type CompareCommandsContext,
  compareBeforeEdit,
  compareRuns,
  compareSelected,
  compareWith,
} from './compare/commands.ts';
import { ComparePanels } from './compare/panels.ts';
import { ComparedTextEditors } from './compare/texts.ts';
import { runControl } from './control/control.ts';
import { startFork } from './control/fork.ts';
import { offerKey } from './control/offer-key.ts';
import { PausedRuns } from './control/paused-runs.ts';
import { resumeRun, resumeSavedRun } from './control/resume.ts';
import { ChangedTexts } from './control/show-changes.ts';
import { registerDebugger } from './debug/register.ts';
import { runMemory } from './dialogs/memory.ts';
import { registerDropAndPaste } from './drop/provider.ts';
import { registerEvals } from './evals/command.ts';
import { trackHasSkills } from './language/has-skills.ts';
import { underlineRelatedRanges } from './language/related-ranges.ts';
import { log, server } from './language/startup.ts';
import { withRedaction } from './log/log.ts';
import { registerMissFeatures } from './misses/editor-features.ts';
import { MissStore } from './misses/miss-store.ts';
import { registerSessionMissFeatures } from './misses/session-editor-features.ts';
import { rowsOfMisses } from './misses/session-journal-misses.ts';
import { SessionMissStore } from './misses/session-miss-store.ts';
import { removeApiKey, selectModel, setApiKey } from './models/commands.ts';
import { createModelServices } from './models/services.ts';
import { showModelStatus } from './models/status.ts';
import { servePages } from './pages/provider.ts';
import type { RunControl } from './panel/control.ts';
import { TimelinePanels } from './panel/panels.ts';
import { reportProblem } from './report/report.ts';
import { type LibraryRun, RunLibrary } from './runs/library.ts';
import { RunManager } from './runs/manager.ts';
import { StartupProgress } from './runs/startup-progress.ts';
import { showRunStatus } from './runs/status.ts';
import { queryRuntime } from './runtime-process/query-runtime.ts';
import type { SessionContext } from './sessions/context.ts';
import { SessionFollowing } from './sessions/following.ts';
import { HeldJournals } from './sessions/held-journals.ts';
import { hasSessionGrown, openSession, readAll, readLatestJournal, selectSession } from './sessions/open-session.ts';
import { journalsOf } from './sessions/read-params.ts';
import { restoreSession } from './sessions/restore-session.ts';
import { registerSessionEditor } from './sessions/session-editor.ts';
import { SessionReadings } from './sessions/session-readings.ts';
import { registerSkillsInUse } from './sessions/skills-in-use.ts';
import { SourceStore } from './sessions/source-store.ts';
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
  /** Shows the session of another agent. Resolves with its journal when all of it is read; undefined if it was not. */
  openSession(file: string): Promise<string | undefined>;
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
    focus: (journal) => panels.focus(journal),
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
  const sessionMisses = new SessionMissStore(context.workspaceState, async () =>
    (await server.skills()).map(({ root }) => vscode.Uri.file(root).fsPath),
  );
  const held = new HeldJournals(journalsOf({ storage: context.globalStorageUri }));
  const onJournalsChanged = (): void => held.update([...panels.journals, ...comparisons.journals]);
  const sessions: SessionContext = {
    server,
    module,
    storage: context.globalStorageUri,
    held,
    log,
    show: (journal) => panels.show(journal),
    replaceJournal: (before, journal, isLive) => panels.replaceJournal(before, journal, isLive),
    addMisses: (found) => sessionMisses.add(found),
    sources: new SourceStore(context.workspaceState),
  };
  const following = new SessionFollowing(sessions);
  const readings = new SessionReadings(sessions, following);
  /** Opens a session at the rows of its misses. */
  const openMisses = async (
    source: SessionSource,
    missed: readonly Pick<SessionMiss, 'skill' | 'path'>[],
  ): Promise<void> => {
    const opened = await openSession(readings, source);
    if (opened !== undefined) panels.show(opened.journal).select(rowsOfMisses(opened, missed));
  };
  const changedTexts = new ChangedTexts();
  const pausedRuns = new PausedRuns(runs, (journal, pausedAt) => panels.setPaused(journal, pausedAt));
  const control: RunControl = {
    ...runControl(runContext, changedTexts, pausedRuns, ({ journal }) =>
      queryRuntime(module, log, (process) => process.estimateTokens({ journal })),
    ),
    stopReading: ({ journal }) => readings.stop(journal),
    readAll: ({ journal }) => readAll(readings, journal),
  };
  const panels = new TimelinePanels(context.extensionUri, {
    control,
    isLive: (journal) => runs.find(journal) !== undefined,
    onJournalsChanged,
    onRestored: (journal, panel) => void restoreSession(readings, journal, panel),
  });
  const exportContext: ExportContext = {
    exportRun: (params, token) => queryRuntime(module, log, (process) => process.exportRun(params, token)),
    pickRun: async () => panels.activeJournal ?? pickRun(library, 'Export Run', 'Select the run to export'),
  };
  const makeCaseContext: MakeCaseContext = {
    skills: () => server.skills(),
    skillsOf: (journal) => queryRuntime(module, log, (process) => process.usedSkills(journal)),
    suggest: (params, token) => queryRuntime(module, log, (process) => process.suggestCase(params, token)),
    append: (params) => queryRuntime(module, log, (process) => process.makeCase(params)),
    pickRun: async () => panels.activeJournal ?? pickRun(library, 'Make an Eval Case', 'Select the run of the case'),
  };
  const comparedTexts = new ComparedTextEditors();
  const comparisons = new ComparePanels({
    extension: context.extensionUri,
    texts: comparedTexts,
    compare: (params) => queryRuntime(module, log, (process) => process.compare(params)),
    names: async () =>
      new Map((await library.list()).flatMap(({ run, meta }) => (meta.name ? [[run.journal, meta.name]] : []))),
    show(journal, seq) {
      const panel = panels.show(journal);
      if (seq !== undefined) panel.select([seq]);
    },
    hasGrown: (journal) => hasSessionGrown(sessions, journal),
    readLatest: (journal) => readLatestJournal(sessions, journal),
    onJournalsChanged,
  });
  const compareContext: CompareCommandsContext = {
    library,
    show: (params) => comparisons.show(params),
    activeJournal: () => panels.activeJournal,
    readSession: () => selectSession(sessions),
    findRunBeforeEdit: (params, token) =>
      queryRuntime(module, log, (process) => process.findRunBeforeEdit(params, token)),
  };
  const viewContext: RunsViewContext = {
    library,
    state: context.workspaceState,
    show: runContext.show,
    stop: (journal) => runs.stop(journal),
    resume: async (journal) => void (await resumeRun(runContext, journal)),
    exportRun: (journal) => exportRun(exportContext, journal),
    compareWith: (journal) => compareWith(compareContext, journal),
    compareSelected: (journals) => compareSelected(compareContext, journals),
    compareBeforeEdit: (journal) => compareBeforeEdit(compareContext, journal),
    openSession: async (file) => void (await openSession(readings, { file })),
    forget(journals) {
      for (const journal of journals) {
        panels.close(journal);
        comparisons.close(journal);
      }
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
    comparedTexts,
    comparisons,
    held,
    runs,
    startupProgress,
    library,
    misses,
    registerMissFeatures(misses, (journal, seqs) => panels.show(journal).select(seqs)),
    sessionMisses,
    following,
    readings,
    registerSessionMissFeatures(sessionMisses, ({ source, misses: missed }) => openMisses(source, missed)),
    registerSkillsInUse({
      ...sessions,
      openMisses: ({ source, skill, paths }) =>
        openMisses(
          source,
          paths.map((path) => ({ skill, path })),
        ),
    }),
    registerSessionEditor(readings, (panel, journal) => panels.attach(panel, journal)),
    showRunStatus(runs),
    modelChanges,
    changedTexts,
    pausedRuns,
    showModelStatus(memory),
    registerDropAndPaste(server),
    registerRunsView(viewContext),
    registerSkillsView({ source: server, misses, show: runContext.show }),
    registerDebugger(runContext, panels, {
      resume: (journal) => resumeRun(runContext, journal, { debug: true }),
      fork: (journal, at, fields) => startFork(runContext, { journal, at, fields, debug: true }),
    }),
    registerStress({
      server,
      runtime: context.asAbsolutePath('dist/runtime.cjs'),
      storage: context.globalStorageUri,
      workspaceStorage: context.storageUri ?? context.globalStorageUri,
      log,
      show: runContext.show,
    }),
    registerEvals({
      server,
      memory,
      models,
      log,
      runtime: module,
      storage: context.globalStorageUri,
      workspaceStorage: context.storageUri ?? context.globalStorageUri,
      show: (journal) => void panels.show(journal),
    }),
    command('skillwright.runAgent', (argument: RunAgentArgument) => runAgent(runContext, argument)),
    command('skillwright.openRun', () => openRun(library, runContext.show)),
    command('skillwright.exportRun', () => exportRun(exportContext)),
    command('skillwright.makeCase', (journal?: unknown) =>
      makeCase(makeCaseContext, typeof journal === 'string' ? journal : undefined),
    ),
    command('skillwright.openSession', async (file?: unknown) => {
      await openSession(readings, file instanceof vscode.Uri ? { file: file.fsPath } : undefined);
    }),
    // Takes two runs, by id or journal; see compareRuns.
    command('skillwright.compareRuns', (a?: unknown, b?: unknown) => compareRuns(compareContext, a, b)),
    command('skillwright.compareRun', () => compareWith(compareContext)),
    command('skillwright.compareBeforeEdit', () => compareBeforeEdit(compareContext)),
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
    runs,
    library,
    show: runContext.show,
    export: (params) => writeExport(exportContext, params),
    openSession: async (file) => (await openSession(readings, { file }))?.journal,
    start: async (params) => void (await startRun(runContext, params)),
    remove: (removed) => removeRuns(viewContext, removed),
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
