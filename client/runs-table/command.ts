/** Registers "Show Runs and Sessions" and "Show Skills in Use", and restores the page after a restart. */
import * as vscode from 'vscode';
import type { RunsTableContext } from './context.ts';
import { RunsTablePanel, VIEW_TYPE } from './panel.ts';

/** Registers the commands of the page. There is at most one. */
export function registerRunsTable(context: RunsTableContext): vscode.Disposable {
  let current: RunsTablePanel | undefined;
  const use = (panel: RunsTablePanel): RunsTablePanel => {
    current = panel;
    panel.onClosed(() => {
      if (current === panel) current = undefined;
    });
    return panel;
  };
  const open = (): RunsTablePanel => {
    current?.reveal();
    return current ?? use(new RunsTablePanel(context));
  };
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    { dispose: () => current?.close() },
    command('skillwright.showRuns', () => open().show('runs')),
    // The request to read the sessions, as it was before there was a table.
    command('skillwright.showSkillsInUse', async (skill?: unknown) => {
      const panel = open();
      panel.show('skills', typeof skill === 'string' ? skill : undefined);
      await panel.content.readSessions();
    }),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel(panel) {
        if (current === undefined) use(new RunsTablePanel(context, panel));
        else panel.dispose();
        return Promise.resolve();
      },
    }),
  );
}
