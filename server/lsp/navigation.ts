/** Navigation requests: definition, references, highlights. */
import type { Connection } from 'vscode-languageserver';
import type { ClientCapabilities } from 'vscode-languageserver-protocol';
import { definition } from '../features/definition.ts';
import { fileReferences, highlights, references } from '../features/references.ts';
import type { Session } from '../features/session.ts';
import { FindFileReferences } from '../protocol.ts';
import type { RequestHandler } from './deferred-requests.ts';

/** Registers the handlers. */
export function registerNavigation(
  connection: Connection,
  client: ClientCapabilities,
  session: Session,
  respond: RequestHandler,
): void {
  const asLinks = client.textDocument?.definition?.linkSupport === true;
  connection.onDefinition(({ textDocument, position }, token) =>
    respond(textDocument.uri, token, (path) => definition(session, path, position, asLinks), []),
  );
  connection.onReferences(({ textDocument, position, context }, token) =>
    respond(
      textDocument.uri,
      token,
      (path) => [...references(session, path, position, context.includeDeclaration)],
      [],
    ),
  );
  connection.onDocumentHighlight(({ textDocument, position }, token) =>
    respond(textDocument.uri, token, (path) => [...highlights(session, path, position)], []),
  );
  connection.onRequest(FindFileReferences, ({ uri }, token) =>
    respond(uri, token, (path) => fileReferences(session, path), []),
  );
}
