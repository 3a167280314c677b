import { CancellationTokenSource, type MessageConnection } from 'vscode-jsonrpc/node';
import type { EditorLink } from '../models/providers/vscode.ts';
import type { EditorPart } from '../protocol/editor-models.ts';
import { AskEditorModel, EditorModelParts } from '../protocol/rpc.ts';

/** Provides VS Code's models over the connection to the extension. */
export function editorLink(connection: Pick<MessageConnection, 'sendRequest' | 'onNotification'>): EditorLink {
  const listeners = new Map<number, (parts: readonly EditorPart[]) => void>();
  let calls = 0;
  connection.onNotification(EditorModelParts, ({ call, parts }) => listeners.get(call)?.(parts));
  return {
    async ask(request, onParts, signal) {
      const call = ++calls;
      const cancelling = new CancellationTokenSource();
      const cancel = (): void => cancelling.cancel();
      listeners.set(call, onParts);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      try {
        return await connection.sendRequest(AskEditorModel, { call, ...request }, cancelling.token);
      } finally {
        signal.removeEventListener('abort', cancel);
        listeners.delete(call);
        cancelling.dispose();
      }
    },
  };
}
