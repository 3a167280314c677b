import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { estimateTokens } from '../../../skill/index.ts';
import { withoutCopyPaths } from '../../disk/client-copy.ts';

type ToolSchema = LanguageModelV4FunctionTool['inputSchema'];

/** A call of the model and its result. */
export interface PastCall {
  /** Name without the prefix of the skill tools. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The text of the result: the entire result if it is text, or the long field of an object. */
  readonly text: string;
  /** The result as an object; empty if it is none. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The `error_code` of the result, `FAILED` if it only states that it failed, undefined for a success. */
  readonly errorCode: string | undefined;
}

/** Everything that a simulated model knows, extracted from the messages. */
export interface Memory {
  /** The user's last prompt. */
  readonly prompt: string;
  /** The system message, and what some clients send as reminders in user messages. */
  readonly system: string;
  /** Calls since the last prompt. */
  readonly calls: readonly PastCall[];
  /** Argument schemas of the available tools by name, without the prefix of the skill tools, as in `calls`. */
  readonly tools: ReadonlyMap<string, ToolSchema>;
  /** The prefix of the skill tools' names; '' if there is none. */
  readonly prefix: string;
  /** Number of answers that the model gave in the entire conversation. */
  readonly answers: number;
  /** Approximate size of the entire request, in tokens. */
  readonly tokens: number;
}

/**
 * Extracts what a model knows from a request. The `calls` of the result are valid only until the next call with the same
 * array, which updates them in place.
 */
export function readPrompt(
  messages: LanguageModelV4Prompt,
  tools: NonNullable<LanguageModelV4CallOptions['tools']>,
): Memory {
  const prefix = prefixOf(messages, tools);
  const before = readers.get(messages);
  const reader = before?.isContinuedBy(messages, prefix) === true ? before : new PromptReader(prefix);
  readers.set(messages, reader);
  for (const message of messages.slice(reader.read.length)) reader.add(message);
  const { prompt, system, calls, answers, tokens } = reader;
  return { prompt, system, calls, tools: schemasOf(tools, prefix), prefix, answers, tokens };
}

/** Readers by prompt array. The loop sends the same array again with more messages, and only the new ones are read. */
const readers = new WeakMap<LanguageModelV4Prompt, PromptReader>();

class PromptReader {
  readonly read: LanguageModelV4Message[] = [];
  prompt = '';
  system = '';
  answers = 0;
  tokens = 0;
  calls: PastCall[] = [];
  private readonly argumentsById = new Map<string, Readonly<Record<string, unknown>>>();
  private readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  isContinuedBy(messages: LanguageModelV4Prompt, prefix: string): boolean {
    return prefix === this.prefix && this.read.every((message, index) => message === messages[index]);
  }

  add(message: LanguageModelV4Message): void {
    const previous = this.read.at(-1);
    this.read.push(message);
    if (message.role === 'system') {
      this.system += message.content;
      this.tokens += tokensIn(message.content);
    } else if (message.role === 'user') {
      const texts = message.content.filter((part) => part.type === 'text').map((part) => part.text);
      const text = texts.join('\n');
      this.tokens += tokensIn(text);
      // A message with a file is from the runtime, which attaches the file that the model just requested.
      if (message.content.some((part) => part.type === 'file')) return;
      const last = this.calls.at(-1);
      // Some clients deliver the text of a skill in a user message after the tool's result.
      if (previous?.role === 'tool' && last !== undefined)
        this.calls[this.calls.length - 1] = { ...last, text: `${last.text}\n\n${text}` };
      // And some deliver the list of skills in a user message before the prompt.
      else if (text.startsWith('<system-reminder>')) this.system += `\n${text}`;
      else {
        this.prompt = text;
        this.calls = [];
      }
    } else if (message.role === 'assistant') {
      this.answers++;
      for (const part of message.content) {
        if (part.type === 'tool-call')
          this.argumentsById.set(part.toolCallId, (part.input ?? {}) as Record<string, unknown>);
        if (part.type === 'text') this.tokens += tokensIn(part.text);
      }
    } else {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        const call = pastCall(part, this.argumentsById.get(part.toolCallId) ?? {}, this.prefix);
        this.tokens += tokensIn(call.text);
        this.calls.push(call);
      }
    }
  }
}

/** Estimates the tokens of a text. The estimate does not depend on where this run copied its skills. */
export function tokensIn(text: string): number {
  return estimateTokens(withoutCopyPaths(text));
}

/** Returns the prefix of the skill tools' names (`skillToolset.prefix`), derived from the available or called tools. */
function prefixOf(messages: LanguageModelV4Prompt, tools: NonNullable<LanguageModelV4CallOptions['tools']>): string {
  const called = (): readonly string[] =>
    messages.flatMap((message) =>
      message.role === 'tool' ? message.content.flatMap((part) => ('toolName' in part ? [part.toolName] : [])) : [],
    );
  const names = tools.length > 0 ? tools.map((tool) => tool.name) : called();
  return names.map((name) => /^(.+_)load_skill$/.exec(name)?.[1]).find((found) => found !== undefined) ?? '';
}

function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function pastCall(
  part: LanguageModelV4ToolResultPart,
  args: Readonly<Record<string, unknown>>,
  prefix: string,
): PastCall {
  const { output } = part;
  const tool = withoutPrefix(part.toolName, prefix);
  const raw = output.type === 'json' || output.type === 'text' ? output.value : '';
  const value = objectOf(typeof raw === 'string' ? parseJson(raw) : raw);
  const failed = value.success === false ? 'FAILED' : undefined;
  const errorCode = typeof value.error_code === 'string' ? value.error_code : failed;
  return { tool, args, text: typeof raw === 'string' ? raw : textOf(value), value, errorCode };
}

/** Returns the long field of a result; the others hardly affect the token count. */
function textOf(value: Readonly<Record<string, unknown>>): string {
  const long = value.instructions ?? value.content ?? value.stdout ?? value.error;
  return typeof long === 'string' ? long : '';
}

function schemasOf(
  tools: NonNullable<LanguageModelV4CallOptions['tools']>,
  prefix: string,
): ReadonlyMap<string, ToolSchema> {
  return new Map(
    tools.flatMap((tool) =>
      tool.type === 'function' ? [[withoutPrefix(tool.name, prefix), tool.inputSchema] as const] : [],
    ),
  );
}

/** Parses JSON text: a skill used as a tool returns its failure in this form. */
function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
