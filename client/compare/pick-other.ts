import * as vscode from 'vscode';
import { type RunItem, runItem } from '../commands/open-run.ts';
import { sortForDisplay } from '../runs/describe.ts';
import type { LibraryRun } from '../runs/library.ts';
import { likeness, sortByLikeness } from './candidates.ts';

interface Item extends vscode.QuickPickItem {
  readonly run?: RunItem['run'];
}

const SESSION: Item = {
  label: '$(comment-discussion) Agent Session or File…',
  description: 'a session of another agent on this machine',
  alwaysShow: true,
};

/** The headings of the list, by how much a run has in common with the first one. */
const HEADINGS = ['other runs', 'a skill in common', 'the same agent and skills', 'the same prompt, agent and skills'];

/**
 * Lets the user select the run to compare with: those with the most in common first, then the newest. Returns its journal, or
 * `session` for the session of another agent.
 * @param run the first run; undefined if it is not in the list, such as the session of another agent
 */
export async function pickOther(
  runs: readonly LibraryRun[],
  journal: string,
  run: LibraryRun | undefined,
): Promise<string | undefined> {
  const others = sortForDisplay(runs.filter((one) => one.run.journal !== journal));
  const sorted = run === undefined ? others : sortByLikeness(others, run);
  const now = new Date();
  const items: Item[] = [];
  let heading = '';
  for (const one of sorted) {
    const group = HEADINGS[run === undefined ? 0 : likeness(one, run)] ?? '';
    if (group !== heading) items.push({ label: group, kind: vscode.QuickPickItemKind.Separator });
    heading = group;
    items.push(runItem(one, now));
  }
  const separator: Item = { label: 'another agent', kind: vscode.QuickPickItemKind.Separator };
  const chosen = await vscode.window.showQuickPick([...items, separator, SESSION], {
    title: 'Compare with…',
    placeHolder: sorted.length === 0 ? 'There is no other run yet' : 'Select the run to compare with',
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return chosen === SESSION ? 'session' : chosen?.run?.journal;
}
