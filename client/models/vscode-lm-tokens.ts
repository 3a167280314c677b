import type * as vscode from 'vscode';
import type { EditorContent, EditorModelRequest, EditorTokens } from '../../runtime/protocol/editor-models.ts';

/** Milliseconds that counting may hold up a run. */
const LONGEST_MS = 2_000;

/** Texts counted lately, by model. A conversation comes again, and longer, with every step. */
const counted = new Map<string, number>();
const MOST_KEPT = 5_000;

/**
 * How much a request and its answer are, by the model's own tokenizer: an estimate, as how messages are wrapped and what
 * images count is not known. Undefined where the model does not count, or takes too long. Never rejects.
 */
export async function countTokens(
  chat: vscode.LanguageModelChat,
  { messages, tools }: EditorModelRequest,
  said: string,
): Promise<EditorTokens | undefined> {
  const asked = messages.flatMap(({ content }) => content.flatMap(textsIn));
  if (tools.length > 0) asked.push(JSON.stringify(tools));
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    late = setTimeout(() => resolve(undefined), LONGEST_MS);
  });
  const counting = (async () => ({ input: await sum(chat, asked), output: await sum(chat, [said]) }))();
  try {
    const tokens = await Promise.race([counting, timeout]);
    // A vendor that does not count says 0.
    return tokens !== undefined && tokens.input > 0 ? tokens : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
  }
}

async function sum(chat: vscode.LanguageModelChat, texts: readonly string[]): Promise<number> {
  const counts = await Promise.all(texts.filter((text) => text !== '').map((text) => countOf(chat, text)));
  const total = counts.reduce((a, b) => a + b, 0);
  if (!Number.isFinite(total)) throw new Error('The model does not count.');
  return total;
}

async function countOf(chat: vscode.LanguageModelChat, text: string): Promise<number> {
  const key = `${chat.vendor}/${chat.id} ${text}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const count = await chat.countTokens(text);
  if (counted.size >= MOST_KEPT) counted.clear();
  counted.set(key, count);
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
