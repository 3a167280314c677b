import { debug } from 'vscode';

/** Stops all debug sessions. VS Code cancels the request if a session ends by itself at the same time. */
export async function stopDebugging(): Promise<void> {
  await debug.stopDebugging().then(undefined, () => undefined);
}
