import assert from 'node:assert/strict';
import {
  type CompletionList,
  commands,
  languages,
  Position,
  Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { until } from '../harness/until.ts';

/** VS Code's own JSON support with the schema contributed by the extension. */
describe('.skillwright.json', () => {
  const open = async (): Promise<TextDocument> => {
    const root = workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/');
    const document = await workspace.openTextDocument(Uri.joinPath(root, 'agents/.skillwright.json'));
    await window.showTextDocument(document);
    return document;
  };
  const write = async (document: TextDocument, text: string): Promise<void> => {
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
    assert.ok(await workspace.applyEdit(edit));
  };

  afterEach(() => commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('is checked', async () => {
    const document = await open();
    const content = document.getText();
    const messages = (): string =>
      languages
        .getDiagnostics(document.uri)
        .map((one) => one.message)
        .join('\n');
    await write(document, '{ "agents": { "a": { "tool": [], "maxLlmCalls": "many" } } }');
    await until('the unknown key', () => /tool is not allowed/.test(messages()));
    await until('the wrong type', () => /Incorrect type/.test(messages()));
    await write(document, content);
    await until('nothing on the example as it ships', () => messages() === '');
  });

  it('has completions, with a description of each key', async () => {
    const document = await open();
    const lines = document.getText().split('\n');
    const line = lines.findIndex((text) => text.includes('"instruction"'));
    const at = new Position(line, (lines[line] ?? '').indexOf('"instruction"') + 1);
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at,
    );
    const item = list.items.find((one) => JSON.stringify(one.label).includes('guards'));
    assert.match(JSON.stringify(item), /The guards of its runs/);
  });
});
