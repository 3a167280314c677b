import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { defined } from '../../skill/index.ts';
import type { CallEdit, EditedResult, ModelEdit } from '../loop/interfaces/controller.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { isDeeperThan, MAX_LEVELS } from '../text/json-depth.ts';
import type { Position, StopCause } from './position.ts';

/** The result of a change: undefined if it was made, or why not. */
export type EditProblem = string | undefined;

/** Maximum number of characters of a description, which may quote the model or a tool. */
const MAX_DESCRIPTION = 500;

function shortened(text: string): string {
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text;
}

/** A stopped run, and the changes that take effect when it continues. */
export class Stop {
  readonly position: Position;
  readonly cause: StopCause;
  readonly since = performance.now();
  private args: JsonObject | undefined;
  private result: EditedResult | undefined;
  private system: string | undefined;
  private readonly messages = new Map<number, string>();

  constructor(position: Position, cause: StopCause) {
    this.position = position;
    const { description } = cause;
    this.cause = { ...cause, description: shortened(description) };
  }

  /** The arguments that the call would run with. */
  get currentArgs(): JsonObject | undefined {
    return this.position.at === 'tool_call'
      ? (this.args ?? this.position.boundary.args)
      : this.position.at === 'tool_result'
        ? this.position.boundary.args
        : undefined;
  }

  /** The result that the model would get; undefined if the tool has yet to run. */
  get currentResult(): EditedResult | undefined {
    if (this.result !== undefined || this.position.at !== 'tool_result') return this.result;
    const { value, errorCode } = this.position.boundary.outcome;
    return defined({ value, errorCode });
  }

  get currentSystem(): string {
    if (this.position.at !== 'model_call') return '';
    const [first] = this.position.boundary.prompt;
    return this.system ?? (first?.role === 'system' ? first.content : '');
  }

  /** The messages that would be sent, without one that was added. */
  get currentMessages(): readonly LanguageModelV4Message[] {
    if (this.position.at !== 'model_call') return [];
    const { prompt, conversation } = this.position.boundary;
    return prompt.map((message, index): LanguageModelV4Message => {
      if (message.role === 'system') return index === 0 ? { ...message, content: this.currentSystem } : message;
      const text = message.role === 'user' ? this.messages.get(index - conversation.start) : undefined;
      return text === undefined ? message : { role: 'user', content: [{ type: 'text', text }] };
    });
  }

  /** The text of a message that was added after the last; empty if there is none. */
  get nextMessage(): string {
    const { position } = this;
    return position.at === 'model_call' ? (this.messages.get(position.boundary.conversation.length) ?? '') : '';
  }

  /** The text of an edited message of the conversation. */
  editedMessage(index: number): string | undefined {
    return this.messages.get(index);
  }

  /** Returns a function that undoes the changes made after this one. */
  undoPoint(): () => void {
    const { args, result, system } = this;
    const messages = [...this.messages];
    return () => {
      Object.assign(this, { args, result, system });
      this.messages.clear();
      for (const [index, text] of messages) this.messages.set(index, text);
    };
  }

  /** Sets the arguments of the call. */
  setArgs(value: Json): EditProblem {
    if (this.position.at !== 'tool_call') return 'Arguments can be changed only before the call.';
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Arguments must be a JSON object.';
    if (isDeeperThan(value, MAX_LEVELS)) return `Use at most ${MAX_LEVELS} levels of nesting.`;
    this.args = value as JsonObject;
    return undefined;
  }

  /**
   * Sets the result that the model gets. Before the call, the tool then does not run.
   * @param errorCode undefined for a success
   */
  setResult(value: Json, errorCode: string | undefined): EditProblem {
    const { at } = this.position;
    if (at !== 'tool_call' && at !== 'tool_result') return 'Change a result before or after its call.';
    if (isDeeperThan(value, MAX_LEVELS)) return `Use at most ${MAX_LEVELS} levels of nesting.`;
    this.result = defined({ value, errorCode });
    return undefined;
  }

  /** Removes a result that was set: before the call, the tool will run after all. */
  clearResult(): void {
    this.result = undefined;
  }

  /** Sets the system message of this model call. */
  setSystem(text: string): EditProblem {
    if (this.position.at !== 'model_call') return 'Change the system message before a model call.';
    this.system = text;
    return undefined;
  }

  /**
   * Replaces a user message, or adds one after the last. An empty one to add is not added after all.
   * @param index its index in the conversation; the number of messages to add one
   */
  setMessage(index: number, text: string): EditProblem {
    if (this.position.at !== 'model_call') return 'Change messages before a model call.';
    const { prompt, conversation } = this.position.boundary;
    const isNew = index === conversation.length;
    if (text.trim() === '') {
      if (!isNew) return 'Write some text: a message must not be empty.';
      this.messages.delete(index);
      return undefined;
    }
    // Instructions around the conversation can be messages of the user, too.
    if (index < 0 || index > conversation.length) return 'Only messages of the conversation can be changed.';
    if (!isNew && prompt[conversation.start + index]?.role !== 'user')
      return 'Only messages of the user can be changed.';
    this.messages.set(index, text);
    return undefined;
  }

  /** The changes of a model call, if there are any. */
  modelEdit(): ModelEdit | undefined {
    const { system, messages } = this;
    if (system === undefined && messages.size === 0) return undefined;
    return defined({
      system,
      messages: [...messages].sort(([a], [b]) => a - b).map(([index, text]) => ({ index, text })),
    });
  }

  /** The changes of a tool call, if there are any. */
  callEdit(): CallEdit | undefined {
    const { args, result } = this;
    if (args === undefined && result === undefined) return undefined;
    return defined({ args, result });
  }

  /** The changed result, if it was changed. */
  resultEdit(): EditedResult | undefined {
    return this.result;
  }
}
