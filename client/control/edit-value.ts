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
}

/** Maximum length of a text that is edited in an input box, in characters. */
const MAX_INPUT = 300;

/** Lets the user edit a text: in an input box if it is a short line, otherwise in an editor. Undefined if cancelled. */
export function editValue(options: EditOptions): Promise<string | undefined> {
  const { value } = options;
  return value.length <= MAX_INPUT && !value.includes('\n') ? editInBox(options) : editInEditor(options);
}

async function editInBox({ title, value, validate }: EditOptions): Promise<string | undefined> {
  return vscode.window.showInputBox({ title, value, ignoreFocusOut: true, validateInput: validate });
}

/** Opens an unsaved document and waits for the button of a message. Closing the message or the document cancels. */
async function editInEditor({ title, value, language, accept, validate }: EditOptions): Promise<string | undefined> {
  const document = await vscode.workspace.openTextDocument({ content: value, language });
  await vscode.window.showTextDocument(document);
  let listener: vscode.Disposable | undefined;
  const closed = new Promise<undefined>((resolve) => {
    listener = vscode.workspace.onDidCloseTextDocument((one) => {
      if (one === document) resolve(undefined);
    });
  });
  try {
    for (let problem: string | undefined; ; ) {
      const choice =
        problem === undefined
          ? vscode.window.showInformationMessage(`${title}: edit the text, then choose ${accept}.`, accept)
          : vscode.window.showWarningMessage(problem, accept);
      if ((await Promise.race([choice, closed])) !== accept) return undefined;
      problem = validate(document.getText());
      if (problem === undefined) return document.getText();
    }
  } finally {
    listener?.dispose();
  }
}
