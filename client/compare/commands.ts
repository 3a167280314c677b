/** The commands that compare two runs. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { CompareParams, RunBeforeEditParams } from '../../runtime/protocol/compare.ts';
import { pickRun } from '../commands/open-run.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { earlierRepetitions, inOrder } from './candidates.ts';
import { pickOther } from './pick-other.ts';

/** The dependencies of the commands. */
export interface CompareCommandsContext {
  readonly library: RunLibrary;
  /** Shows the comparison of two journals. */
  show(params: CompareParams): Promise<void>;
  /** Returns the journal of the active timeline, if there is one. */
  activeJournal(): string | undefined;
  /** Lets the user select the session of another agent. Returns its journal. */
  readSession(): Promise<string | undefined>;
  findRunBeforeEdit(params: RunBeforeEditParams, token: vscode.CancellationToken): Promise<string | undefined>;
}

/**
 * Implements `skillwright.compareRuns`. Other commands and extensions may pass two runs, each by its id in this window's
 * folders or by the absolute path of its journal; the first one is shown on the left. Without them the user selects.
 */
export async function compareRuns(context: CompareCommandsContext, a?: unknown, b?: unknown): Promise<void> {
  if (typeof a !== 'string' || typeof b !== 'string') return compareWith(context);
  const runs = await context.library.list();
  const [first, second] = [journalOf(runs, a), journalOf(runs, b)];
  if (first === undefined || second === undefined) {
    const missing = first === undefined ? a : b;
    void vscode.window.showErrorMessage(
      `Choose another run: this window has none with the id ${missing.slice(0, 80)}.`,
    );
    return;
  }
  await context.show({ a: first, b: second });
}

function journalOf(runs: readonly LibraryRun[], run: string): string | undefined {
  return runs.find((one) => one.run.started.run === run)?.run.journal ?? (isAbsolute(run) ? run : undefined);
}

/** Compares a run, by default that of the active timeline, with another one that the user selects. */
export async function compareWith(context: CompareCommandsContext, journal?: string): Promise<void> {
  const { library } = context;
  const first = journal ?? (await chooseRun(context, 'Compare Runs'));
  if (first === undefined) return;
  const runs = await library.list();
  const run = runs.find((one) => one.run.journal === first);
  const choice = await pickOther(runs, first, run);
  if (choice === undefined) return;
  const second = choice === 'session' ? await context.readSession() : choice;
  if (second === undefined) return;
  await compareInOrder(context, runs, [first, second]);
}

/** Compares two selected runs, the earlier one on the left. */
export async function compareSelected(context: CompareCommandsContext, journals: readonly string[]): Promise<void> {
  const [first, second, ...others] = journals;
  if (first === undefined || second === undefined || others.length > 0) {
    void vscode.window.showInformationMessage('Select two runs in the Runs view to compare them.');
    return;
  }
  await compareInOrder(context, await context.library.list(), [first, second]);
}

async function compareInOrder(
  context: CompareCommandsContext,
  runs: readonly LibraryRun[],
  [first, second]: readonly [string, string],
): Promise<void> {
  const [one, other] = [first, second].map((journal) => runs.find(({ run }) => run.journal === journal));
  const [a, b] = one === undefined || other === undefined ? [first, second] : inOrder(one, other);
  await context.show({ a, b });
}

/** Compares a run with the newest earlier run of the same prompt that received a different text of a skill. */
export async function compareBeforeEdit(context: CompareCommandsContext, journal?: string): Promise<void> {
  const chosen = journal ?? (await chooseRun(context, 'Compare with the Run Before My Edit'));
  if (chosen === undefined) return;
  const runs = await context.library.list();
  const run = runs.find((one) => one.run.journal === chosen);
  const earlier = run === undefined ? [] : earlierRepetitions(runs, run).map((one) => one.run.journal);
  const before =
    earlier.length === 0
      ? undefined
      : await vscode.window.withProgress(
          {
            location: vscode.ProgressLocation.Notification,
            title: 'Searching for the run before your edit…',
            cancellable: true,
          },
          async (_, token) => {
            const found = await context.findRunBeforeEdit({ journal: chosen, earlier }, token);
            return token.isCancellationRequested ? 'cancelled' : found;
          },
        );
  if (before === 'cancelled') return;
  if (before !== undefined) return context.show({ a: before, b: chosen });
  const why =
    earlier.length === 0
      ? 'no earlier run has the same prompt, agent and skills.'
      : 'the earlier runs received the same texts of its skills.';
  const other = 'Compare with…';
  const answer = await vscode.window.showInformationMessage(
    `Run this prompt again after your edit, or choose another run: ${why}`,
    other,
  );
  if (answer === other) await compareWith(context, chosen);
}

async function chooseRun(
  { library, activeJournal }: CompareCommandsContext,
  title: string,
): Promise<string | undefined> {
  return activeJournal() ?? pickRun(library, title, 'Select the run to compare');
}
