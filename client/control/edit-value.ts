import * as vscode from 'vscode';

/** Options for `editValue`. */
export interface EditOptions {
  readonly title: string;
  readonly value: string;
  readonly language: 'json' | 'plaintext' | 'markdown';
  /** The label of the button that accepts the text. */
  readonly accept: string;
  /** Returns what is wrong with a text, or undefined. */
  readonly validate: (text: string) => string | undefined;
  /** The label of a button that accepts a text in which something is wrong; without it there is none. */
  readonly acceptAnyway?: string;
  /** True if even a short line is edited in an editor, because longer texts are usual. */
  readonly inEditor?: true;
}

/** Maximum length of a text that is edited in an input box, in characters. */
const MAX_INPUT = 300;

/** The commands of the buttons above the text and in the title of its editor. */
const ACCEPT = 'skillwright.acceptEdit';
const CANCEL = 'skillwright.cancelEdit';

/** A document that the user edits. */
interface Editing {
  readonly document: vscode.TextDocument;
  readonly options: EditOptions;
  readonly end: (isAccepted: boolean) => void;
}

/** Lets the user edit a text: in an input box if it is a short line, otherwise in an editor. Undefined if cancelled. */
export function editValue(options: EditOptions, editors: ValueEditors): Promise<string | undefined> {
  const { value, inEditor } = options;
  const isShort = value.length <= MAX_INPUT && !value.includes('\n');
  return isShort && inEditor === undefined ? editInBox(options) : editors.edit(options);
}

async function editInBox({ title, value, validate }: EditOptions): Promise<string | undefined> {
  return vscode.window.showInputBox({ title, value, ignoreFocusOut: true, validateInput: validate });
}

/**
 * The unsaved documents in which values are edited. The buttons that accept and cancel are above the text and in the
 * editor's title, because a notification is hidden after some seconds. Closing the document cancels.
 */
export class ValueEditors implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #open = new Map<string, Editing>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: readonly vscode.Disposable[];
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor() {
    this.#disposables = [
      this.#changed,
      vscode.languages.registerCodeLensProvider({ scheme: 'untitled' }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#open.get(uri.toString())?.end(false)),
    ];
  }

  /** Opens a document and waits until it is accepted with a valid text. Undefined if it was cancelled or closed. */
  async edit(options: EditOptions): Promise<string | undefined> {
    const { value: content, language } = options;
    const document = await vscode.workspace.openTextDocument({ content, language });
    const key = document.uri.toString();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#open.set(key, { document, options, end: resolve });
    this.#update();
    await vscode.window.showTextDocument(document, { preview: false });
    const isAccepted = await promise;
    this.#open.delete(key);
    this.#update();
    const text = document.getText();
    // Without the question whether to save it.
    if (!document.isClosed) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    return isAccepted ? text : undefined;
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const editing = this.#open.get(uri.toString());
    if (editing === undefined) return [];
    const { title, accept } = editing.options;
    const start = new vscode.Range(0, 0, 0, 0);
    const lens = (text: string, command: string) =>
      new vscode.CodeLens(start, { title: text, command, arguments: [uri] });
    return [lens(`$(check) ${accept} with This ${title}`, ACCEPT), lens('$(close) Cancel', CANCEL)];
  }

  /** Accepts the text of a document, by default the active one, or shows what is wrong with it. */
  async accept(uri?: unknown): Promise<void> {
    const editing = this.#find(uri);
    if (editing === undefined) return;
    const { validate, acceptAnyway } = editing.options;
    const problem = validate(editing.document.getText());
    if (problem === undefined) return editing.end(true);
    const buttons = acceptAnyway === undefined ? [] : [acceptAnyway];
    if ((await vscode.window.showErrorMessage(problem, ...buttons)) !== undefined) editing.end(true);
  }

  /** Closes a document, by default the active one, without its text. */
  cancel(uri?: unknown): void {
    this.#find(uri)?.end(false);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #find(uri: unknown): Editing | undefined {
    const active = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    return active === undefined ? undefined : this.#open.get(active.toString());
  }

  #update(): void {
    this.#changed.fire();
    void vscode.commands.executeCommand('setContext', 'skillwright.editedValues', [...this.#open.keys()]);
  }
}
