/** Shows the family of a run: the run that it was forked from, its prompts, and its forks. */
import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import { formatCalls, stateOf, timeOf, titleOf } from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { type RunPrompt, RunPrompts } from '../runs/prompts.ts';
import { familyOf } from '../views/families.ts';

interface FamilyItem extends vscode.QuickPickItem {
  readonly journal: string;
  /** `seq` of the prompt; absent for the run. */
  readonly seq?: number;
}

/** Indents an entry below that of its run. */
const INDENT = '\u2003';

/**
 * Lists the family of a run, of which the user selects a run or a prompt to show.
 * @param journal absolute path of its journal
 */
export async function showFamily(
  library: RunLibrary,
  show: (journal: string, seq?: number) => void,
  journal: string,
): Promise<void> {
  const prompts = new RunPrompts();
  const items: FamilyItem[] = [];
  for (const { run, depth } of familyOf(await library.list(), journal)) {
    items.push(itemOf(run, depth, journal));
    const all = run.run.isContinued === true ? await prompts.of(run.run.journal) : [];
    items.push(...all.slice(1).map((prompt, index) => promptItem(run, prompt, index + 2, depth + 1)));
  }
  if (items.length === 0) {
    void vscode.window.showWarningMessage('The related runs of this run are not in this workspace, or were deleted.');
    return;
  }
  const title = 'Forks and Prompts of This Run';
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'Select a run or a prompt to show' });
  if (chosen !== undefined) show(chosen.journal, chosen.seq);
}

function itemOf({ run, meta, activity, calls }: LibraryRun, depth: number, journal: string): FamilyItem {
  const { icon, text } = stateOf(run, activity);
  const { forked } = run.started;
  const facts = [
    ...(run.journal === journal ? ['this run'] : []),
    ...(forked === undefined ? [] : [`fork at event ${forked.at}`]),
    text,
    ...(calls === undefined ? [] : [formatCalls(calls)]),
    timeOf(run, new Date(), vscode.env.language),
  ];
  return {
    label: `${INDENT.repeat(depth)}$(${icon}) ${titleOf(run, meta.name)}`,
    description: facts.filter((fact) => fact !== '').join(' · '),
    journal: run.journal,
  };
}

function promptItem({ run }: LibraryRun, { seq, text }: RunPrompt, number: number, depth: number): FamilyItem {
  return defined({
    label: `${INDENT.repeat(depth)}$(comment) ${text}`,
    description: `prompt ${number}`,
    journal: run.journal,
    seq,
  });
}
