import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { estimateTokens } from '../../skill/index.ts';

type ToolSchema = LanguageModelV4FunctionTool['inputSchema'];

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
  /** What is offered, by name, with the schema of its arguments. A prefix of the skill tools is taken off, as in `calls`. */
  readonly tools: ReadonlyMap<string, ToolSchema>;
  readonly prefix: string;
  /** Answers that the model has given in the whole conversation. */
  readonly answers: number;
  /** About how many tokens the whole request has. */
  readonly tokens: number;
}

/** What a model knows of a request. It is good until the next one that is read: what is read of a prompt goes on with it. */
export function readPrompt(
  messages: LanguageModelV4Prompt,
  tools: NonNullable<LanguageModelV4CallOptions['tools']>,
): Memory {
  const prefix = prefixOf(messages, tools);
  const before = readings.get(messages);
  const reading = before?.goesOn(messages, prefix) === true ? before : new Reading(prefix);
  readings.set(messages, reading);
  for (const message of messages.slice(reading.read.length)) reading.take(message);
  const { prompt, system, calls, answers, tokens } = reading;
  return { prompt, system, calls, tools: schemasOf(tools, prefix), prefix, answers, tokens };
}

/** A loop sends the same array again, with more in it: only what is new is read. */
const readings = new WeakMap<LanguageModelV4Prompt, Reading>();

class Reading {
  readonly read: LanguageModelV4Message[] = [];
  prompt = '';
  system = '';
  answers = 0;
  tokens = 0;
  calls: PastCall[] = [];
  private readonly asked = new Map<string, Readonly<Record<string, unknown>>>();
  private readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  goesOn(messages: LanguageModelV4Prompt, prefix: string): boolean {
    return prefix === this.prefix && this.read.every((message, index) => message === messages[index]);
  }

  take(message: LanguageModelV4Message): void {
    this.read.push(message);
    if (message.role === 'system') {
      this.system += message.content;
      this.tokens += estimateTokens(message.content);
    } else if (message.role === 'user') {
      const texts = message.content.filter((part) => part.type === 'text').map((part) => part.text);
      this.tokens += estimateTokens(texts.join('\n'));
      // A message with a file is the runtime's, which attaches what the model has just asked for.
      if (message.content.some((part) => part.type === 'file')) return;
      this.prompt = texts.join('\n');
      this.calls = [];
    } else if (message.role === 'assistant') {
      this.answers++;
      for (const part of message.content) {
        if (part.type === 'tool-call') this.asked.set(part.toolCallId, (part.input ?? {}) as Record<string, unknown>);
        if (part.type === 'text') this.tokens += estimateTokens(part.text);
      }
    } else {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        const call = pastCall(part, this.asked.get(part.toolCallId) ?? {}, this.prefix);
        this.tokens += estimateTokens(call.text);
        this.calls.push(call);
      }
    }
  }
}

/** What stands before the names of the skill tools (`skillToolset.prefix`), read off what is offered or was called. */
function prefixOf(messages: LanguageModelV4Prompt, tools: NonNullable<LanguageModelV4CallOptions['tools']>): string {
  const called = (): readonly string[] =>
    messages.flatMap((message) =>
      message.role === 'tool' ? message.content.flatMap((part) => ('toolName' in part ? [part.toolName] : [])) : [],
    );
  const names = tools.length > 0 ? tools.map((tool) => tool.name) : called();
  return names.map((name) => /^(.+_)load_skill$/.exec(name)?.[1]).find((found) => found !== undefined) ?? '';
}

function bare(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function pastCall(
  part: LanguageModelV4ToolResultPart,
  args: Readonly<Record<string, unknown>>,
  prefix: string,
): PastCall {
  const { output } = part;
  const tool = bare(part.toolName, prefix);
  const raw = output.type === 'json' || output.type === 'text' ? output.value : '';
  const value = objectOf(typeof raw === 'string' ? parsed(raw) : raw);
  const failed = value.success === false ? 'FAILED' : undefined;
  const errorCode = typeof value.error_code === 'string' ? value.error_code : failed;
  return { tool, args, text: typeof raw === 'string' ? raw : textOf(value), value, errorCode };
}

/** The long part of a result; the rest hardly counts. */
function textOf(value: Readonly<Record<string, unknown>>): string {
  const long = value.instructions ?? value.content ?? value.stdout ?? value.error;
  return typeof long === 'string' ? long : '';
}

function schemasOf(
  tools: NonNullable<LanguageModelV4CallOptions['tools']>,
  prefix: string,
): ReadonlyMap<string, ToolSchema> {
  return new Map(
    tools.flatMap((tool) => (tool.type === 'function' ? [[bare(tool.name, prefix), tool.inputSchema] as const] : [])),
  );
}

/** A skill as a tool answers its failure as text that holds JSON. */
function parsed(text: string): unknown {
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
