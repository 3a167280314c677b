/** The tabs of timelines in VS Code: which ones are pinned, and those restored after a restart, whose pages do not exist yet. */
import * as vscode from 'vscode';

/** VS Code adds a prefix of its own to the view types of webview panels. */
const TIMELINE_TYPE = /(?:^|-)skillwright\.timeline$/;

const GROUPS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'] as const;

/** Returns the tabs of timelines, without the editors of journals. */
export function timelineTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && TIMELINE_TYPE.test(input.viewType));
}

/**
 * Brings a tab to the front, so that VS Code creates its page. There is no API for that, only commands, which open the editor
 * at an index of the active group.
 */
export async function activateTab(tab: vscode.Tab): Promise<void> {
  const { all } = vscode.window.tabGroups;
  const group = GROUPS[all.indexOf(tab.group)];
  if (group === undefined) return;
  await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', tab.group.tabs.indexOf(tab));
}
