import * as vscode from 'vscode';
import type { RunAgentContext } from '../commands/run-agent.ts';
import { ComparePanels } from '../compare/panels.ts';
import { ComparedTextEditors } from '../compare/texts.ts';
import { runControl } from '../control/control.ts';
import { ValueEditors } from '../control/edit-value.ts';
import { showFamily } from '../control/family.ts';
import { offerKey } from '../control/offer-key.ts';
import { PausedRuns } from '../control/paused-runs.ts';
import { ChangedTexts } from '../control/show-changes.ts';
import type { RunMemory } from '../dialogs/memory.ts';
import { runMemory } from '../dialogs/memory.ts';
import { log, server } from '../language/startup.ts';
import { withRedaction } from '../log/log.ts';
import { MissStore } from '../misses/miss-store.ts';
import { SessionMissStore } from '../misses/session-miss-store.ts';
import type { ModelServices } from '../models/services.ts';
import { createModelServices } from '../models/services.ts';
import type { RunControl } from '../panel/control.ts';
import { TimelinePanels } from '../panel/panels.ts';
import { TabMemory } from '../panel/tab-memory.ts';
import { RunLibrary } from '../runs/library.ts';
import { RunManager } from '../runs/manager.ts';
import { StartupProgress } from '../runs/startup-progress.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { SessionContext } from '../sessions/context.ts';
import { SessionFollowing } from '../sessions/following.ts';
import { HeldJournals } from '../sessions/held-journals.ts';
import { hasSessionGrown, readAll, readLatestJournal } from '../sessions/open-session.ts';
import { journalsOf } from '../sessions/read-params.ts';
import { restoreSession } from '../sessions/restore-session.ts';
import { SessionReadings } from '../sessions/session-readings.ts';
import { SourceStore } from '../sessions/source-store.ts';
import { countForks } from '../views/families.ts';

/** The long-lived parts of the extension, connected with each other. Features and commands are built on them. */
export interface Parts {
  readonly extension: vscode.ExtensionContext;
  /** Absolute path of the program of runtime processes. */
  readonly module: string;
  readonly runs: RunManager;
  readonly library: RunLibrary;
  readonly startupProgress: StartupProgress;
  readonly memory: RunMemory;
  readonly modelChanges: vscode.EventEmitter<void>;
  readonly models: ModelServices;
  readonly misses: MissStore;
  readonly panels: TimelinePanels;
  readonly changedTexts: ChangedTexts;
  readonly pausedRuns: PausedRuns;
  readonly valueEditors: ValueEditors;
  readonly runContext: RunAgentContext;
  readonly sessions: SessionParts;
  readonly comparisons: ComparePanels;
  readonly comparedTexts: ComparedTextEditors;
}

/** The parts that read sessions of other agents. */
export interface SessionParts {
  readonly context: SessionContext;
  readonly held: HeldJournals;
  readonly misses: SessionMissStore;
  readonly following: SessionFollowing;
  readonly readings: SessionReadings;
}

/** Creates all parts. Nothing starts but the language server, which was started when the extension was loaded. */
export function createParts(extension: vscode.ExtensionContext): Parts {
  const module = extension.asAbsolutePath('dist/runtime.cjs');
  const storage = extension.globalStorageUri;
  const startupProgress = new StartupProgress();
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
  const library = new RunLibrary(runs, storage, log);
  const modelChanges = new vscode.EventEmitter<void>();
  const memory = runMemory(extension.workspaceState, extension.globalState, modelChanges);
  const secrets = withRedaction(log, extension.secrets);
  const models = createModelServices({ globalState: extension.globalState, secrets }, memory, module, log);
  const runContext: RunAgentContext = {
    server,
    runs,
    memory,
    models,
    storage,
    show: (journal, preserveFocus, keeps) => void panels.reveal(journal, preserveFocus, keeps),
    focus: (journal) => panels.focus(journal),
    open: () => openBeforeItsRun(panels, startupProgress),
  };
  const changedTexts = new ChangedTexts();
  const pausedRuns = new PausedRuns(runs, (journal, pausedAt) => panels.setPaused(journal, pausedAt));
  const valueEditors = new ValueEditors();
  const control: RunControl = {
    ...runControl(runContext, changedTexts, pausedRuns, valueEditors, ({ journal }) =>
      queryRuntime(module, log, (process) => process.estimateTokens({ journal })),
    ),
    showFamily: ({ journal }) => showFamily(library, showAt, journal),
    stopReading: ({ journal }) => sessions.readings.stop(journal),
    readAll: ({ journal }) => readAll(sessions.readings, journal),
  };
  const showAt = (journal: string, seq?: number): void => {
    const panel = panels.show(journal);
    if (seq !== undefined) panel.select([seq]);
  };
  const updateForks = async (): Promise<void> => {
    if (!panels.journals[Symbol.iterator]().next().done) panels.setForks(countForks(await library.list()));
  };
  library.onDidChange(() => void updateForks());
  const onJournalsChanged = (): void => {
    sessions.held.update([...panels.journals, ...comparisons.journals]);
    void updateForks();
  };
  const panels = new TimelinePanels(extension.extensionUri, {
    control,
    tabs: new TabMemory(extension.workspaceState),
    isLive: (journal) => runs.find(journal) !== undefined,
    onJournalsChanged,
    onRestored: (journal, panel) => void restoreSession(sessions.readings, journal, panel),
  });
  const sessions = createSessionParts(extension, module, panels);
  const comparedTexts = new ComparedTextEditors();
  const comparisons = new ComparePanels({
    extension: extension.extensionUri,
    texts: comparedTexts,
    compare: (params) => queryRuntime(module, log, (process) => process.compare(params)),
    names: async () =>
      new Map((await library.list()).flatMap(({ run, meta }) => (meta.name ? [[run.journal, meta.name]] : []))),
    show: showAt,
    hasGrown: (journal) => hasSessionGrown(sessions.context, journal),
    readLatest: (journal) => readLatestJournal(sessions.context, journal),
    onJournalsChanged,
  });
  const misses = new MissStore(library);
  return {
    extension,
    module,
    runs,
    library,
    startupProgress,
    memory,
    modelChanges,
    models,
    misses,
    panels,
    changedTexts,
    pausedRuns,
    valueEditors,
    runContext,
    sessions,
    comparisons,
    comparedTexts,
  };
}

/** Opens a timeline before its run has a journal, and tells how long it takes to show the first rows. */
function openBeforeItsRun(panels: TimelinePanels, progress: StartupProgress): ReturnType<RunAgentContext['open']> {
  const { show, dispose } = panels.open();
  return {
    dispose,
    show(journal) {
      const panel = show(journal);
      if (panel !== undefined) void progress.awaitTimeline(journal, panel.firstRows);
      return panel;
    },
  };
}

function createSessionParts(extension: vscode.ExtensionContext, module: string, panels: TimelinePanels): SessionParts {
  const storage = extension.globalStorageUri;
  const misses = new SessionMissStore(extension.workspaceState, async () =>
    (await server.skills()).map(({ root }) => vscode.Uri.file(root).fsPath),
  );
  const held = new HeldJournals(journalsOf({ storage }));
  const context: SessionContext = {
    server,
    module,
    storage,
    held,
    log,
    show: (journal) => panels.show(journal),
    replaceJournal: (before, journal, isLive) => panels.replaceJournal(before, journal, isLive),
    addMisses: (found) => misses.add(found),
    sources: new SourceStore(extension.workspaceState),
  };
  const following = new SessionFollowing(context);
  return { context, held, misses, following, readings: new SessionReadings(context, following) };
}
