/** Gives every test file a window without the editors, lists, dialogs and notifications of the previous file. */
import { commands, window, workspace } from 'vscode';
import { canDriveWindow, press, workbench } from './ui.ts';
import { until } from './until.ts';

const isShown = (selector: string): Promise<boolean> =>
  workbench.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.checkVisibility())`,
  );

/** Reverts unsaved changes and closes all editors; otherwise VS Code would prompt for each. */
export async function closeEditors(): Promise<void> {
  await until('no unsaved text', async () => {
    const unsaved = workspace.textDocuments.filter(({ isDirty, isClosed }) => isDirty && !isClosed);
    for (const document of unsaved) {
      await window.showTextDocument(document, { preview: false });
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    return unsaved.length === 0;
  });
  await commands.executeCommand('workbench.action.closeAllEditors');
}

/** Closes what a previous test file, or a failed test in it, left open. */
export async function cleanWindow(): Promise<void> {
  if (canDriveWindow)
    await until('no dialog and no list', async () => {
      if (!(await isShown('.monaco-dialog-box, .quick-input-widget, .action-widget, .context-view .monaco-menu')))
        return true;
      await press('Escape');
      return false;
    });
  await closeEditors();
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('notifications.hideList');
}
