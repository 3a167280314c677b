/** Requests for code actions and code lenses. */
import type { Connection, InitializeParams } from 'vscode-languageserver';
import { codeActions, resolveCodeAction } from '../features/actions/code-actions.ts';
import { editSupport } from '../features/actions/edits.ts';
import { codeLenses } from '../features/code-lenses.ts';
import type { Session } from '../features/session.ts';
import { pathOf } from '../workspace/uris.ts';

/** Registers the handlers. `ready` resolves when the workspace is loaded. */
export function registerActions(
  connection: Connection,
  client: InitializeParams['capabilities'],
  session: Session,
  ready: Promise<void>,
): void {
  connection.onCodeAction(async (params) => {
    await ready;
    const path = pathOf(params.textDocument.uri);
    return path === undefined ? [] : [...codeActions(session, path, params, editSupport(client))];
  });
  connection.onCodeActionResolve(async (action) => {
    await ready;
    return resolveCodeAction(session, action, editSupport(client));
  });
  connection.onCodeLens(async ({ textDocument }) => {
    await ready;
    const path = pathOf(textDocument.uri);
    return path === undefined ? [] : [...codeLenses(session, path)];
  });
}
