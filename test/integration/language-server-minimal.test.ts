/**
 * An editor without any capabilities: every request that the server offers is answered, and nothing else is offered.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { InitializeResult, PublishDiagnosticsParams, ServerCapabilities } from 'vscode-languageserver-protocol';
import { serverBundle, uriOf } from './language-server-client.ts';

const TEXT = `---
name: notes
description: Keeps notes. Use it to keep notes.
---

# Notes

Read \`references/guide.md\`, and \`references/gone.md\`. See [the form](references/form.md#part).

## Run

\`\`\`bash
python scripts/run.py
\`\`\`
`;

let folder: string;
let connection: MessageConnection;
let offered: ServerCapabilities;
/** The requests and notifications that the server sent to the editor. */
let requests: string[];
let published: PublishDiagnosticsParams[];
let messages: string[];
let kill: () => void;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-minimal-')));
  for (const [path, text] of Object.entries({
    'notes/SKILL.md': TEXT,
    'notes/references/guide.md': '# Guide\n',
    'notes/references/form.md': '# Form\n\n## Part\n',
    'notes/scripts/run.py': '"""Runs."""\n',
  })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const child = spawn(process.execPath, [serverBundle, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  kill = () => child.kill('SIGKILL');
  connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  [requests, published, messages] = [[], [], []];
  connection.onRequest((method) => {
    requests.push(method);
    return null;
  });
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
  });
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
    messages.push(message);
  });
  connection.listen();
  const answer = await connection.sendRequest<InitializeResult>('initialize', {
    processId: null,
    rootUri: uriOf(folder),
    capabilities: {},
  });
  offered = answer.capabilities;
  await connection.sendNotification('initialized', {});
  const uri = uriOf(join(folder, 'notes/SKILL.md'));
  const textDocument = { uri, languageId: 'markdown', version: 1, text: TEXT };
  await connection.sendNotification('textDocument/didOpen', { textDocument });
});
afterEach(() => {
  connection.dispose();
  kill();
  rmSync(folder, { recursive: true, force: true });
});

const LINE = TEXT.split('\n').findIndex((line) => line.startsWith('Read'));
const position = { line: LINE, character: 10 };
const range = { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } };

/** Requests by the capability that offers them, with their parameters other than the document. */
const REQUESTS: readonly (readonly [keyof ServerCapabilities, string, object])[] = [
  ['completionProvider', 'textDocument/completion', { position: { line: LINE, character: 17 } }],
  ['hoverProvider', 'textDocument/hover', { position }],
  ['definitionProvider', 'textDocument/definition', { position }],
  ['referencesProvider', 'textDocument/references', { position, context: { includeDeclaration: true } }],
  ['documentHighlightProvider', 'textDocument/documentHighlight', { position }],
  ['renameProvider', 'textDocument/rename', { position, newName: 'references/other.md' }],
  ['codeActionProvider', 'textDocument/codeAction', { range, context: { diagnostics: [] } }],
  ['codeLensProvider', 'textDocument/codeLens', {}],
  ['documentLinkProvider', 'textDocument/documentLink', {}],
  ['documentSymbolProvider', 'textDocument/documentSymbol', {}],
  ['workspaceSymbolProvider', 'workspace/symbol', { query: 'no' }],
  ['foldingRangeProvider', 'textDocument/foldingRange', {}],
  ['selectionRangeProvider', 'textDocument/selectionRange', { positions: [position] }],
  ['semanticTokensProvider', 'textDocument/semanticTokens/full', {}],
  ['inlayHintProvider', 'textDocument/inlayHint', { range }],
  ['diagnosticProvider', 'textDocument/diagnostic', {}],
];

it('answers all requests that it offers, and offers nothing that such an editor cannot use', async () => {
  const textDocument = { uri: uriOf(join(folder, 'notes/SKILL.md')) };
  const answers: Record<string, unknown> = {};
  for (const [capability, method, params] of REQUESTS) {
    if (offered[capability] === undefined) continue;
    // A rename that requires renaming files is refused with a message, not with an internal error.
    answers[method] = await connection
      .sendRequest(method, { textDocument, ...params })
      .catch(({ code, message }: { code: number; message: string }) => ({ refused: code, message }));
  }
  expect(Object.keys(answers)).toEqual(expect.arrayContaining(['textDocument/hover', 'textDocument/definition']));
  for (const [method, answer] of Object.entries(answers)) {
    const { refused } = (answer ?? {}) as { refused?: number };
    // JSON-RPC codes of internal errors.
    expect([-32603, -32601, -32700], `${method}: ${JSON.stringify(answer)}`).not.toContain(refused);
  }
  // Only results that need no client capability: locations, plain hovers, plain text.
  const text = JSON.stringify(answers);
  expect(text).not.toContain('targetUri');
  expect(text).not.toContain('"insertTextFormat":2');
  expect(text).not.toContain('"documentChanges"');
  expect(offered.codeActionProvider, 'actions are literals, which such an editor does not take').toBeUndefined();
});

it('receives published diagnostics, and no request that it cannot answer', async () => {
  await expect
    .poll(() => published.find(({ uri }) => uri.endsWith('/notes/SKILL.md')), { timeout: 20_000 })
    .toBeDefined();
  const [first] = published.filter(({ uri }) => uri.endsWith('/notes/SKILL.md'));
  expect(first?.diagnostics.map(({ code }) => code)).toEqual(['reference.missing', 'reference.client']);
  expect(requests).toEqual([]);
});

it('is informed by notifications, never by requests', async () => {
  const script = join(folder, 'notes/scripts/run.py');
  const files = [{ uri: uriOf(script) }];
  await connection.sendRequest('workspace/willDeleteFiles', { files });
  rmSync(script);
  await connection.sendNotification('workspace/didDeleteFiles', { files });
  await connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(script), type: 3 }] });
  await connection.sendNotification('workspace/didChangeConfiguration', { settings: { skillwright: {} } });
  await expect.poll(() => messages, { timeout: 20_000 }).toEqual([expect.stringMatching(/^Update notes\/SKILL\.md:/)]);
  // All messages about the deletion arrived before this reply.
  const textDocument = { uri: uriOf(join(folder, 'notes/SKILL.md')) };
  await connection.sendRequest('textDocument/hover', { textDocument, position });
  expect(requests).toEqual([]);
});
