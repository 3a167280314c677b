import type * as vscode from 'vscode';
import type { EditorContent, EditorModelRequest, EditorTokens } from '../../runtime/protocol/editor-models.ts';

/** Maximum time that counting may delay a run, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Token counts by model and text. Each step of a run sends the conversation so far again. */
const cachedCounts = new Map<string, number>();
const MAX_CACHED = 5_000;

/**
 * Estimates the tokens of a request and its reply with the model's tokenizer. The overhead of messages and the cost of
 * images are unknown. Undefined if the model does not count tokens or takes too long. Never rejects.
 */
export async function countTokens(
  chat: vscode.LanguageModelChat,
  { messages, tools }: EditorModelRequest,
  reply: string,
): Promise<EditorTokens | undefined> {
  const input = messages.flatMap(({ content }) => content.flatMap(textsIn));
  if (tools.length > 0) input.push(JSON.stringify(tools));
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
  });
  const counting = (async () => ({ input: await sum(chat, input), output: await sum(chat, [reply]) }))();
  try {
    const tokens = await Promise.race([counting, timeout]);
    // A vendor that does not count tokens returns 0.
    return tokens !== undefined && tokens.input > 0 ? tokens : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function sum(chat: vscode.LanguageModelChat, texts: readonly string[]): Promise<number> {
  const counts = await Promise.all(texts.filter((text) => text !== '').map((text) => countCached(chat, text)));
  const total = counts.reduce((a, b) => a + b, 0);
  if (!Number.isFinite(total)) throw new Error('The model does not count tokens.');
  return total;
}

async function countCached(chat: vscode.LanguageModelChat, text: string): Promise<number> {
  const key = `${chat.vendor}/${chat.id} ${text}`;
  const known = cachedCounts.get(key);
  if (known !== undefined) return known;
  const count = await chat.countTokens(text);
  if (cachedCounts.size >= MAX_CACHED) cachedCounts.clear();
  cachedCounts.set(key, count);
  return count;
}

function textsIn(part: EditorContent): readonly string[] {
  switch (part.type) {
    case 'text':
      return [part.text];
    case 'file':
      return [];
    case 'call':
      return [part.name + JSON.stringify(part.input)];
    case 'result':
      return part.content.flatMap(textsIn);
  }
}
