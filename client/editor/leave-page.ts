import * as vscode from 'vscode';
import { isPage } from './page-column.ts';
import { chooseSourceGroup } from './source-group.ts';

/** The commands that focus a group of editor tabs, by its column. VS Code has no others. */
const FOCUS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Focuses another group of editor tabs if the active one shows a page, so that the next file does not cover it. */
export async function leavePage(): Promise<void> {
  const groups = vscode.window.tabGroups.all.map(({ viewColumn, isActive, activeTab, tabs }) => ({
    column: viewColumn,
    isActive,
    showsPage: isPage(activeTab?.input),
    tabs: tabs.length,
  }));
  const chosen = chooseSourceGroup(groups);
  const { executeCommand } = vscode.commands;
  switch (chosen.kind) {
    case 'focus': {
      const name = FOCUS[chosen.column - 1];
      if (name !== undefined) await executeCommand(`workbench.action.focus${name}EditorGroup`);
      return;
    }
    case 'create':
      await executeCommand('workbench.action.newGroupLeft');
      return;
    case 'move':
      await executeCommand('workbench.action.moveEditorToRightGroup');
      await executeCommand('workbench.action.focusLeftGroup');
      return;
    case 'stay':
  }
}
