/** A minimal editor: starts the bundled language server over stdio and communicates with it by LSP. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type {
  ClientCapabilities,
  CodeAction,
  Diagnostic,
  DidChangeTextDocumentParams,
  DocumentDiagnosticReport,
  InitializeResult,
  PublishDiagnosticsParams,
  Range,
  TextDocumentClientCapabilities,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { defined } from '../../runtime/text/objects.ts';

const root = join(import.meta.dirname, '..', '..');
export const serverBundle = join(root, 'dist', 'server.cjs');

export const uriOf = (path: string): string => pathToFileURL(path).href;

export interface EditorOptions {
  readonly folders: readonly string[];
  /** False for an editor that only supports `publishDiagnostics`. */
  readonly pull?: boolean;
  /** True for an editor that shows related information of a diagnostic. */
  readonly related?: boolean;
  /** The `skillwright` section of its settings, or a function that returns it for a folder's URI. */
  readonly settings?: unknown;
  readonly initializationOptions?: unknown;
  /** All capabilities, instead of the defaults. */
  readonly capabilities?: ClientCapabilities;
  /** Capabilities of `textDocument` in addition to those for diagnostics. */
  readonly textDocument?: Readonly<Record<string, unknown>>;
  /** Capabilities of `workspace`, which override the defaults. */
  readonly workspace?: Readonly<Record<string, unknown>>;
  /** Another server instead of ours. */
  readonly bundle?: string;
  /** Called directly after `initialize`, instead of `initialized`. */
  readonly eagerly?: (editor: Editor) => void;
  /** Arguments for node. */
  readonly node?: readonly string[];
  /** Variables of the environment that differ from those of the test. */
  readonly env?: Readonly<Record<string, string>>;
}

export class Editor {
  readonly connection: MessageConnection;
  readonly child: ChildProcess;
  readonly texts = new Map<string, { version: number; text: string }>();
  readonly published = new Map<string, PublishDiagnosticsParams>();
  readonly logged: string[] = [];
  /** Messages shown to the user. */
  readonly messages: string[] = [];
  refreshes = 0;
  settings: unknown;
  initialized: InitializeResult | undefined;

