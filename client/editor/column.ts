import * as vscode from 'vscode';
import { type Group, groupFor } from './group-for.ts';

/** Types of our pages as their tabs name them; VS Code puts a word of its own before that of a panel. */
const OURS = /(?:^|-)skillwright\.(?:timeline|stress|journal)$/;

/** Where a page of ours opens: in a column that has one already, or beside the text that the user is in. */
export function columnFor(elsewhere: boolean): vscode.ViewColumn {
  const { tabGroups, activeTextEditor } = vscode.window;
  const groups = tabGroups.all.map(
    ({ viewColumn, isActive, tabs }): Group => ({
      column: viewColumn,
      active: isActive,
      empty: tabs.length === 0,
      ours: tabs.some(({ input }) => isOurs(input)),
    }),
  );
  const found = groupFor(groups, activeTextEditor !== undefined || elsewhere);
  if (found === 'active') return vscode.ViewColumn.Active;
  return found === 'new' ? vscode.ViewColumn.Beside : found;
}

function isOurs(input: unknown): boolean {
  const isPage = input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputCustom;
  return isPage && OURS.test(input.viewType);
}
