import * as vscode from 'vscode';
import { callsOf, inOrder, modelOf, stateOf, timeOf, titleOf } from '../runs/describe.ts';
import type { RunLibrary } from '../runs/library.ts';
import { isEmptyWindow, leadTo } from './lead-to.ts';
import { askForFolder } from './open-folder.ts';

/** Command "Skillwright: Open Run": every run on disk, newest first, pinned ones above, those of stress tests below. */
export async function openRun(library: RunLibrary, show: (journal: string) => void): Promise<void> {
  const runs = await library.list();
  if (runs.length === 0) {
    if (isEmptyWindow()) return askForFolder('Runs are kept in the folder of their skill. Open one first.');
    return leadTo('No run has been saved in this workspace yet.', 'Run Agent', 'skillwright.runAgent');
  }
  const now = new Date();
  const items = inOrder(runs).map(({ run, meta, atWork, calls }) => {
    const { icon, text } = stateOf(run, atWork);
    const skills = run.started.skills.map((skill) => skill.name).join(', ');
    return {
      label: `$(${icon}) ${titleOf(run, meta.name)}`,
      description: calls === undefined ? text : `${text}, ${callsOf(calls)}`,
      detail: [timeOf(run, now), skills, modelOf(run), ...(meta.pinned ? ['pinned'] : [])].join('   '),
      run,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Open Run',
    placeHolder: 'Which run?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined) show(chosen.run.journal);
}
