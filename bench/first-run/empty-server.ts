/** A language server that reads nothing and reports one finding on request. */
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
connection.languages.diagnostics.on(() => ({ kind: 'full', items: [] }));
connection.languages.diagnostics.onWorkspace(() => {
  const start = { line: 0, character: 0 };
  const found = { range: { start, end: start }, message: 'A finding.', source: 'bench-empty' };
  return { items: [{ kind: 'full', uri: `${folder}/found.md`, version: null, items: [found] }] };
});
connection.listen();
