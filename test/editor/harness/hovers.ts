import { commands, type Hover, type Position, type Uri } from 'vscode';

/** Returns the texts that the hover of VS Code shows at a position, as Markdown. */
export async function hoversAt(uri: Uri, position: Position): Promise<readonly string[]> {
  const hovers = await commands.executeCommand<readonly Hover[]>('vscode.executeHoverProvider', uri, position);
  return hovers.flatMap(({ contents }) => contents).map((one) => (typeof one === 'string' ? one : one.value));
}
