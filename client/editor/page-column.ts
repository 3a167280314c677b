import * as vscode from 'vscode';
import { chooseGroup, type EditorGroup } from './choose-group.ts';

/** View types of our pages. VS Code adds a prefix of its own to those of webview panels. */
const PAGE_TYPES = /(?:^|-)skillwright\.(?:timeline|stress|evals|journal|session|runsTable|whatClientsSee|compare)$/;

/** Returns the column for a new page: one that already has a page, or the one next to the editor in use. */
export function pageColumn(userMovedOn: boolean): vscode.ViewColumn {
  const { tabGroups, activeTextEditor } = vscode.window;
  const groups = tabGroups.all.map(
    ({ viewColumn, isActive, tabs }): EditorGroup => ({
      column: viewColumn,
      active: isActive,
      empty: tabs.length === 0,
      hasPage: tabs.some(({ input }) => isPage(input)),
    }),
  );
  const group = chooseGroup(groups, activeTextEditor !== undefined || userMovedOn);
  if (group === 'active') return vscode.ViewColumn.Active;
  return group === 'new' ? vscode.ViewColumn.Beside : group;
}

/** True if a tab, given by its input, is a page of this extension. */
export function isPage(input: unknown): boolean {
  const isPanel = input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputCustom;
  return isPanel && PAGE_TYPES.test(input.viewType);
}
