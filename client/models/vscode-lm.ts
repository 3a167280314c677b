import * as vscode from 'vscode';
import type {
  EditorModelEnd,
  EditorModelProblem,
  EditorModelRequest,
  EditorPart,
} from '../../runtime/protocol/editor-models.ts';
import { READ_LEVELS, shallow } from '../../runtime/protocol/levels.ts';
import { findEditorModel } from './editor-models.ts';
import { chatMessages, chatOptions } from './vscode-lm-messages.ts';
import { countTokens } from './vscode-lm-tokens.ts';

/** Milliseconds between signs of life while VS Code asks the user for consent, however long they take. */
const WAITING_MS = 10_000;

/** VS Code shows it where it asks the user for their consent. */
const JUSTIFICATION = 'Skillwright runs an agent on your skills, as you asked it to, with this model.';

const GIVEN_UP: EditorModelEnd = { kind: 'failed', why: 'cancelled', message: '' };

/**
 * Asks a model of VS Code and tells the parts of its answer as they come. VS Code asks the user for their consent at the
 * first time. Ends at once where `signal` fires, also where the model's extension does not heed. Never rejects.
 */
export async function askEditorModel(
  request: EditorModelRequest,
  onParts: (parts: readonly EditorPart[]) => void,
  signal: AbortSignal,
): Promise<EditorModelEnd> {
  const cancelling = new vscode.CancellationTokenSource();
  const tell = (parts: readonly EditorPart[]): void => {
    if (!signal.aborted) onParts(parts);
  };
  let cancel = (): void => undefined;
  const givenUp = new Promise<EditorModelEnd>((resolve) => {
    cancel = () => {
      cancelling.cancel();
      resolve(GIVEN_UP);
    };
  });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await Promise.race([givenUp, answer(request, tell, cancelling.token)]);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancelling.dispose();
  }
}

async function answer(
  request: EditorModelRequest,
  onParts: (parts: readonly EditorPart[]) => void,
  token: vscode.CancellationToken,
): Promise<EditorModelEnd> {
  const waiting = setInterval(() => onParts([]), WAITING_MS);
  try {
    const chat = await findEditorModel(request.model);
    if (chat === undefined) return { kind: 'failed', why: 'missing', message: '' };
    if (token.isCancellationRequested) return GIVEN_UP;
    const options = { justification: JUSTIFICATION, ...chatOptions(request) };
    const response = await chat.sendRequest(chatMessages(chat, request.messages), options, token);
    clearInterval(waiting);
    const said: string[] = [];
    for await (const part of response.stream) {
      if (token.isCancellationRequested) return GIVEN_UP;
      const read = partOf(part);
      if (read === undefined) continue;
      said.push(read.type === 'call' ? read.name + read.input : read.text);
      onParts([read]);
    }
    const tokens = await countTokens(chat, request, said.join(''));
    return { kind: 'done', ...(tokens === undefined ? {} : { tokens }) };
  } catch (error) {
    return failedWith(error);
  } finally {
    clearInterval(waiting);
  }
}

/** A part in terms of the protocol; undefined where it is of a kind that a run has no use for. */
function partOf(part: unknown): EditorPart | undefined {
  if (part instanceof vscode.LanguageModelTextPart) return { type: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelToolCallPart)
    return {
      type: 'call',
      id: part.callId,
      name: part.name,
      input: JSON.stringify(shallow(part.input ?? {}, READ_LEVELS)),
    };
  const text = thoughtIn(part);
  return text === undefined ? undefined : { type: 'thinking', text };
}

/** What a model thinks: VS Code hands it on before its own types tell of it. */
function thoughtIn(part: unknown): string | undefined {
  const Thinking: unknown = Reflect.get(vscode, 'LanguageModelThinkingPart');
  if (typeof Thinking !== 'function' || !(part instanceof Thinking)) return undefined;
  const value: unknown = Reflect.get(part, 'value');
  if (Array.isArray(value)) return value.join('');
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function failedWith(error: unknown): EditorModelEnd {
  if (!(error instanceof Error)) return { kind: 'failed', why: 'other', message: String(error) };
  const { cause } = error;
  // What VS Code says of an error that it does not know is in its cause.
  const said = cause instanceof Error && cause.message !== '' ? cause.message : error.message;
  return { kind: 'failed', why: problemOf(error), message: said };
}

function problemOf(error: Error): EditorModelProblem {
  const { LanguageModelError } = vscode;
  if (error.name === 'Canceled' || error instanceof vscode.CancellationError) return 'cancelled';
  switch (error instanceof LanguageModelError ? error.code : '') {
    case LanguageModelError.NoPermissions.name:
      return 'refused';
    case LanguageModelError.Blocked.name:
      return 'blocked';
    case LanguageModelError.NotFound.name:
      return 'missing';
    default:
      return 'other';
  }
}
