/** Requests for hovers and document links. */
import type { Connection, InitializeParams } from 'vscode-languageserver';
import { documentLinks } from '../features/document-links.ts';
import { hover, hoverSupport } from '../features/hover/hover.ts';
import type { Session } from '../features/session.ts';
import type { RequestHandler } from './deferred-requests.ts';

/** Registers the handlers. */
export function registerHovers(
  connection: Connection,
  { capabilities, initializationOptions }: InitializeParams,
  session: Session,
  respond: RequestHandler,
): void {
  const support = hoverSupport(capabilities, initializationOptions);
  connection.onHover(({ textDocument, position }, token) =>
    respond(textDocument.uri, token, (path) => hover(session, path, position, support) ?? null, null),
  );
  connection.onDocumentLinks(({ textDocument }, token) =>
    respond(textDocument.uri, token, (path) => [...documentLinks(session, path)], []),
  );
}
