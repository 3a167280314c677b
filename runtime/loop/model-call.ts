import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import type { Usage } from '../protocol/events.ts';
import { type Linked, linked, sleep, untilAborted } from './abort.ts';
import type { ModelLimits } from './limits.ts';
import { type ReplyPart, ReplyParts } from './response-parts.ts';
import { decideRetry, explain, isTransient } from './retry.ts';
import { costOf, usageOf } from './usage.ts';

/** A call as the model wrote it; `input` is a string that may not be JSON. */
export interface WrittenCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
}

interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly usage: Usage;
}

export type ModelReply =
  | ({
      readonly kind: 'reply';
      readonly calls: readonly WrittenCall[];
      readonly finish: string;
      /** Where reasoning, text and calls, in this order, do not tell it all. */
      readonly parts?: readonly ReplyPart[];
    } & Said)
  | ({ readonly kind: 'failed'; readonly message: string } & Said)
  | { readonly kind: 'cancelled' };

export interface ModelCallOptions {
  readonly model: LanguageModelV4;
  readonly request: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>;
  readonly limits: ModelLimits;
  readonly signal: AbortSignal;
  /** Told before each wait for another attempt. */
  readonly onRetry: (message: string) => void;
}

const OVER = 'the call is over';
const NO_STREAM =
  "The endpoint's answer holds nothing of a model's: it may be a web page, or JSON that is no stream. Check the base URL (most end in /v1), and that the endpoint streams its answers.";
const NOTHING: Said = { text: '', reasoning: '', usage: {} };

/**
 * One model call to its end: the stream is read whole before anything is answered, so that no tool runs before the
 * provider's `finish`. A request that is turned away is tried again, also where the stream says so before anything else; a
 * stream that broke off is not. Never throws.
 */
export async function callModel(options: ModelCallOptions): Promise<ModelReply> {
  const { limits, signal } = options;
  for (let attempt = 1; ; attempt++) {
    const tried = await tryModel(options);
    if (signal.aborted) return { kind: 'cancelled' };
    if (tried.kind !== 'rejected') return tried;
    const decision = decideRetry(tried.error, attempt, limits);
    if (decision.kind === 'give-up') return { kind: 'failed', message: decision.message, ...NOTHING };
    const seconds = (decision.ms / 1000).toFixed(1);
    options.onRetry(`${decision.why}. Attempt ${attempt + 1} of ${limits.attempts} in ${seconds} s.`);
    if (!(await sleep(decision.ms, signal))) return { kind: 'cancelled' };
  }
}

type Tried = ModelReply | { readonly kind: 'rejected'; readonly error: unknown };

async function tryModel({ model, request, limits, signal }: ModelCallOptions): Promise<Tried> {
  // A signal of its own, so that a call that is given up (idle, too long) also ends its connection.
  const call = linked(signal);
  const idle = idleTimer(limits.idleMs, call);
  let whole = false;
  try {
    const opened = await untilAborted(
      () => model.doStream({ ...request, abortSignal: call.signal, includeRawChunks: false }),
      call.signal,
    );
    if (signal.aborted) return { kind: 'cancelled' };
    if (idle.fired()) return { kind: 'failed', message: idle.message, ...NOTHING };
    if (opened.kind === 'threw') return { kind: 'rejected', error: opened.error };
    if (opened.kind === 'aborted') return { kind: 'cancelled' };
    const reply = await readStream(opened.value.stream, limits, call.signal, idle);
    whole = reply.kind === 'reply';
    return reply;
  } finally {
    idle.stop();
    call.detach();
    // With a reason of ours: making the default one, an exception with its stack, would be the dearest part of a call.
    if (!whole) call.abort(OVER);
  }
}

async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  limits: ModelLimits,
  signal: AbortSignal,
  idle: IdleTimer,
): Promise<Tried> {
  const answer = new Answer();
  const reader = stream.getReader();
  const fail = (message: string): ModelReply => {
    reader.cancel().catch(() => undefined);
    return { kind: 'failed', message, ...answer.said() };
  };
  // Once for the whole stream, not for each part.
  const read = await untilAborted(() => takeAll(reader, answer, limits, signal, idle), signal);
  if (idle.fired()) return fail(idle.message);
  if (read.kind === 'aborted') {
    reader.cancel().catch(() => undefined);
    return { kind: 'cancelled' };
  }
  if (read.kind === 'threw') return fail(`The model's answer broke off: ${explain(read.error)}`);
  if (!read.value) return fail(`The model's answer is longer than ${limits.maxCharacters} characters; it was cut off.`);
  return answer.end();
}

