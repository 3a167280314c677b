/** A call of a model of VS Code, as it travels from the runtime to the extension and back. Types only. */

/** One call; its parts come by `EditorModelParts`, its end as the answer to `AskEditorModel`. */
export interface EditorModelRequest {
  /** Told with the parts; one process counts its calls. */
  readonly call: number;
  /** What stands after `vscode/`. */
  readonly model: string;
  readonly messages: readonly EditorMessage[];
  readonly tools: readonly EditorTool[];
  /** One of the tools must be called. */
  readonly mustCall: boolean;
}

/** VS Code knows no system role: an instruction is the first message of the user. */
export interface EditorMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly EditorContent[];
}

export type EditorContent =
  | EditorText
  | EditorFile
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'result'; readonly id: string; readonly content: readonly (EditorText | EditorFile)[] };

export interface EditorText {
  readonly type: 'text';
  readonly text: string;
}

export interface EditorFile {
  readonly type: 'file';
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  readonly filename?: string;
}

export interface EditorTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly inputSchema: object;
}

/** Some parts of an answer. Without parts: nothing has come yet, but VS Code is at work, as while it asks for consent. */
export interface EditorModelAnswer {
  readonly call: number;
  readonly parts: readonly EditorPart[];
}

export type EditorPart =
  | EditorText
  | { readonly type: 'thinking'; readonly text: string }
  /** `input` as JSON: what travels has been looked at already. */
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: string };

/** How a call ended. */
export type EditorModelEnd =
  | { readonly kind: 'done'; readonly tokens?: EditorTokens }
  | { readonly kind: 'failed'; readonly why: EditorModelProblem; readonly message: string };

/** Counted by the model's own tokenizer over what was sent and said: VS Code does not report what was used. */
export interface EditorTokens {
  readonly input: number;
  readonly output: number;
}

/**
 * `refused`: the user, or their organisation, did not consent; `blocked`: the vendor does not answer now, as where a quota
 * is used up; `missing`: there is no such model; `cancelled`: VS Code or the vendor cancelled it.
 */
export type EditorModelProblem = 'refused' | 'blocked' | 'missing' | 'cancelled' | 'other';
