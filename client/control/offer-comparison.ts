import * as vscode from 'vscode';
import type { RunManager } from '../runs/manager.ts';

const COMPARE = 'skillwright.compareRuns';

/**
 * Offers to compare a fork with the run that it was forked from, once the fork has ended.
 * @param origin absolute path of the journal of that run
 * @param fork that of the fork
 */
export function offerComparison(runs: RunManager, origin: string, fork: string): void {
  const listener = runs.onDidChange(async () => {
    if (runs.find(fork) !== undefined) return;
    listener.dispose();
    if (!(await vscode.commands.getCommands(true)).includes(COMPARE)) return;
    const compare = 'Compare';
    const message = 'The new run has ended. Compare it with the run that it was started from?';
    if ((await vscode.window.showInformationMessage(message, compare)) === compare)
      await vscode.commands.executeCommand(COMPARE, origin, fork);
  });
}
