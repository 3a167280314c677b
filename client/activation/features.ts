import type * as vscode from 'vscode';
import type { SessionMiss, SessionSource } from '../../runtime/protocol/sessions.ts';
import { registerWhatClientsSee } from '../catalog/command.ts';
import { startFork } from '../control/fork.ts';
import { resumeRun } from '../control/resume.ts';
import { registerDebugger } from '../debug/register.ts';
import { registerDropAndPaste } from '../drop/provider.ts';
import { registerEvals } from '../evals/command.ts';
import { registerHooks } from '../hooks/command.ts';
import { refreshProgram } from '../hooks/refresh-program.ts';
import { trackHasSkills } from '../language/has-skills.ts';
import { underlineRelatedRanges } from '../language/related-ranges.ts';
import { log, server } from '../language/startup.ts';
import { provideMcpServer } from '../mcp-server/provider.ts';
import { registerMissFeatures } from '../misses/editor-features.ts';
import { registerSessionMissFeatures } from '../misses/session-editor-features.ts';
import { rowsOfMisses } from '../misses/session-journal-misses.ts';
import { showModelStatus } from '../models/status.ts';
import { servePages } from '../pages/provider.ts';
import { showRunStatus } from '../runs/status.ts';
import { registerRunsTable } from '../runs-table/command.ts';
import { openLiveSessions } from '../sessions/live-sessions.ts';
import { openSession, selectSession } from '../sessions/open-session.ts';
import { registerSessionEditor } from '../sessions/session-editor.ts';
import { registerSkillsView } from '../skills-view/view.ts';
import { registerStress } from '../stress/command.ts';
import { registerRunsView } from '../views/runs-view.ts';
import type { CommandContexts } from './contexts.ts';
import type { Parts } from './parts.ts';

/** Registers everything that shows itself: views, pages, diagnostics, the status bar, the debugger, tests. */
export function registerFeatures(parts: Parts, contexts: CommandContexts): readonly vscode.Disposable[] {
  const { extension, module, runs, memory, models, misses, panels, runContext } = parts;
  const storage = extension.globalStorageUri;
  const pages = { storage, workspaceStorage: extension.storageUri ?? storage };
  const { version } = extension.extension.packageJSON as { readonly version: string };
  const hooks = { module, program: extension.asAbsolutePath('dist/hook.cjs'), version, log };
  return [
    trackHasSkills(),
    underlineRelatedRanges(),
    servePages(extension.extensionUri),
    provideMcpServer(extension.asAbsolutePath('dist/cli.mjs'), extension.extension),
    registerMissFeatures(misses, (journal, seqs) => panels.show(journal).select(seqs)),
    ...sessionFeatures(parts),
    showRunStatus(runs),
    showModelStatus(memory),
    registerDropAndPaste(server),
    registerRunsView(contexts.runsView),
    registerSkillsView({ source: server, misses, show: runContext.show }),
    registerWhatClientsSee({ module, log, state: extension.workspaceState }),
    registerHooks(hooks),
    refreshProgram(hooks, extension.globalState),
    registerDebugger(runContext, panels, {
      resume: (journal) => resumeRun(runContext, journal, { debug: true }),
      fork: (journal, at, fields) => startFork(runContext, { journal, at, fields, debug: true }),
    }),
    registerStress({ ...pages, server, runtime: module, log, show: runContext.show }),
    registerEvals({
      ...pages,
      server,
      memory,
      models,
      log,
      runtime: module,
      show: (journal) => void panels.reveal(journal),
    }),
  ];
}

/** Registers what shows sessions of other agents and their misses. */
function sessionFeatures({ extension, library, panels, sessions, comparisons }: Parts): readonly vscode.Disposable[] {
  const { context, misses, readings } = sessions;
  /** Opens a session at the rows of its misses. */
  const openMisses = async (
    source: SessionSource,
    missed: readonly Pick<SessionMiss, 'skill' | 'path'>[],
  ): Promise<void> => {
    const opened = await openSession(readings, source);
    if (opened !== undefined) panels.show(opened.journal).select(rowsOfMisses(opened, missed));
  };
  return [
    registerSessionMissFeatures(misses, ({ source, misses: missed }) => openMisses(source, missed)),
    registerRunsTable({
      extension: extension.extensionUri,
      library,
      sessions: context,
      show: (journal) => void panels.show(journal),
      openSession: (source) => openSession(readings, source),
      openMisses,
      readSession: (source) => selectSession(context, source),
      compare: (params) => comparisons.show(params),
      redact: (text) => log.redact(text),
    }),
    registerSessionEditor(readings, (panel, journal) => panels.attach(panel, journal)),
    openLiveSessions(readings, (journal) => panels.show(journal, true)),
  ];
}
