import * as vscode from 'vscode';

/** A model provided by VS Code, from Copilot or another extension. */
export interface EditorModel {
  /** The id after `vscode/` in a run. If two vendors use the same id, it is `VENDOR/ID`. */
  readonly id: string;
  /** The vendor's display name. */
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  /** Maximum number of tokens in a request. */
  readonly maxInputTokens: number;
}

/**
 * Lists the models of VS Code, in its order. Does not prompt the user; VS Code requests consent when a model is first used.
 * Empty if there are none or listing them fails. Never rejects.
 */
export async function editorModels(): Promise<readonly EditorModel[]> {
  const chats = await chatModels();
  return chats.map((chat) => {
    const { name, vendor, family, maxInputTokens } = chat;
    return { id: idOf(chat, chats), name, vendor, family, maxInputTokens };
  });
}

/** Finds the model with this id, as returned by `editorModels`. Undefined if it is not available. */
export async function findEditorModel(id: string): Promise<vscode.LanguageModelChat | undefined> {
  const chats = await chatModels();
  return chats.find((chat) => idOf(chat, chats) === id) ?? chats.find((chat) => `${chat.vendor}/${chat.id}` === id);
}

async function chatModels(): Promise<readonly vscode.LanguageModelChat[]> {
  try {
    return await vscode.lm.selectChatModels();
  } catch {
    // A failing vendor must not make the rest of the picker unusable.
    return [];
  }
}

/** Returns an id that is unique among all vendors; VS Code's ids are unique per vendor only. */
function idOf({ vendor, id }: vscode.LanguageModelChat, all: readonly vscode.LanguageModelChat[]): string {
  return all.some((other) => other.id === id && other.vendor !== vendor) ? `${vendor}/${id}` : id;
}
