import * as vscode from 'vscode';

/** A model that VS Code has, from Copilot or another extension. */
export interface EditorModel {
  /** What a run takes after `vscode/`. One model only: where two vendors use the same id, `VENDOR/ID`. */
  readonly id: string;
  /** As its vendor shows it to people. */
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  /** Tokens that a request may have at most. */
  readonly maxInputTokens: number;
}

/**
 * The models of VS Code, in its order. Looking asks the user nothing: their consent is asked for by VS Code when one is
 * first used. Empty where there is none, or VS Code cannot say. Never rejects.
 */
export async function editorModels(): Promise<readonly EditorModel[]> {
  const chats = await chatModels();
  return chats.map((chat) => {
    const { name, vendor, family, maxInputTokens } = chat;
    return { id: idOf(chat, chats), name, vendor, family, maxInputTokens };
  });
}

/** The model that `editorModels` gave this id; undefined where it is not there (any more). */
export async function findEditorModel(id: string): Promise<vscode.LanguageModelChat | undefined> {
  const chats = await chatModels();
  return chats.find((chat) => idOf(chat, chats) === id) ?? chats.find((chat) => `${chat.vendor}/${chat.id}` === id);
}

async function chatModels(): Promise<readonly vscode.LanguageModelChat[]> {
  try {
    return await vscode.lm.selectChatModels();
  } catch {
    // A vendor that fails to say what it has must not keep the others from being chosen.
    return [];
  }
}

/** Ids need only be unique for their vendor. */
function idOf({ vendor, id }: vscode.LanguageModelChat, all: readonly vscode.LanguageModelChat[]): string {
  return all.some((other) => other.id === id && other.vendor !== vendor) ? `${vendor}/${id}` : id;
}
