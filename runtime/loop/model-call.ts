import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { SIGN_OF_LIFE } from '../models/sign-of-life.ts';
import { linked, sleep, untilAborted } from './abort.ts';
import { type IdleTimer, idleTimer } from './idle-timer.ts';
import type { ModelLimits } from './limits.ts';
import type { ModelReply, Said, Tried } from './model-reply.ts';
import { decideRetry, explainBreak, keyNeeded } from './retry.ts';
import { StreamedAnswer } from './streamed-answer.ts';

export interface ModelCallOptions {
  readonly model: LanguageModelV4;
  readonly request: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>;
  readonly limits: ModelLimits;
  readonly signal: AbortSignal;
  /** Told before each wait for another attempt. */
  readonly onRetry: (message: string) => void;
}

const OVER = 'the call is over';
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
    if (decision.kind === 'give-up') {
      const needsKey = keyNeeded(tried.error);
      return { kind: 'failed', message: decision.message, ...(needsKey && { needsKey }), ...NOTHING };
    }
    const seconds = (decision.ms / 1000).toFixed(1);
    options.onRetry(`${decision.why}. Attempt ${attempt + 1} of ${limits.attempts} in ${seconds} s.`);
    if (!(await sleep(decision.ms, signal))) return { kind: 'cancelled' };
  }
}

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
  const answer = new StreamedAnswer(limits.maxCharacters);
  const reader = stream.getReader();
  const fail = (message: string): ModelReply => {
    reader.cancel().catch(() => undefined);
    return { kind: 'failed', message, ...answer.said() };
  };
  // Once for the whole stream, not for each part.
  const read = await untilAborted(() => takeAll(reader, answer, signal, idle), signal);
  if (idle.fired()) return fail(idle.message);
  if (read.kind === 'aborted') {
    reader.cancel().catch(() => undefined);
    return { kind: 'cancelled' };
  }
  if (read.kind === 'threw') return fail(explainBreak(read.error));
  if (answer.excess !== undefined) return fail(answer.excess);
  return answer.end();
}

/** To its end, or until it is more than it may be. */
async function takeAll(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  answer: StreamedAnswer,
  signal: AbortSignal,
  idle: IdleTimer,
): Promise<void> {
  while (true) {
    const { done, value } = await reader.read();
    // Who waited was told already.
    if (done || signal.aborted) return;
    const { received } = answer;
    answer.take(value);
    // A stream of empty parts would never end, and is no answer.
    if (answer.received > received || value === SIGN_OF_LIFE) idle.touch();
    if (answer.excess !== undefined) return;
  }
}
