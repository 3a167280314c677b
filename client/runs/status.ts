import * as vscode from 'vscode';
import { formatCount } from '../../runtime/text/count.ts';
import type { RunManager } from './manager.ts';

/** Shows the number of active and waiting runs in the status bar, and maintains the context key `skillwright.running`. */
export function showRunStatus(runs: RunManager): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('skillwright.runs', vscode.StatusBarAlignment.Left);
  item.name = 'Skillwright Runs';
  item.command = 'skillwright.openRun';
  const update = (): void => {
    const live = runs.live();
    const waiting = live.filter((run) => run.waiting !== undefined).length;
    void vscode.commands.executeCommand('setContext', 'skillwright.running', live.length > 0);
    if (live.length === 0) {
      item.hide();
      return;
    }
    const count = formatCount(live.length, 'run');
    item.text =
      waiting === 0 ? `$(sync~spin) Skillwright: ${count}` : `$(bell-dot) Skillwright: ${count} waiting for you`;
    item.tooltip = waiting === 0 ? 'Open a run' : 'A run is waiting for your answer. Open it';
    item.backgroundColor = waiting === 0 ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    item.show();
  };
  update();
  return vscode.Disposable.from(item, runs.onDidChange(update));
}
