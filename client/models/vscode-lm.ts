import * as vscode from 'vscode';
import type {
  EditorModelEnd,
  EditorModelProblem,
  EditorModelRequest,
  EditorPart,
} from '../../runtime/protocol/editor-models.ts';
import { limitDepth, MAX_READ_LEVELS } from '../../runtime/text/json-depth.ts';
import { defined } from '../../runtime/text/objects.ts';
import { findEditorModel } from './editor-models.ts';
import { chatMessages, chatOptions } from './vscode-lm-messages.ts';
import { countTokens } from './vscode-lm-tokens.ts';

/** Interval of the keep-alive messages while VS Code waits for the user's consent, in milliseconds. */
const KEEPALIVE_MS = 10_000;

/** The justification that VS Code shows when it requests the user's consent. */
const JUSTIFICATION = 'Skillwright uses this model to run an agent on your skills, as you requested.';

const CANCELLED: EditorModelEnd = { kind: 'failed', why: 'cancelled', message: '' };

/**
 * Sends a request to a model of VS Code and reports the parts of its reply as they arrive. VS Code requests the user's
 * consent the first time. Ends immediately when `signal` fires, even if the model's extension ignores it. Never rejects.
 */
export async function askEditorModel(
  request: EditorModelRequest,
  onParts: (parts: readonly EditorPart[]) => void,
  signal: AbortSignal,
): Promise<EditorModelEnd> {
  const cancelling = new vscode.CancellationTokenSource();
  const report = (parts: readonly EditorPart[]): void => {
    if (!signal.aborted) onParts(parts);
  };
  let cancel = (): void => undefined;
  const aborted = new Promise<EditorModelEnd>((resolve) => {
    cancel = () => {
      cancelling.cancel();
      resolve(CANCELLED);
    };
  });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await Promise.race([aborted, streamReply(request, report, cancelling.token)]);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancelling.dispose();
  }
}

async function streamReply(
  request: EditorModelRequest,
  onParts: (parts: readonly EditorPart[]) => void,
  token: vscode.CancellationToken,
): Promise<EditorModelEnd> {
  const keepalive = setInterval(() => onParts([]), KEEPALIVE_MS);
  try {
    const chat = await findEditorModel(request.model);
    if (chat === undefined) return { kind: 'failed', why: 'missing', message: '' };
    if (token.isCancellationRequested) return CANCELLED;
    const options = { justification: JUSTIFICATION, ...chatOptions(request) };
    const response = await chat.sendRequest(chatMessages(chat, request.messages), options, token);
    clearInterval(keepalive);
    const reply: string[] = [];
    for await (const part of response.stream) {
      if (token.isCancellationRequested) return CANCELLED;
      const read = partOf(part);
      if (read === undefined) continue;
      reply.push(read.type === 'call' ? read.name + read.input : read.text);
      onParts([read]);
    }
    const tokens = await countTokens(chat, request, reply.join(''));
    const { maxInputTokens } = chat;
    return defined({
      kind: 'done',
      tokens,
      maxInputTokens: maxInputTokens > 0 ? maxInputTokens : undefined,
    });
  } catch (error) {
    return toFailure(error);
  } finally {
    clearInterval(keepalive);
  }
}

/** Converts a part of a reply to the protocol's type. Undefined for types that a run does not use. */
function partOf(part: unknown): EditorPart | undefined {
  if (part instanceof vscode.LanguageModelTextPart) return { type: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelToolCallPart)
    return {
      type: 'call',
      id: part.callId,
      name: part.name,
      input: JSON.stringify(limitDepth(part.input ?? {}, MAX_READ_LEVELS)),
    };
  const text = thinkingText(part);
  return text === undefined ? undefined : { type: 'thinking', text };
}

/** Returns the text of a thinking part, which VS Code sends although its API types do not declare it. */
function thinkingText(part: unknown): string | undefined {
  const Thinking: unknown = Reflect.get(vscode, 'LanguageModelThinkingPart');
  if (typeof Thinking !== 'function' || !(part instanceof Thinking)) return undefined;
  const value: unknown = Reflect.get(part, 'value');
  if (Array.isArray(value)) return value.join('');
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function toFailure(error: unknown): EditorModelEnd {
  if (!(error instanceof Error)) return { kind: 'failed', why: 'other', message: String(error) };
  const { cause } = error;
  // For an unknown error, VS Code puts the details in the cause.
  const message = cause instanceof Error && cause.message !== '' ? cause.message : error.message;
  return { kind: 'failed', why: problemOf(error), message };
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
