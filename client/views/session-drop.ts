import * as vscode from 'vscode';
import { filesIn } from '../drop/dropped-files.ts';
import type { RunsNode } from './runs-tree.ts';

/**
 * Creates the controller that opens the sessions of other agents whose files are dropped onto the Runs view.
 * @param open opens a session by the absolute path of its file
 */
export function sessionDrop(open: (file: string) => PromiseLike<void>): vscode.TreeDragAndDropController<RunsNode> {
  return {
    dragMimeTypes: [],
    dropMimeTypes: ['text/uri-list', 'files'],
    async handleDrop(_target, transfer) {
      const files = (await filesIn(transfer)).flatMap(({ uri }) => (uri?.scheme === 'file' ? [uri.fsPath] : []));
      if (files.length === 0)
        void vscode.window.showErrorMessage('Drop a session file of this machine: the dropped item is not one.');
      for (const file of files) await open(file);
    },
  };
}
