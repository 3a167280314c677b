/** A language client without features, started as its documentation describes. */
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

export async function activate(context: ExtensionContext): Promise<void> {
  const server = { module: join(__dirname, 'server.cjs'), transport: TransportKind.ipc };
  const client = new LanguageClient('bench-empty', server.module, server, {
    documentSelector: [{ language: 'skill' }],
  });
  context.subscriptions.push(client);
  await client.start();
}
