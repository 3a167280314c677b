import * as vscode from 'vscode';
import { formatCalls, modelOf, sortForDisplay, stateOf, timeOf, titleOf } from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import type { SavedRun } from '../runs/saved-runs.ts';
import { offerFirstRun } from './first-run.ts';

/** Implements "Skillwright: Open Run". */
export async function openRun(library: RunLibrary, show: (journal: string) => void): Promise<void> {
  const journal = await pickRun(library, 'Open Run', 'Select the run to open');
  if (journal !== undefined) show(journal);
}

/**
 * Lists all saved runs, newest first, with pinned runs on top and stress tests last. Returns the journal of the selected
 * one. Offers to start a run if there is none.
 */
export async function pickRun(library: RunLibrary, title: string, placeHolder: string): Promise<string | undefined> {
  const runs = await library.list();
  if (runs.length === 0) {
    await offerFirstRun('There are no saved runs in this workspace.');
    return undefined;
  }
  const now = new Date();
  const items = sortForDisplay(runs).map((run) => runItem(run, now));
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.run.journal;
}

/** A run in a list. */
export interface RunItem extends vscode.QuickPickItem {
  readonly run: SavedRun;
}

/** Returns the entry of a run in a list: its title, state, time, skills and model. */
export function runItem({ run, meta, activity, calls }: LibraryRun, now: Date): RunItem {
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
}
