import * as vscode from 'vscode';
import type {
  EditorContent,
  EditorFile,
  EditorMessage,
  EditorModelRequest,
  EditorText,
} from '../../runtime/protocol/editor-models.ts';

/** Converts the messages of a request to VS Code's classes. Content that the model cannot see is replaced by a note. */
export function chatMessages(
  chat: vscode.LanguageModelChat,
  messages: readonly EditorMessage[],
): vscode.LanguageModelChatMessage[] {
  const Data = seesImages(chat) ? dataPart() : undefined;
  return messages.map(({ role, content }) => {
    const parts = content.map((part) => chatPart(part, Data));
    const { User, Assistant } = vscode.LanguageModelChatMessageRole;
    return new vscode.LanguageModelChatMessage(role === 'user' ? User : Assistant, parts);
  });
}

/** Creates the options of a request: its tools, and whether one must be called. */
export function chatOptions({ tools, mustCall }: EditorModelRequest): vscode.LanguageModelChatRequestOptions {
  if (tools.length === 0) return {};
  const { Auto, Required } = vscode.LanguageModelChatToolMode;
  return { tools: [...tools], toolMode: mustCall ? Required : Auto };
}

/** `vscode.LanguageModelDataPart`, which is public since VS Code 1.106. */
type DataPart = new (data: Uint8Array, mimeType: string) => vscode.LanguageModelTextPart;

function chatPart(part: EditorContent, Data: DataPart | undefined): vscode.LanguageModelInputPart {
  switch (part.type) {
    case 'text':
    case 'file':
      return textOrImage(part, Data);
    case 'call':
      return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    case 'result':
      return new vscode.LanguageModelToolResultPart(
        part.id,
        part.content.map((inner) => textOrImage(inner, Data)),
      );
  }
}

function textOrImage(part: EditorText | EditorFile, Data: DataPart | undefined): vscode.LanguageModelTextPart {
  if (part.type === 'text') return new vscode.LanguageModelTextPart(part.text);
  const { data, mediaType, filename = 'a file' } = part;
  if (Data !== undefined && mediaType.startsWith('image/')) return new Data(Buffer.from(data, 'base64'), mediaType);
  const note = `[${filename} is binary (${mediaType}); it cannot be shown to this model.]`;
  return new vscode.LanguageModelTextPart(note);
}

function dataPart(): DataPart | undefined {
  const [major = 0, minor = 0] = vscode.version.split('.').map((part) => Number.parseInt(part, 10));
  const Data: unknown = Reflect.get(vscode, 'LanguageModelDataPart');
  return typeof Data === 'function' && (major > 1 || minor >= 106) ? (Data as DataPart) : undefined;
}

/** Returns false if VS Code reports that the model accepts no images; sending one would fail the request and end the run. */
function seesImages(chat: vscode.LanguageModelChat): boolean {
  const capabilities: unknown = Reflect.get(chat, 'capabilities');
  if (typeof capabilities !== 'object' || capabilities === null) return true;
  return Reflect.get(capabilities, 'supportsImageToText') !== false;
}
