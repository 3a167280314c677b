import * as vscode from 'vscode';
import type { SessionTimeline } from './context.ts';
import { openSession } from './open-session.ts';
import type { SessionReadings } from './session-readings.ts';

/** The view type of the editor for sessions, which "Reopen Editor With…" offers for files with the names of known clients. */
const EDITOR_TYPE = 'skillwright.session';

/** A timeline that was closed before its session was read. */
const CLOSED: SessionTimeline = {
  isVisible: false,
  setLive: () => undefined,
  setReading: () => undefined,
  onClosed: (listener) => listener(),
};

/**
 * Registers the editor that shows the session of another agent as a timeline. A file that is not a session opens as text.
 * @param attach shows the timeline of a journal in the editor's panel
 */
export function registerSessionEditor(
  readings: SessionReadings,
  attach: (panel: vscode.WebviewPanel, journal: string) => SessionTimeline,
): vscode.Disposable {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    async resolveCustomEditor({ uri }, panel) {
      let isClosed = false;
      let isShown = false;
      panel.onDidDispose(() => {
        isClosed = true;
      });
      const shown = Promise.withResolvers<void>();
      const show = (journal: string): SessionTimeline => {
        isShown = true;
        shown.resolve();
        return isClosed ? CLOSED : attach(panel, journal);
      };
      // An old version of a file, as in a diff, is not on disk.
      const opened = uri.scheme === 'file' ? openSession(readings, { file: uri.fsPath }, show) : undefined;
      // VS Code shows the editor when this has returned, which does not wait until all of the session is read.
      await Promise.race([shown.promise, opened]);
      if (isShown || isClosed) return;
      // VS Code still waits for this editor, so it is replaced afterwards.
      setTimeout(() => {
        panel.dispose();
        void vscode.commands.executeCommand('vscode.openWith', uri, 'default');
      });
    },
  };
  return vscode.window.registerCustomEditorProvider(EDITOR_TYPE, provider);
}
