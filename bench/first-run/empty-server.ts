/** A language server that reads nothing and reports one finding of the folder, and of each document, on request. */
import { createConnection, TextDocumentSyncKind } from 'vscode-languageserver/node';

const connection = createConnection();
let folder = '';
connection.onInitialize(({ workspaceFolders }) => {
  folder = workspaceFolders?.[0]?.uri ?? '';
  return {
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
    },
  };
});
const start = { line: 0, character: 0 };
const found = { range: { start, end: { line: 0, character: 3 } }, message: 'A finding.', source: 'bench-empty' };
connection.languages.diagnostics.on(() => ({ kind: 'full', items: [found] }));
connection.languages.diagnostics.onWorkspace(() => {
  return { items: [{ kind: 'full', uri: `${folder}/found.md`, version: null, items: [found] }] };
});
connection.listen();