  private constructor(child: ChildProcess, settings: unknown) {
    if (!child.stdout || !child.stdin) throw new Error('no pipes');
    this.child = child;
    this.settings = settings;
    this.connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    // If the server dies, the test must fail rather than hang.
    this.connection.onClose(() => this.connection.dispose());
    this.connection.onRequest('workspace/configuration', ({ items }: { items: { scopeUri?: string }[] }) =>
      items.map(({ scopeUri }) => (typeof this.settings === 'function' ? this.settings(scopeUri) : this.settings)),
    );
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++;
      return null;
    });
    this.connection.onNotification(
      'window/logMessage',
      ({ message }: { message: string }) => void this.logged.push(message),
    );
    this.connection.onNotification(
      'window/showMessage',
      ({ message }: { message: string }) => void this.messages.push(message),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.set(params.uri, params);
    });
    this.connection.listen();
  }

  static async start({
    folders,
    pull = true,
    related = false,
    settings = null,
    initializationOptions,
    capabilities,
    textDocument = {},
    workspace = {},
    bundle = serverBundle,
    node = [],
    env,
    eagerly,
  }: EditorOptions): Promise<Editor> {
    if (!existsSync(bundle)) throw new Error(`${bundle} does not exist: run npm run build first`);
    const child = spawn(process.execPath, [...node, bundle, '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    const editor = new Editor(child, settings);
    const response = editor.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: folders.map((folder) => ({ uri: uriOf(folder), name: folder })),
      initializationOptions,
      capabilities: capabilities ?? {
        workspace: {
          configuration: true,
          workspaceFolders: true,
          diagnostics: { refreshSupport: true },
          didChangeWatchedFiles: { dynamicRegistration: true },
          workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
          ...workspace,
        },
        textDocument: {
          codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
          },
          ...defined<TextDocumentClientCapabilities>({
            diagnostic: pull ? { dynamicRegistration: false } : undefined,
          }),
          ...textDocument,
          ...defined<TextDocumentClientCapabilities>({
            publishDiagnostics: related ? { relatedInformation: true } : undefined,
          }),
        },
      },
    });
    eagerly?.(editor);
    editor.initialized = await response;
    if (!eagerly) await editor.connection.sendNotification('initialized', {});
    return editor;
  }

  async open(path: string, text: string, languageId = 'skill'): Promise<void> {
    this.texts.set(path, { version: 1, text });
    await this.notify('textDocument/didOpen', { textDocument: { uri: uriOf(path), languageId, version: 1, text } });
  }

  /** Replaces the first `old` in an open document with an incremental change. */
  async type(path: string, old: string, text: string): Promise<void> {
    const known = this.text(path);
    const start = known.indexOf(old);
    if (start < 0) throw new Error(`no ${JSON.stringify(old)} in ${path}`);
    await this.notify('textDocument/didChange', this.change(path, start, start + old.length, text));
  }

  /** Replaces a range of an open document; returns the parameters of `textDocument/didChange` for it. */
  change(path: string, start: number, end: number, text: string): DidChangeTextDocumentParams {
    const known = this.text(path);
    const version = (this.texts.get(path)?.version ?? 0) + 1;
    this.texts.set(path, { version, text: known.slice(0, start) + text + known.slice(end) });
    return {
      textDocument: { uri: uriOf(path), version },
      contentChanges: [{ range: { start: positionAt(known, start), end: positionAt(known, end) }, text }],
    };
  }

  text(path: string): string {
    const text = this.texts.get(path)?.text;
    if (text === undefined) throw new Error(`${path} is not open`);
    return text;
  }

  async pull(path: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.request('textDocument/diagnostic', {
      textDocument: { uri: uriOf(path) },
      identifier: 'skillwright',
      previousResultId,
    });
  }

  /** Returns the diagnostics of a document as `code: marked text`. */
  async problems(path: string): Promise<string[]> {
    const report = await this.pull(path);
    if (report.kind !== 'full') throw new Error('expected a full report');
    return report.items.map((item) => this.formatDiagnostic(path, item));
  }

  formatDiagnostic(path: string, { code, range }: Diagnostic): string {
    const text = this.text(path);
    return `${code}: ${text.slice(offsetAt(text, range.start), offsetAt(text, range.end))}`;
  }

  async actions(path: string, range: Range): Promise<CodeAction[]> {
    return this.request('textDocument/codeAction', {
      textDocument: { uri: uriOf(path) },
      range,
      context: { diagnostics: [] },
    });
  }

  /** Applies an edit to the open documents, as an editor does after a quick fix. */
  async apply(edit: WorkspaceEdit | undefined): Promise<void> {
    for (const change of edit?.documentChanges ?? []) {
      if (!('edits' in change)) continue;
      for (const [path, { text }] of this.texts) {
        if (uriOf(path) !== change.textDocument.uri) continue;
        // From the end, so that earlier ranges stay valid.
        for (const one of [...change.edits].sort(
          (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character,
        )) {
          if (!('newText' in one)) throw new Error('unexpected snippet');
          const [start, end] = [offsetAt(text, one.range.start), offsetAt(text, one.range.end)];
          await this.notify('textDocument/didChange', this.change(path, start, end, one.newText));
        }
      }
    }
  }

  request<T>(method: string, params?: unknown): Promise<T> {
    return params === undefined
      ? this.connection.sendRequest<T>(method)
      : this.connection.sendRequest<T>(method, params);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  notifyFileEvent(path: string, type: 'created' | 'changed' | 'deleted'): Promise<void> {
    const number = { created: 1, changed: 2, deleted: 3 }[type];
    return this.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path), type: number }] });
  }

  /** Shuts the server down according to LSP, and returns its exit code. */
  async quit(): Promise<number | null> {
    const exited = new Promise<number | null>((resolve) => this.child.once('exit', resolve));
    await this.request('shutdown');
    await this.notify('exit', undefined);
    return exited;
  }
}

function positionAt(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

function offsetAt(text: string, { line, character }: { line: number; character: number }): number {
  return (
    text
      .split('\n')
      .slice(0, line)
      .reduce((sum, each) => sum + each.length + 1, 0) + character
  );
}
