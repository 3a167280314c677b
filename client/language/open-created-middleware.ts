import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { OPEN_CREATED } from '../../server/protocol.ts';

/**
 * Middleware that opens the file created by a code action with VS Code's own command. VS Code drops an extension's command
 * with arguments when the diagnostics change and the code actions are recomputed, and creating the file changes the
 * diagnostics. On a slow disk the command would be lost before the file is saved. Built-in commands are not affected.
 */
export const openCreatedMiddleware: Pick<Middleware, 'provideCodeActions' | 'resolveCodeAction'> = {
  async provideCodeActions(document, range, context, token, next) {
    const actions = await next(document, range, context, token);
    for (const action of actions ?? []) if (action instanceof vscode.CodeAction) replaceOpenCommand(action);
    return actions;
  },
  async resolveCodeAction(item, token, next) {
    const action = await next(item, token);
    if (action) replaceOpenCommand(action);
    return action;
  },
};

function replaceOpenCommand(action: vscode.CodeAction): void {
  const { command } = action;
  const [uri] = command?.arguments ?? [];
  if (command?.command !== OPEN_CREATED || typeof uri !== 'string') return;
  const options: vscode.TextDocumentShowOptions = { preview: false };
  action.command = { ...command, command: 'vscode.open', arguments: [vscode.Uri.parse(uri, true), options] };
}
