import * as vscode from 'vscode';
import { isPage } from './page-column.ts';

/**
 * Moves documents whose tabs are behind a page to a group without one, because VS Code shows a document in the group where it is
 * open already, over the page. One that is open in such a group, too, and one that is no file are only closed behind the page: what
 * provides the text of the latter may wait for the caller.
 * @param isMeant returns true for the documents to move
 */
export async function moveFromBehindPages(isMeant: (uri: vscode.Uri) => boolean): Promise<void> {
  const { tabGroups } = vscode.window;
  const [withPage, others] = [true, false].map((showsPage) =>
    tabGroups.all.filter(({ activeTab }) => isPage(activeTab?.input) === showsPage),
  );
  const target = others?.[0]?.viewColumn;
  if (target === undefined) return;
  for (const tab of withPage?.flatMap(({ tabs }) => tabs) ?? []) {
    const uri = textOf(tab);
    if (uri === undefined || !isMeant(uri)) continue;
    const isElsewhere = others?.some(({ tabs }) => tabs.some((other) => textOf(other)?.toString() === uri.toString()));
    // An unsaved document is closed without a question while it is open elsewhere.
    if (uri.scheme === 'file' && isElsewhere !== true)
      await vscode.window.showTextDocument(uri, { viewColumn: target, preserveFocus: true, preview: false });
    await tabGroups.close(tab, true);
  }
}

function textOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
