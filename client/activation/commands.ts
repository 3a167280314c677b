import * as vscode from 'vscode';
import { OPEN_CREATED, PATTERN_WRITTEN } from '../../server/protocol.ts';
import { exampleSkill } from '../commands/example-skill.ts';
import { exportRun } from '../commands/export-run.ts';
import { findFileReferences } from '../commands/find-file-references.ts';
import { forgetApprovals } from '../commands/forget-approvals.ts';
import { makeCase } from '../commands/make-case.ts';
import { newSkill } from '../commands/new-skill.ts';
import { openCreated } from '../commands/open-created.ts';
import { openRun } from '../commands/open-run.ts';
import { patternWritten, showPathPatterns } from '../commands/path-patterns.ts';
import { type RunAgentArgument, runAgent } from '../commands/run-agent.ts';
import { compareBeforeEdit, compareRuns, compareWith } from '../compare/commands.ts';
import { resumeSavedRun } from '../control/resume.ts';
import { log, server } from '../language/startup.ts';
import { removeApiKey, selectModel, setApiKey } from '../models/commands.ts';
import { reportProblem } from '../report/report.ts';
import type { RunManager } from '../runs/manager.ts';
import { openSession } from '../sessions/open-session.ts';
import type { CommandContexts } from './contexts.ts';
import type { Parts } from './parts.ts';

/** Registers the commands that no feature brings itself. */
export function registerCommands(parts: Parts, contexts: CommandContexts): readonly vscode.Disposable[] {
  const { extension, module, runs, library, models, runContext, sessions, valueEditors } = parts;
  const { exporting, makingCases, comparing } = contexts;
  const command = vscode.commands.registerCommand;
  return [
    command('skillwright.runAgent', (argument: RunAgentArgument) => runAgent(runContext, argument)),
    command('skillwright.answerAgent', () => contexts.answer()),
    command('skillwright.openRun', () => openRun(library, runContext.show)),
    command('skillwright.exportRun', () => exportRun(exporting)),
    command('skillwright.makeCase', (journal?: unknown) =>
      makeCase(makingCases, typeof journal === 'string' ? journal : undefined),
    ),
    command('skillwright.openSession', async (file?: unknown) => {
      await openSession(sessions.readings, file instanceof vscode.Uri ? { file: file.fsPath } : undefined);
    }),
    // Takes two runs, by id or journal; see compareRuns.
    command('skillwright.compareRuns', (a?: unknown, b?: unknown) => compareRuns(comparing, a, b)),
    command('skillwright.acceptEdit', (document?: unknown) => valueEditors.accept(document)),
    command('skillwright.cancelEdit', (document?: unknown) => valueEditors.cancel(document)),
    command('skillwright.compareRun', () => compareWith(comparing)),
    command('skillwright.compareBeforeEdit', () => compareBeforeEdit(comparing)),
    // The pin is VS Code's own, which it shows, restores after a restart, and removes in the same way.
    command('skillwright.pinTimeline', () => vscode.commands.executeCommand('workbench.action.pinEditor')),
    command('skillwright.unpinTimeline', () => vscode.commands.executeCommand('workbench.action.unpinEditor')),
    command('skillwright.resumeRun', () => resumeSavedRun(runContext)),
    command('skillwright.newSkill', (folder?: unknown) =>
      newSkill(server.skills(), folder instanceof vscode.Uri ? folder : undefined),
    ),
    command('skillwright.exampleSkill', () => exampleSkill(server.skills())),
    command('skillwright.findFileReferences', (file?: vscode.Uri) => findFileReferences(server, file)),
    command(OPEN_CREATED, (uri: string) => openCreated(vscode.Uri.parse(uri, true))),
    command(PATTERN_WRITTEN, patternWritten),
    command('skillwright.showPathPatterns', showPathPatterns),
    command('skillwright.selectModel', () => selectModel(models)),
    command('skillwright.setApiKey', () => setApiKey(models)),
    command('skillwright.removeApiKey', () => removeApiKey(models)),
    command('skillwright.stopRun', () => stopRun(runs)),
    command('skillwright.forgetApprovals', () => forgetApprovals(module, log)),
    command('skillwright.showLog', () => log.show()),
    command('skillwright.reportProblem', () =>
      reportProblem({ extension: extension.extension, storage: extension.globalStorageUri, module, log }),
    ),
  ];
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