/** False where the answer is longer than it may be. */
async function takeAll(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  answer: Answer,
  limits: ModelLimits,
  signal: AbortSignal,
  idle: IdleTimer,
): Promise<boolean> {
  while (true) {
    const { done, value } = await reader.read();
    // Who waited was told already.
    if (done || signal.aborted) return true;
    idle.touch();
    answer.take(value);
    if (answer.size > limits.maxCharacters) return false;
  }
}

/** Gathers the parts of one answer. */
class Answer {
  /** Characters of text, reasoning and what stands beside them. */
  private told = 0;
  /** Characters of arguments as they were streamed, and as they came in whole calls: mostly the same ones twice. */
  private readonly inputs = { streamed: 0, whole: 0 };
  private readonly text: string[] = [];
  private readonly reasoning: string[] = [];
  private readonly calls: WrittenCall[] = [];
  private readonly parts = new ReplyParts();
  private usage: Usage = {};
  private finish: string | undefined;
  /** Why it finished in the provider's own word. */
  private ended: string | undefined;
  private error: unknown;

  /** Characters of the answer. */
  get size(): number {
    return this.told + Math.max(this.inputs.streamed, this.inputs.whole);
  }

  take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'text-end':
        this.beside('text', part.id, part.providerMetadata);
        return;
      case 'text-delta':
        this.text.push(part.delta);
        this.beside('text', part.id, part.providerMetadata, part.delta);
        return;
      case 'reasoning-start':
      case 'reasoning-end':
        this.beside('reasoning', part.id, part.providerMetadata);
        return;
      case 'reasoning-delta':
        this.reasoning.push(part.delta);
        this.beside('reasoning', part.id, part.providerMetadata, part.delta);
        return;
      case 'tool-input-delta':
        // Streamed arguments come again, whole, in the call: counted here so that an endless one is cut, kept there.
        this.inputs.streamed += part.delta.length;
        return;
      case 'tool-call':
        if (part.providerExecuted === true) return;
        this.inputs.whole += part.input.length;
        this.told += this.parts.call(this.calls.length, part.providerMetadata);
        this.calls.push({ id: part.toolCallId, tool: part.toolName, input: part.input });
        return;
      case 'error':
        this.error ??= part.error ?? 'an error without a message';
        return;
      case 'finish':
        this.finish = part.finishReason.unified;
        this.ended = part.finishReason.raw;
        this.usage = { ...usageOf(part.usage), ...costOf(part.providerMetadata) };
    }
  }

  said(): Said {
    return { text: this.text.join(''), reasoning: this.reasoning.join(''), usage: this.usage };
  }

  /** An error part spoils the answer, even where the stream then claims to have stopped by itself. */
  end(): Tried {
    // Nothing was said yet: it is as if the request had been turned away.
    if (this.size === 0 && isTransient(this.error)) return { kind: 'rejected', error: this.error };
    const failed = (message: string): ModelReply => ({ kind: 'failed', message, ...this.said() });
    if (this.isNoStream()) return failed(NO_STREAM);
    if (this.error !== undefined) return failed(`The model's answer broke off: ${explain(this.error)}`);
    if (this.finish === undefined) return failed("The model's answer ended without a finish.");
    if (this.finish === 'error' || this.finish === 'interrupted') return failed("The model's answer broke off.");
    const parts = this.parts.end();
    return {
      kind: 'reply',
      calls: this.calls,
      finish: this.finish,
      ...this.said(),
      ...(parts === undefined ? {} : { parts }),
    };
  }

  /** Nothing at all came that a model's stream has, and the provider's package tells no more than that it has ended. */
  private isNoStream(): boolean {
    if (this.size > 0 || this.calls.length > 0 || this.ended !== undefined) return false;
    if (this.error !== undefined) return /ended without a finish/.test(messageOf(this.error));
    return this.finish === undefined || this.finish === 'error' || this.finish === 'interrupted';
  }

  private beside(
    type: 'text' | 'reasoning',
    id: string,
    metadata: SharedV4ProviderMetadata | undefined,
    delta = '',
  ): void {
    this.told += delta.length + this.parts.block(type, id, delta, metadata);
  }
}

interface IdleTimer {
  readonly message: string;
  touch(): void;
  stop(): void;
  fired(): boolean;
}

function idleTimer(ms: number, call: Linked): IdleTimer {
  let hit = false;
  const timer = setTimeout(() => {
    hit = true;
    call.abort();
  }, ms);
  return {
    message: `The model said nothing for ${ms / 1000} s; the call was given up.`,
    touch: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
    fired: () => hit,
  };
}
