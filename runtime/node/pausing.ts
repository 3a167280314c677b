import type { MessageConnection } from 'vscode-jsonrpc/node';
import { Debugger } from '../debug/debugger.ts';
import { applyPausedDocument, pausedDocument } from '../debug/paused-document.ts';
import { describePosition } from '../debug/position.ts';
import type { Json } from '../protocol/events.ts';
import { ContinueRun, EditStopped, RunStopped } from '../protocol/rpc.ts';

/** Creates the controller of a run that the user can pause without a debugger. Until then it costs nothing. */
export function openPausing(connection: MessageConnection): Debugger {
  const session: Debugger = new Debugger({
    isPassive: true,
    onStop(stop) {
      const stopped =
        stop === undefined
          ? null
          : {
              description: describePosition(stop.position),
              document: JSON.stringify(pausedDocument(stop), undefined, 2),
            };
      connection.sendNotification(RunStopped, { stopped }).catch(() => undefined);
    },
  });
  session.ready();
  connection.onRequest(EditStopped, ({ document }) => editStopped(session, document));
  connection.onNotification(ContinueRun, () => void session.continue('continue'));
  return session;
}

function editStopped(session: Debugger, document: string): string {
  let edited: Json;
  try {
    edited = JSON.parse(document) as Json;
  } catch (error) {
    return `Correct the JSON: ${error instanceof Error ? error.message : String(error)}`.slice(0, 160);
  }
  return applyPausedDocument(session, edited) ?? '';
}
