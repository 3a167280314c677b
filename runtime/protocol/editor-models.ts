/** Calls of VS Code's models, sent from the runtime to the extension and answered. Types only. */

/** A call. Its parts arrive as `EditorModelParts`, its end as the response to `AskEditorModel`. */
export interface EditorModelRequest {
  /** Identifies the call in its parts; unique in its process. */
  readonly call: number;
  /** The part of the model's name after `vscode/`. */
  readonly model: string;
  readonly messages: readonly EditorMessage[];
  readonly tools: readonly EditorTool[];
  /** True if the model must call one of the tools. */
  readonly mustCall: boolean;
}

/** A message. VS Code has no system role, so an instruction is sent as the first user message. */
export interface EditorMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly EditorContent[];
}

/** A part of a message. */
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
  /** Base64-encoded content. */
  readonly data: string;
  readonly filename?: string;
}

export interface EditorTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly inputSchema: object;
}

/**
 * Parts of a response. An empty list means that VS Code is busy, for example asking for consent, and nothing has arrived
 * yet.
 */
export interface EditorModelAnswer {
  readonly call: number;
  readonly parts: readonly EditorPart[];
}

/** A part of a response. */
export type EditorPart =
  | EditorText
  | { readonly type: 'thinking'; readonly text: string }
  /** `input` is JSON text that the extension has already validated. */
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: string };

/** The end of a call. */
export type EditorModelEnd =
  | {
      readonly kind: 'done';
      readonly tokens?: EditorTokens;
      /** Maximum number of tokens in a request to the model. */
      readonly maxInputTokens?: number;
    }
  | { readonly kind: 'failed'; readonly why: EditorModelProblem; readonly message: string };

/** Tokens of a call, as counted by the model's own tokenizer, because VS Code does not report usage. */
export interface EditorTokens {
  readonly input: number;
  readonly output: number;
}

/**
 * The reason for a failure. `refused`: the user or their organization did not consent. `blocked`: the vendor does not
 * respond at present, for example because a quota is used up. `missing`: there is no such model. `cancelled`: VS Code or
 * the vendor cancelled the call.
 */
export type EditorModelProblem = 'refused' | 'blocked' | 'missing' | 'cancelled' | 'other';
