import * as vscode from 'vscode';
import { formatCalls, modelOf, sortForDisplay, stateOf, timeOf, titleOf } from '../runs/describe.ts';
import type { RunLibrary } from '../runs/library.ts';
import { offerFirstRun } from './first-run.ts';

/** Implements "Skillwright: Open Run". Lists all saved runs, newest first, with pinned runs on top and stress tests last. */
export async function openRun(library: RunLibrary, show: (journal: string) => void): Promise<void> {
  const runs = await library.list();
  if (runs.length === 0) return offerFirstRun('There are no saved runs in this workspace.');
  const now = new Date();
  const items = sortForDisplay(runs).map(({ run, meta, activity, calls }) => {
    const { icon, text } = stateOf(run, activity);
    const skills = run.started.skills.map((skill) => skill.name).join(', ');
    return {
      label: `$(${icon}) ${titleOf(run, meta.name)}`,
      description: calls === undefined ? text : `${text}, ${formatCalls(calls)}`,
      detail: [timeOf(run, now, vscode.env.language), skills, modelOf(run), ...(meta.pinned ? ['pinned'] : [])].join(
        '   ',
      ),
      run,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Open Run',
    placeHolder: 'Select the run to open',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined) show(chosen.run.journal);
}
