import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { DebugAdapter } from '../debug/dap/adapter.ts';
import type { DebugAdapterOptions } from '../debug/dap/adapter-options.ts';
import { DebugMessage } from '../protocol/rpc.ts';

/**
 * Opens a debug adapter whose client is connected to the extension. Loaded only for a run that is debugged.
 */
export async function openDebug(connection: MessageConnection, options: DebugAdapterOptions): Promise<DebugAdapter> {
  const { DebugAdapter } = await import('../debug/dap/adapter.ts');
  const adapter = new DebugAdapter({ ...options, isExtension: true });
  adapter.onDidSendMessage((message) => {
    connection.sendNotification(DebugMessage, message as object).catch(() => undefined);
  });
  connection.onNotification(DebugMessage, (message) => adapter.handleMessage(message as never));
  return adapter;
}
