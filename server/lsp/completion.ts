/** Requests for completion. */
import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import type { FileSystem } from '../../skill/index.ts';
import { complete, completeItem } from '../features/completion/completion.ts';
import { completionSupport } from '../features/completion/support.ts';
import type { Session } from '../features/session.ts';
import type { RequestHandler } from './deferred-requests.ts';

/** Registers the handlers. */
export function registerCompletion(
  connection: Connection,
  client: ClientCapabilities,
  session: Session,
  fs: FileSystem,
  respond: RequestHandler,
): void {
  const support = completionSupport(client);
  connection.onCompletion(({ textDocument, position, context }, token) =>
    respond(
      textDocument.uri,
      token,
      (path) => complete(session, fs, { path, position, context, support }) ?? null,
      null,
    ),
  );
  connection.onCompletionResolve((item) => completeItem(fs, item, support));
}
