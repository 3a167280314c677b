import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';

/** A call that the model made, with what it was answered. */
export interface PastCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly errorCode: string | undefined;
}

/** Everything that a simulated model knows: the messages, read. */
export interface Memory {
  /** What the user asked for, last. */
  readonly prompt: string;
  readonly system: string;
  /** Calls since then. */
  readonly calls: readonly PastCall[];
  readonly tools: ReadonlySet<string>;
  /** Answers that the model has given in the whole conversation. */
  readonly answers: number;
  /** Characters of the whole request, for an estimate of its tokens. */
  readonly characters: number;
}

export function readPrompt(
  messages: LanguageModelV4Prompt,
  tools: NonNullable<LanguageModelV4CallOptions['tools']>,
): Memory {
  let prompt = '';
  let system = '';
  let answers = 0;
  let characters = 0;
  let calls: PastCall[] = [];
  const asked = new Map<string, Readonly<Record<string, unknown>>>();
  for (const message of messages) {
    if (message.role === 'system') {
      system += message.content;
      characters += message.content.length;
    } else if (message.role === 'user') {
      const texts = message.content.filter((part) => part.type === 'text').map((part) => part.text);
      characters += texts.join('').length;
      // A message with a file is the runtime's, which attaches what the model has just asked for.
      if (message.content.some((part) => part.type === 'file')) continue;
      prompt = texts.join('\n');
      calls = [];
    } else if (message.role === 'assistant') {
      answers++;
      for (const part of message.content) {
        if (part.type === 'tool-call') asked.set(part.toolCallId, (part.input ?? {}) as Record<string, unknown>);
        if (part.type === 'text') characters += part.text.length;
      }
    } else {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        const call = pastCall(part, asked.get(part.toolCallId) ?? {});
        characters += call.text.length;
        calls.push(call);
      }
    }
  }
  return { prompt, system, calls, tools: new Set(tools.map((tool) => tool.name)), answers, characters };
}

function pastCall(part: LanguageModelV4ToolResultPart, args: Readonly<Record<string, unknown>>): PastCall {
  const { output, toolName: tool } = part;
  const raw = output.type === 'json' || output.type === 'text' ? output.value : '';
  const value = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? (raw as Record<string, unknown>) : {};
  const errorCode = typeof value.error_code === 'string' ? value.error_code : undefined;
  return { tool, args, text: typeof raw === 'string' ? raw : textOf(value), value, errorCode };
}

/** The long part of a result; the rest hardly counts. */
function textOf(value: Readonly<Record<string, unknown>>): string {
  const long = value.instructions ?? value.content ?? value.stdout ?? value.error;
  return typeof long === 'string' ? long : '';
}
