import * as vscode from 'vscode';
import { DEBUG_TYPE } from './launch-configuration.ts';

/** The scheme of the URIs in the runtime's frames without a file. */
const SCHEME = 'skillwright-frame';
const OUT_OF_DATE = 'The run has continued, or its debugging session has ended. Debug it again to see this document.\n';

/** Shows the documents of frames without a file: the call, the request, the prompt, or the instructions. */
export class FrameDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #sessions = new Set<vscode.DebugSession>();
  /** The contents of open documents, by URI, which stay readable after the run has continued. */
  readonly #contents = new Map<string, string>();
  readonly #changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changes.event;
  readonly #registered: vscode.Disposable;

  constructor() {
    const { debug, workspace } = vscode;
    this.#registered = vscode.Disposable.from(
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      debug.onDidStartDebugSession((session) => session.type === DEBUG_TYPE && this.#sessions.add(session)),
      debug.onDidTerminateDebugSession((session) => this.#sessions.delete(session)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())),
    );
  }

  /** Updates the open documents after a stop. */
  update(): void {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === SCHEME) this.#changes.fire(uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    for (const session of this.#sessions) {
      // The document may be that of another session, or of a step that has ended.
      const body: unknown = await session
        .customRequest('skillwright/document', { path: uri.path })
        .then(undefined, () => undefined);
      const content = contentOf(body);
      if (content === undefined) continue;
      this.#contents.set(uri.toString(), content);
      return content;
    }
    return this.#contents.get(uri.toString()) ?? OUT_OF_DATE;
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changes.dispose();
  }
}

function contentOf(body: unknown): string | undefined {
  const content = typeof body === 'object' && body !== null && 'content' in body ? body.content : undefined;
  return typeof content === 'string' ? content : undefined;
}
