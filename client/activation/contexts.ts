import { type ExportContext, exportRun } from '../commands/export-run.ts';
import type { MakeCaseContext } from '../commands/make-case.ts';
import { pickRun } from '../commands/open-run.ts';
import { type CompareCommandsContext, compareBeforeEdit, compareSelected, compareWith } from '../compare/commands.ts';
import { resumeRun } from '../control/resume.ts';
import { log, server } from '../language/startup.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { openSession, selectSession } from '../sessions/open-session.ts';
import type { RunsViewContext } from '../views/runs-view.ts';
import type { Parts } from './parts.ts';

/** The contexts that commands need, by subject. */
export interface CommandContexts {
  readonly exporting: ExportContext;
  readonly makingCases: MakeCaseContext;
  readonly comparing: CompareCommandsContext;
  readonly runsView: RunsViewContext;
  /** Shows the box for a further prompt of the active timeline, or else of the run that the user selects. */
  answer(): Promise<void>;
}

/** Connects the commands with the parts. */
export function commandContexts(parts: Parts): CommandContexts {
  const { module, library, panels, runs, runContext, sessions, comparisons, extension } = parts;
  const exporting: ExportContext = {
    exportRun: (params, token) => queryRuntime(module, log, (process) => process.exportRun(params, token)),
    pickRun: async () => panels.activeJournal ?? pickRun(library, 'Export Run', 'Select the run to export'),
  };
  const makingCases: MakeCaseContext = {
    skills: () => server.skills(),
    skillsOf: (journal) => queryRuntime(module, log, (process) => process.usedSkills(journal)),
    suggest: (params, token) => queryRuntime(module, log, (process) => process.suggestCase(params, token)),
    append: (params) => queryRuntime(module, log, (process) => process.makeCase(params)),
    pickRun: async () => panels.activeJournal ?? pickRun(library, 'Make an Eval Case', 'Select the run of the case'),
  };
  const comparing: CompareCommandsContext = {
    library,
    show: (params) => comparisons.show(params),
    activeJournal: () => panels.activeJournal,
    readSession: () => selectSession(sessions.context),
    findRunBeforeEdit: (params, token) =>
      queryRuntime(module, log, (process) => process.findRunBeforeEdit(params, token)),
  };
  const runsView: RunsViewContext = {
    library,
    state: extension.workspaceState,
    show: runContext.show,
    answer: (journal) => panels.show(journal).focusPrompt(),
    showPrompt: (journal, seq) => panels.show(journal).select([seq]),
    stop: (journal) => runs.stop(journal),
    resume: async (journal) => void (await resumeRun(runContext, journal)),
    exportRun: (journal) => exportRun(exporting, journal),
    compareWith: (journal) => compareWith(comparing, journal),
    compareSelected: (journals) => compareSelected(comparing, journals),
    compareBeforeEdit: (journal) => compareBeforeEdit(comparing, journal),
    openSession: async (file) => void (await openSession(sessions.readings, { file })),
    forget(journals) {
      for (const journal of journals) {
        panels.close(journal);
        comparisons.close(journal);
      }
    },
  };
  const answer = async (): Promise<void> => {
    const title = 'Answer the Agent';
    const journal = panels.activeJournal ?? (await pickRun(library, title, 'Select the run to continue with a prompt'));
    if (journal !== undefined) panels.show(journal).focusPrompt();
  };
  return { exporting, makingCases, comparing, runsView, answer };
}
