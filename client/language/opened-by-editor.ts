import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { OPEN_CREATED } from '../../server/protocol.ts';

/**
 * Lets VS Code itself open the file that a code action creates. VS Code forgets an extension's command with arguments as
 * soon as the findings change and the actions at the cursor are computed anew, and the new file changes the findings: on a
 * slow disk the command of the action would be lost before the file is saved. Commands of VS Code's API are not forgotten.
 */
export const openingByEditor: Pick<Middleware, 'provideCodeActions' | 'resolveCodeAction'> = {
  async provideCodeActions(document, range, context, token, next) {
    const actions = await next(document, range, context, token);
    for (const action of actions ?? []) if (action instanceof vscode.CodeAction) openByEditor(action);
    return actions;
  },
  async resolveCodeAction(item, token, next) {
    const action = await next(item, token);
    if (action) openByEditor(action);
    return action;
  },
};

function openByEditor(action: vscode.CodeAction): void {
  const { command } = action;
  const [uri] = command?.arguments ?? [];
  if (command?.command !== OPEN_CREATED || typeof uri !== 'string') return;
  const options: vscode.TextDocumentShowOptions = { preview: false };
  action.command = { ...command, command: 'vscode.open', arguments: [vscode.Uri.parse(uri, true), options] };
}
